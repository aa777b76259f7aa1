//! The commands with which package clients use a repository ('Set me up').

use waybill_machines::rules::repositories::{PackageType, Repository};

use crate::components::{cargo, docker, go, helm, maven, npm, pypi};
use crate::state::AppState;
use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The address that the clients of a repository are configured with.
pub fn address(state: &AppState, repository: &Repository) -> String {
    let key = &repository.key;
    match repository.package_type.served_as() {
        PackageType::Generic | PackageType::Maven => {
            state.edge.address.link(&format!("/artifactory/{key}/"))
        }
        PackageType::Docker => state.edge.address.link(&format!("/v2/{key}/")),
        versioned => {
            let client = versioned.as_str();
            state.edge.address.link(&format!("/artifactory/api/{client}/{key}/"))
        }
    }
}

/// The commands for a repository at its address.
pub fn commands(package_type: PackageType, address: &str) -> Vec<ClientCommand> {
    let mut commands = match package_type {
        PackageType::Generic | PackageType::Mysql => of_curl(address),
        PackageType::Npm => npm::commands(address),
        PackageType::Cargo => cargo::commands(address),
        PackageType::Docker => docker::commands(address),
        PackageType::Pypi => pypi::commands(address),
        PackageType::Helm => helm::commands(address),
        PackageType::Go => go::commands(address),
        PackageType::Maven => maven::commands(address),
        PackageType::Gradle => maven::gradle_commands(address),
        PackageType::Ivy => maven::ivy_commands(address),
    };
    commands.push(import(address));
    commands
}

/// How what another registry has gets into a repository.
fn import(address: &str) -> ClientCommand {
    ClientCommand {
        client: "waybill".to_owned(),
        purpose: CommandPurpose::Import,
        command: format!("WAYBILL_TOKEN='<TOKEN>' waybill import '<FROM>' --to '{address}'"),
    }
}

fn of_curl(address: &str) -> Vec<ClientCommand> {
    let command = |purpose, command| ClientCommand { client: "curl".to_owned(), purpose, command };
    vec![
        command(
            CommandPurpose::Publish,
            format!("curl --fail -u '_:<TOKEN>' -T '<FILE>' '{address}<PATH>'"),
        ),
        command(
            CommandPurpose::Install,
            format!("curl --fail -u '_:<TOKEN>' -o '<FILE>' '{address}<PATH>'"),
        ),
    ]
}
