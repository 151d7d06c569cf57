@main struct Pressure { static func main() {} }
