//! The commands of npm, pnpm and yarn for a registry.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a registry at an address, which ends with a slash. It is made of the server's own address and the
/// key of a repository, so that no part of it means something to a shell.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let without_scheme = address.split_once(':').map_or(address, |(_, rest)| rest);
    let command = |client: &str, purpose, command| ClientCommand {
        client: client.to_owned(),
        purpose,
        command,
    };
    let mut commands = Vec::new();
    for client in ["npm", "pnpm"] {
        commands.extend([
            command(
                client,
                CommandPurpose::Configure,
                format!("{client} config set registry {address}"),
            ),
            command(
                client,
                CommandPurpose::SignIn,
                format!("{client} config set {without_scheme}:_authToken <TOKEN>"),
            ),
            command(client, CommandPurpose::Publish, format!("{client} publish")),
            command(
                client,
                CommandPurpose::Install,
                format!("{client} {} <PACKAGE>", if client == "npm" { "install" } else { "add" }),
            ),
        ]);
    }
    commands.push(command(
        "yarn",
        CommandPurpose::Configure,
        format!("yarn config set npmRegistryServer {address}"),
    ));
    if address.starts_with("http:") {
        let host =
            without_scheme.trim_start_matches('/').split(['/', ':']).next().unwrap_or_default();
        commands.push(command(
            "yarn",
            CommandPurpose::Configure,
            format!("yarn config set --json unsafeHttpWhitelist '[\"{host}\"]'"),
        ));
    }
    // Otherwise yarn sends its token only to publish, and installs only what is older than a day.
    let (always, new) =
        ("yarn config set npmAlwaysAuth true", "yarn config set npmMinimalAgeGate 0");
    commands.extend([
        command("yarn", CommandPurpose::Configure, always.to_owned()),
        command("yarn", CommandPurpose::AllowNew, new.to_owned()),
        command("yarn", CommandPurpose::SignIn, "yarn config set npmAuthToken <TOKEN>".to_owned()),
        command("yarn", CommandPurpose::Publish, "yarn npm publish".to_owned()),
        command("yarn", CommandPurpose::Install, "yarn add <PACKAGE>".to_owned()),
    ]);
    commands
}
