//! The commands that install a version, for each client of its package type. Values are quoted for a shell: names come
//! from users.

use waybill_machines::rules::repositories::{PackageType, Repository};

use crate::components::repositories::address;
use crate::state::AppState;
use crate::wire::package_details::InstallCommand;

/// The commands for a version in a repository.
pub(super) fn commands(
    state: &AppState,
    repository: &Repository,
    name: &str,
    version: &str,
) -> Vec<InstallCommand> {
    of_type(repository, &address(state, repository), name, version)
}

fn of_type(
    repository: &Repository,
    address: &str,
    name: &str,
    version: &str,
) -> Vec<InstallCommand> {
    let key = &repository.key;
    let command =
        |client: &str, command: String| InstallCommand { client: client.to_owned(), command };
    let at = quoted(&format!("{name}@{version}"));
    match repository.package_type {
        PackageType::Npm => vec![
            command("npm", format!("npm install {at} --registry {address}")),
            command("pnpm", format!("pnpm add {at} --registry {address}")),
            command("yarn", format!("yarn add {at}")),
        ],
        PackageType::Cargo => vec![command("cargo", format!("cargo add {at} --registry {key}"))],
        PackageType::Pypi => {
            let pinned = quoted(&format!("{name}=={version}"));
            vec![
                command("pip", format!("pip install {pinned} --index-url {address}simple/")),
                command("uv", format!("uv add {pinned} --index {address}simple/")),
                command("poetry", format!("poetry add {at} --source {key}")),
            ]
        }
        PackageType::Go => vec![command("go", format!("GOPROXY={address} go get {at}"))],
        PackageType::Helm => {
            let release = quoted(name);
            let chart = quoted(&format!("{key}/{name}"));
            let version = quoted(version);
            vec![command("helm", format!("helm install {release} {chart} --version {version}"))]
        }
        PackageType::Docker => {
            let (_, place) = address.split_once("://").unwrap_or(("", address));
            let (host, _) = place.split_once('/').unwrap_or((place, ""));
            let between = if version.contains(':') { "@" } else { ":" };
            let image = quoted(&format!("{host}/{key}/{name}{between}{version}"));
            ["docker", "podman"]
                .map(|client| command(client, format!("{client} pull {image}")))
                .into()
        }
        PackageType::Maven => of_java(address, name, version),
        // Its own client comes first.
        PackageType::Gradle | PackageType::Ivy => {
            let own = repository.package_type.as_str();
            let mut commands = of_java(address, name, version);
            commands.sort_by_key(|one| one.client != own);
            commands
        }
        PackageType::Generic | PackageType::Mysql => Vec::new(),
    }
}

fn of_java(address: &str, name: &str, version: &str) -> Vec<InstallCommand> {
    let Some((group, artifact)) = name.split_once(':') else { return Vec::new() };
    let command =
        |client: &str, command: String| InstallCommand { client: client.to_owned(), command };
    let [g, a, v] = [group, artifact, version].map(in_xml);
    let coordinates = format!("{group}:{artifact}:{version}");
    vec![
        command(
            "maven",
            format!(
                "<dependency>\n  <groupId>{g}</groupId>\n  <artifactId>{a}</artifactId>\n  <version>{v}</version>\n</dependency>"
            ),
        ),
        command("gradle", format!("implementation(\"{coordinates}\")")),
        command("ivy", format!("<dependency org=\"{g}\" name=\"{a}\" rev=\"{v}\"/>")),
        command(
            "sbt",
            format!("libraryDependencies += \"{group}\" % \"{artifact}\" % \"{version}\""),
        ),
        command(
            "mvn",
            format!(
                "mvn dependency:get -DremoteRepositories={address} -Dartifact={}",
                quoted(&coordinates)
            ),
        ),
    ]
}

/// A word of a shell: as it is, where nothing in it means something there.
fn quoted(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"@/._-+:=".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn in_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_a_shell_is_quoted() {
        assert_eq!(quoted("@acme/shop@1.0.0-rc.1+b"), "@acme/shop@1.0.0-rc.1+b");
        assert_eq!(quoted("a; rm -rf ~"), "'a; rm -rf ~'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn coordinates_are_escaped_in_xml() {
        let commands = of_java("https://x.test/", "g<:a", "1&2");
        assert!(commands[0].command.contains("<groupId>g&lt;</groupId>"));
        assert!(commands[0].command.contains("<version>1&amp;2</version>"));
    }
}
