//! The commands of Cargo for a registry.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a registry at an address, which ends with a slash and whose last part is the key of the repository.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let key = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let name = registry_name(key);
    let command = |purpose, command| ClientCommand { client: "cargo".to_owned(), purpose, command };
    let table = format!("[registries.{name}]");
    let settings = format!(
        "\\n{table}\\nindex = \"sparse+{address}index/\"\\ncredential-provider = \"cargo:token\"\\n"
    );
    vec![
        command(
            CommandPurpose::Configure,
            // Entered twice it changes nothing: a table may be there once.
            format!(
                "D=\"${{CARGO_HOME:-$HOME/.cargo}}\"; mkdir -p \"$D\"; grep -qsF '{table}' \"$D/config.toml\" || printf '{settings}' >> \"$D/config.toml\""
            ),
        ),
        command(CommandPurpose::SignIn, format!("echo '<TOKEN>' | cargo login --registry {name}")),
        command(CommandPurpose::Publish, format!("cargo publish --registry {name}")),
        command(CommandPurpose::Install, format!("cargo add --registry {name} <CRATE>")),
    ]
}

/// The name of a registry in the configuration of Cargo, which begins with a letter and has no dots.
fn registry_name(key: &str) -> String {
    let name = key.replace('.', "-");
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("r-{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_has_a_name_that_cargo_takes() {
        let names = ["crates-local", "3d.crates"].map(registry_name);
        assert_eq!(names, ["crates-local", "r-3d-crates"]);
    }
}
