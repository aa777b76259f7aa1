//! The commands of Docker, Podman, Skopeo, ORAS and Helm for a registry.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a registry at an address: `https://host/v2/KEY/`. Clients name it without its scheme.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let is_plain = address.starts_with("http:");
    let without_scheme = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host_of(without_scheme.split('/').next().unwrap_or_default(), is_plain);
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
                    "{client} tag <IMAGE> {place}/<NAME>:<TAG> && {client} push{plain} {place}/<NAME>:<TAG>"
                ),
            ),
            command(
                client,
                CommandPurpose::Install,
                format!("{client} pull{plain} {place}/<NAME>:<TAG>"),
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
            format!("skopeo copy{plain_target} oci:<FOLDER> docker://{place}/<NAME>:<TAG>"),
        ),
        command(
            "skopeo",
            CommandPurpose::Install,
            format!("skopeo copy{plain_source} docker://{place}/<NAME>:<TAG> oci:<FOLDER>"),
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
            format!("oras push{plain} {place}/<NAME>:<TAG> <FILE>"),
        ),
        command("oras", CommandPurpose::Install, format!("oras pull{plain} {place}/<NAME>:<TAG>")),
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

/// A host as clients know it from the name of an image: with a dot or a port, unless it is their own machine.
fn host_of(host: &str, is_plain: bool) -> String {
    if host == "localhost" || host.contains(['.', ':']) {
        return host.to_owned();
    }
    format!("{host}:{}", if is_plain { 80 } else { 443 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_a_dot_is_named_with_its_port() {
        assert_eq!(host_of("registry", false), "registry:443");
        assert_eq!(host_of("registry", true), "registry:80");
        for host in ["localhost", "registry.example.org", "registry:8046", "[::1]:8046"] {
            assert_eq!(host_of(host, false), host);
        }
    }
}
