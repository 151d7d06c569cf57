@_exported public import DifferentialRandom
@_exported public import InlineExecution
