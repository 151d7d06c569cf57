import PackagePlugin

/// Has the generator write the catalogue that `DifferentialTests` run.
@main
struct CataloguePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let files = (0..<4).map { context.pluginWorkDirectoryURL.appending(path: "Catalogue\($0).swift") }
    return [
      .buildCommand(
        displayName: "Writing the catalogue of differential tests",
        executable: try context.tool(named: "DifferentialGenerator").url,
        arguments: ["catalogue"] + files.map { $0.path(percentEncoded: false) },
        outputFiles: files
      )
    ]
  }
}
