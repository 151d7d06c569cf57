@_exported public import DifferentialRandom
