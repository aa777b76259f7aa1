//! The commands of Helm for a repository of charts.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a repository at an address, which ends with a slash and whose last part is the key of the
/// repository.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let command = |purpose, command| ClientCommand { client: "helm".to_owned(), purpose, command };
    let without_slash = address.trim_end_matches('/');
    let key = without_slash.rsplit('/').next().unwrap_or_default();
    vec![
        command(
            CommandPurpose::Configure,
            format!(
                "echo '<TOKEN>' | helm repo add {key} {without_slash} --username _ --password-stdin --force-update"
            ),
        ),
        command(
            CommandPurpose::Publish,
            // Helm itself publishes only to registries of images.
            format!("curl --fail -u '_:<TOKEN>' -T '<FILE>' '{address}'"),
        ),
        command(
            CommandPurpose::Install,
            format!("helm repo update {key} && helm install <RELEASE> {key}/<CHART>"),
        ),
    ]
}
