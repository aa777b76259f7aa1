//! The commands of go for a proxy of modules.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a proxy at an address, which ends with a slash.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let command = |purpose, command| ClientCommand { client: "go".to_owned(), purpose, command };
    let without_slash = address.trim_end_matches('/');
    let settings = format!("go env -w GOPROXY='{without_slash},direct' GONOSUMDB='<MODULE>'");
    let host = without_slash.strip_prefix("https://").and_then(|rest| rest.split('/').next());
    let mut commands = Vec::new();
    match host {
        Some(host) => {
            // go looks for the name of the host without its port.
            let host = host.split(':').next().unwrap_or(host);
            let line = format!("machine {host} login _ password <TOKEN>");
            commands.push(command(CommandPurpose::Configure, settings));
            commands.push(command(
                CommandPurpose::SignIn,
                format!(
                    "(umask 077; echo '{line}' >> \"$HOME/.netrc\") && chmod 600 \"$HOME/.netrc\""
                ),
            ));
        }
        None => commands.push(command(CommandPurpose::ConfigurePublic, settings)),
    }
    commands.extend([
        command(
            CommandPurpose::Publish,
            format!("curl --fail -u '_:<TOKEN>' -T '<FILE>' '{address}<MODULE>/@v/<VERSION>.zip'"),
        ),
        command(CommandPurpose::Install, "go get <MODULE>".to_owned()),
    ]);
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_gets_a_token_only_where_it_sends_it() {
        let commands_for = |address| {
            let found = commands(address);
            (found[0].purpose, found.iter().any(|found| found.purpose == CommandPurpose::SignIn))
        };
        let private = commands_for("https://a.example:8443/artifactory/api/go/go-local/");
        assert_eq!(private, (CommandPurpose::Configure, true));
        let public = commands_for("http://a.example/artifactory/api/go/go-local/");
        assert_eq!(public, (CommandPurpose::ConfigurePublic, false));
        let netrc = &commands("https://a.example:8443/artifactory/api/go/go-local/")[1].command;
        assert!(netrc.contains("machine a.example login"), "{netrc}");
    }
}
