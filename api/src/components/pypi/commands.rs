//! The commands of pip, twine and uv for a repository.

use url::{Host, Url};

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a repository at an address, which ends with a slash. It is made of the server's own address and the
/// key of a repository, so that no part of it means something within quotes.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let command = |client: &str, purpose, command| ClientCommand {
        client: client.to_owned(),
        purpose,
        command,
    };
    let key = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let index = format!("{address}simple/");
    // The name of the user does not matter.
    let with_token = index.replacen("://", "://_:<TOKEN>@", 1);
    let mut commands = vec![command(
        "pip",
        CommandPurpose::Configure,
        format!("pip config set global.index-url '{index}'"),
    )];
    if let Some(host) = untrusted_host(address) {
        let set = format!("pip config set global.trusted-host '{host}'");
        commands.push(command("pip", CommandPurpose::Configure, set));
    }
    // A file of its own: a table that is there already must not be there twice.
    let settings = format!("$HOME/.pypirc-{key}");
    let content = format!(
        "[distutils]\\nindex-servers = waybill\\n\\n[waybill]\\nrepository = {address}\\nusername = _\\npassword = <TOKEN>\\n"
    );
    commands.extend([
        command(
            "pip",
            CommandPurpose::SignIn,
            format!("(umask 077; pip config set global.index-url '{with_token}')"),
        ),
        command("pip", CommandPurpose::Install, "pip install '<PACKAGE>'".to_owned()),
        command(
            "twine",
            CommandPurpose::SignIn,
            format!("(umask 077; printf '{content}' > \"{settings}\")"),
        ),
        command(
            "twine",
            CommandPurpose::Publish,
            format!("twine upload --config-file \"{settings}\" --repository waybill dist/*"),
        ),
        command(
            "uv",
            CommandPurpose::Publish,
            format!("uv publish --publish-url '{address}' --token '<TOKEN>'"),
        ),
        command(
            "uv",
            CommandPurpose::Install,
            format!("uv pip install --default-index '{with_token}' '<PACKAGE>'"),
        ),
    ]);
    commands
}

/// The host, with its port, that pip does not use before it is named as trusted: one without TLS on another machine.
fn untrusted_host(address: &str) -> Option<String> {
    let url = Url::parse(address).ok().filter(|url| url.scheme() == "http")?;
    let is_here = match url.host()? {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    };
    let host = url.host_str().filter(|_| !is_here)?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_without_tls_on_other_machines_are_named_as_trusted() {
        let host = |address: &str| untrusted_host(&format!("{address}/artifactory/api/pypi/a/"));
        for address in [
            "https://waybill.example",
            "http://localhost:8046",
            "http://127.0.0.1",
            "http://[::1]:1",
        ] {
            assert_eq!(host(address), None, "{address}");
        }
        assert_eq!(host("http://waybill.example").as_deref(), Some("waybill.example"));
        assert_eq!(host("http://10.0.0.1:8046").as_deref(), Some("10.0.0.1:8046"));
    }
}
