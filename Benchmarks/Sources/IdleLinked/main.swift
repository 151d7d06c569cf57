import Foundation
import Testing
import Understudy
import XCTest

public protocol Unused {}

// Linked, and never made.
if CommandLine.arguments.count > 1 { _ = try Stub<any Unused>() }
print(CommandLine.arguments.count)
