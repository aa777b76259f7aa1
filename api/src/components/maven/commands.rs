//! The commands of Maven for a repository.

use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a repository at an address, which ends with a slash and whose last part is the key of the
/// repository. Neither has a letter that means something within quotes or in XML.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let command = |purpose, command| ClientCommand { client: "mvn".to_owned(), purpose, command };
    let url = address.trim_end_matches('/');
    let key = url.rsplit('/').next().unwrap_or_default();
    // A file of its own: that of the user may have other servers.
    let settings = format!("$HOME/.m2/settings-{key}.xml");
    let server = format!(
        "<server><id>{key}</id><username>_</username><password><TOKEN></password></server>"
    );
    let policies = "<releases><enabled>true</enabled></releases><snapshots><enabled>true</enabled></snapshots>";
    let repository = format!("<id>{key}</id><url>{url}</url>{policies}");
    let profile = format!(
        "<profile><id>{key}</id><repositories><repository>{repository}</repository></repositories><pluginRepositories><pluginRepository>{repository}</pluginRepository></pluginRepositories></profile>"
    );
    let content = format!(
        "<settings><servers>{server}</servers><profiles>{profile}</profiles><activeProfiles><activeProfile>{key}</activeProfile></activeProfiles></settings>"
    );
    vec![
        command(
            CommandPurpose::SignIn,
            format!("(umask 077; mkdir -p \"$HOME/.m2\" && echo '{content}' > \"{settings}\")"),
        ),
        command(
            CommandPurpose::Publish,
            format!("mvn -s \"{settings}\" deploy -DaltDeploymentRepository={key}::default::{url}"),
        ),
        command(
            CommandPurpose::Install,
            format!("mvn -s \"{settings}\" dependency:get -Dartifact=<GROUP>:<ARTIFACT>:<VERSION>"),
        ),
    ]
}
