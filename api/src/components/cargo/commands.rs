//! The commands of Cargo for a registry.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a registry at an address, which ends with a slash and whose last part is the key of the repository.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let key = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let command = |purpose, command| ClientCommand { client: "cargo".to_owned(), purpose, command };
    let home = "\"${CARGO_HOME:-$HOME/.cargo}\"";
    vec![
        command(
            CommandPurpose::Configure,
            format!(
                "printf '[registries.%s]\\nindex = \"sparse+%s\"\\ncredential-provider = \"cargo:token\"\\n' {key} {address}index/ >> {home}/config.toml"
            ),
        ),
        command(CommandPurpose::SignIn, format!("echo '<TOKEN>' | cargo login --registry {key}")),
        command(CommandPurpose::Publish, format!("cargo publish --registry {key}")),
        command(CommandPurpose::Install, format!("cargo add --registry {key} <CRATE>")),
    ]
}
