import Testing
import Understudy

private protocol Door: Sendable {
  func open()
  func write(_ text: String)
  func close()
  func flush() async throws
}

private protocol Lamp {
  func on()
  func off()
}

@Suite struct OrderTests {
  private let door: Stub<any Door>

  init() async throws {
    door = try Stub<any Door>()
    door.when { $0.open() }.thenDoNothing()
    door.when { $0.write(Match.any()) }.thenDoNothing()
    door.when { $0.close() }.thenDoNothing()
    await door.when { try await $0.flush() }.thenDoNothing()
  }

  @Test func `Calls in order are right, whatever lies between`() {
    door().open()
    door().write("a")
    door().write("b")
    door().close()
    door.verifyInOrder {
      $0.open()
      $0.write("b")
      $0.close()
    }
    door.verifyInOrder {
      $0.write(Match.any())
      $0.write(Match.any())
    }
    door.verifyInOrder { $0.close() }
  }

  @Test func `A call that came too early is reported`() {
    door().close()
    door().open()
    door().write("a")
    let failures = issues {
      door.verifyInOrder {
        $0.open()
        $0.close()
        $0.write("b")
      }
    }
    #expect(
      failures == [
        """
        verifyInOrder failed: expected close() after open(), but it was called only before: call 1.
          The expected order:
            ✓ open()   call 2
            ✗ close()
            · write("b")
          3 calls were made to any Door:
            1. close()
            2. open()
            3. write("a")
        """
      ]
    )
  }

  @Test func `A call that never came is reported`() {
    door().open()
    let failures = issues {
      door.verifyInOrder {
        $0.open()
        $0.write(Match.hasPrefix("a"))
      }
    }
    #expect(
      failures == [
        """
        verifyInOrder failed: expected write(hasPrefix("a")) after open(), but it wasn't called.
          The expected order:
            ✓ open()   call 1
            ✗ write(hasPrefix("a"))
          1 call was made to any Door:
            1. open()
        """
      ]
    )
    #expect(
      issues { door.verifyInOrder { $0.close() } } == [
        """
        verifyInOrder failed: expected close(), but it wasn't called.
          The expected order:
            ✗ close()
          1 call was made to any Door:
            1. open()
        """
      ]
    )
  }

  @Test func `The same call twice needs two calls`() {
    door().open()
    let failures = issues {
      door.verifyInOrder {
        $0.open()
        $0.open()
      }
    }
    #expect(
      failures == [
        """
        verifyInOrder failed: expected open() after open(), but it wasn't called again.
          The expected order:
            ✓ open()   call 1
            ✗ open()
          1 call was made to any Door:
            1. open()
        """
      ]
    )
    door().write("a")
    let later = issues {
      door.verifyInOrder {
        $0.open()
        $0.write("a")
        $0.open()
      }
    }
    #expect(
      later.first?.hasPrefix(
        "verifyInOrder failed: expected open() after write(\"a\"), but it wasn't called again."
      ) == true
    )
  }

  @Test func `Of a long order the part is shown where it went wrong`() {
    for number in 0..<20 { door().write("\(number)") }
    let failures = issues {
      door.verifyInOrder {
        for number in 0..<30 { $0.write("\(number == 20 ? 99 : number)") }
      }
    }
    let met = (15..<20).map { "    ✓ write(\"\($0)\")   call \($0 + 1)" }
    let missing = [#"    ✗ write("99")"#] + (21..<25).map { "    · write(\"\($0)\")" }
    let calls = (10..<20).map { "    \($0 + 1). write(\"\($0)\")" }
    #expect(
      failures == [
        ([
          #"verifyInOrder failed: expected write("99") after write("19"), but it wasn't called."#,
          "  The expected order:", "    … 15 before",
        ] + met + missing + ["    … and 5 more", "  20 calls were made to any Door:", "    … 10 before"] + calls)
        .joined(separator: "\n")
      ]
    )
  }

  @Test func `Order is checked across doubles`() throws {
    let lamp = try Stub<any Lamp>()
    lamp.when { $0.on() }.thenDoNothing()
    door().open()
    lamp().on()
    door().close()
    InvocationOrder {
      door().open()
      lamp().on()
      door().close()
    }
    let failures = issues {
      let order = InvocationOrder {
        lamp().on()
        door().open()
      }
      #expect(!order.isMet)
    }
    #expect(
      failures == [
        """
        InvocationOrder failed: expected open() of any Door after on() of any Lamp, but it was called only before: call 1.
          The expected order:
            ✓ on() of any Lamp   call 2
            ✗ open() of any Door
          3 calls were made to any Lamp and any Door:
            1. open() of any Door
            2. on() of any Lamp
            3. close() of any Door
        """
      ]
    )
  }

  @Test func `Two doubles of one protocol are kept apart`() throws {
    let other = try Stub<any Door>()
    other.when { $0.open() }.thenDoNothing()
    other().open()
    door().open()
    InvocationOrder {
      other().open()
      door().open()
    }
    let failures = issues {
      InvocationOrder {
        door().open()
        other().open()
      }
    }
    #expect(
      failures == [
        """
        InvocationOrder failed: expected open() of any Door #2 after open() of any Door #1, but it was called only before: call 1.
          The expected order:
            ✓ open() of any Door #1   call 2
            ✗ open() of any Door #2
          2 calls were made to any Door #1 and any Door #2:
            1. open() of any Door #2
            2. open() of any Door #1
        """
      ]
    )
  }

  @Test func `An exhaustive order allows no other calls`() {
    door().open()
    door().write("a")
    door().close()
    InvocationOrder(exhaustive: true) {
      door().open()
      door().write(Match.any())
      door().close()
    }
    #expect(
      issues {
        InvocationOrder(exhaustive: true) {
          door().open()
          door().close()
        }
      } == [
        """
        InvocationOrder failed: call 2 was write("a"), where close() was expected.
          The expected order:
            ✓ open()   call 1
            ✗ close()
          3 calls were made to any Door:
            1. open()
            2. write("a")
            3. close()
        """
      ]
    )
    #expect(
      issues {
        InvocationOrder(exhaustive: true) {
          door().open()
          door().write("a")
        }
      } == [
        """
        InvocationOrder failed: close() was called after all that was expected.
          The expected order:
            ✓ open()   call 1
            ✓ write("a")   call 2
          3 calls were made to any Door:
            1. open()
            2. write("a")
            3. close()
        """
      ]
    )
  }

  @Test func `Asynchronous calls have an order too`() async throws {
    door().open()
    try await door().flush()
    await door.verifyInOrder {
      $0.open()
      try await $0.flush()
    }
    await InvocationOrder(exhaustive: true) {
      door().open()
      try await door().flush()
    }
    let failures = await issues {
      await door.verifyInOrder {
        try await $0.flush()
        $0.open()
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `Calls in order count as verified, and captors get their arguments`() {
    door().open()
    door().write("a")
    door().write("b")
    let texts = Captor<String>()
    door.verifyInOrder {
      $0.open()
      $0.write(texts.capture())
    }
    #expect(texts.values == ["a"])
    #expect(
      issues { door.verifyNoMoreInteractions() } == [
        """
        verifyNoMoreInteractions failed: 1 call of any Door was not verified:
            1. write("b")
        """
      ]
    )
  }

  @Test func `An empty order and foreign calls are mistakes`() throws {
    let lamp = try Stub<any Lamp>()
    #expect(
      issues { door.verifyInOrder { _ in } } == [
        "verifyInOrder: the closure made no call of any Door. Write the call that is meant on $0; "
          + "a member that only an extension provides can't be recorded."
      ]
    )
    #expect(
      issues { InvocationOrder {} } == [
        "InvocationOrder: the closure made no call of a double. Write the call that is meant on a double; "
          + "a member that only an extension provides can't be recorded."
      ]
    )
    #expect(
      issues { door.verifyInOrder { _ in lamp().on() } } == [
        "verifyInOrder: the closure called on() of another double, any Lamp. "
          + "Call $0 only; call other doubles before, and use what they return."
      ]
    )
  }

  @Test func `Of many calls those around the fault are listed`() {
    for number in 1...30 { door().write("\(number)") }
    let failures = issues {
      InvocationOrder(exhaustive: true) {
        for number in 1...20 { door().write("\(number)") }
        door().close()
      }
    }
    let lines = failures.first?.split(separator: "\n").map(String.init) ?? []
    #expect(lines.first == "InvocationOrder failed: call 21 was write(\"21\"), where close() was expected.")
    #expect(lines.suffix(12).first == "    … 15 before")
    #expect(lines.suffix(11).first == "    16. write(\"16\")")
    #expect(lines.last == "    … and 5 more")
  }
}
