/// A private protocol of a name that others share in the same module.
private protocol Twin { func second(_ value: Hidden) }
private struct Hidden {}

func secondTwin() -> Any.Type { (any Twin).self }
