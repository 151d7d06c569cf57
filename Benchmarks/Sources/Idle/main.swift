import Foundation
import Testing
import XCTest

// What a test links anyway.
print(CommandLine.arguments.count)
