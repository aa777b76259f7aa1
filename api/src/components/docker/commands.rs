//! The commands of Docker, Podman, Skopeo, ORAS and Helm for a registry.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a registry at an address: `https://host/v2/KEY/`. Clients name it without its scheme.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let is_plain = address.starts_with("http:");
    let without_scheme = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = without_scheme.split('/').next().unwrap_or_default();
    let key = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let place = format!("{host}/{key}");
    let command = |client: &str, purpose, command| ClientCommand {
        client: client.to_owned(),
        purpose,
        command,
    };
    let mut commands = Vec::new();
    for client in ["docker", "podman"] {
        // Docker takes a plain connection to the host itself, and to others that its settings name.
        let plain = if is_plain && client == "podman" { " --tls-verify=false" } else { "" };
        commands.extend([
            command(
                client,
                CommandPurpose::SignIn,
                format!("echo '<TOKEN>' | {client} login{plain} -u _ --password-stdin {host}"),
            ),
            command(
                client,
                CommandPurpose::Publish,
                format!(
                    "{client} tag <IMAGE> {place}/<IMAGE> && {client} push{plain} {place}/<IMAGE>"
                ),
            ),
            command(
                client,
                CommandPurpose::Install,
                format!("{client} pull{plain} {place}/<IMAGE>"),
            ),
        ]);
    }
    let (plain_login, plain_source, plain_target) = if is_plain {
        (" --tls-verify=false", " --src-tls-verify=false", " --dest-tls-verify=false")
    } else {
        ("", "", "")
    };
    commands.extend([
        command(
            "skopeo",
            CommandPurpose::SignIn,
            format!("echo '<TOKEN>' | skopeo login{plain_login} -u _ --password-stdin {host}"),
        ),
        command(
            "skopeo",
            CommandPurpose::Publish,
            format!("skopeo copy{plain_target} oci:<FOLDER> docker://{place}/<IMAGE>"),
        ),
        command(
            "skopeo",
            CommandPurpose::Install,
            format!("skopeo copy{plain_source} docker://{place}/<IMAGE> oci:<FOLDER>"),
        ),
    ]);
    let plain = if is_plain { " --plain-http" } else { "" };
    commands.extend([
        command(
            "oras",
            CommandPurpose::SignIn,
            format!("echo '<TOKEN>' | oras login{plain} -u _ --password-stdin {host}"),
        ),
        command(
            "oras",
            CommandPurpose::Publish,
            format!("oras push{plain} {place}/<IMAGE> <FILE>"),
        ),
        command("oras", CommandPurpose::Install, format!("oras pull{plain} {place}/<IMAGE>")),
        command(
            "helm",
            CommandPurpose::SignIn,
            format!("echo '<TOKEN>' | helm registry login{plain} -u _ --password-stdin {host}"),
        ),
        command(
            "helm",
            CommandPurpose::Publish,
            format!("helm push{plain} <CHART>.tgz oci://{place}"),
        ),
        command("helm", CommandPurpose::Install, format!("helm pull{plain} oci://{place}/<CHART>")),
    ]);
    commands
}
