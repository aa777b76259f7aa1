//! The commands of Maven, Gradle and Ivy for a repository.

use crate::challenge::REALM;
use crate::wire::console_repositories::{ClientCommand, CommandPurpose};

/// The commands for a repository at an address, which ends with a slash and whose last part is the key of the
/// repository. Neither has a letter that means something within quotes or in XML.
pub fn commands(address: &str) -> Vec<ClientCommand> {
    let command = |purpose, command| ClientCommand { client: "mvn".to_owned(), purpose, command };
    let (url, key) = url_and_key(address);
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

/// The commands of Gradle, likewise. What Gradle needs is in a script of its own, which all builds of the user read.
pub fn gradle_commands(address: &str) -> Vec<ClientCommand> {
    let command =
        |purpose, command| ClientCommand { client: "gradle".to_owned(), purpose, command };
    let (url, key) = url_and_key(address);
    // Gradle refuses addresses without TLS that are not marked.
    let insecure = if url.starts_with("http://") { "allowInsecureProtocol = true; " } else { "" };
    let credentials = "credentials { username = \"_\"; password = \"<TOKEN>\" }";
    let repository =
        format!("maven {{ name = \"{key}\"; url = \"{url}\"; {insecure}{credentials} }}");
    let publishing = format!(
        "plugins.withId(\"maven-publish\") {{ publishing.repositories {{ {repository} }} }}"
    );
    let content = format!("allprojects {{ repositories {{ {repository} }}; {publishing} }}");
    let folder = "$HOME/.gradle/init.d";
    vec![
        command(
            CommandPurpose::SignIn,
            format!(
                "(umask 077; mkdir -p \"{folder}\" && echo '{content}' > \"{folder}/{key}.gradle\")"
            ),
        ),
        command(CommandPurpose::Publish, "gradle publish".to_owned()),
        command(
            CommandPurpose::Install,
            "echo 'dependencies { implementation(\"<GROUP>:<ARTIFACT>:<VERSION>\") }' >> build.gradle"
                .to_owned(),
        ),
    ]
}

/// The commands of Ivy, likewise. `$IVY_JAR` is where Ivy is.
pub fn ivy_commands(address: &str) -> Vec<ClientCommand> {
    let command = |purpose, command| ClientCommand { client: "ivy".to_owned(), purpose, command };
    let (url, key) = url_and_key(address);
    let settings = format!("$HOME/.ivy2/settings-{key}.xml");
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or(host);
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let credentials = format!(
        "<credentials host=\"{host}\" realm=\"{REALM}\" username=\"_\" passwd=\"<TOKEN>\"/>"
    );
    let folder = format!("{url}/[organisation]/[module]/[revision]");
    let patterns = format!(
        "<ivy pattern=\"{folder}/ivy-[revision].xml\"/><artifact pattern=\"{folder}/[artifact]-[revision](-[classifier]).[ext]\"/>"
    );
    let resolver = format!("<url name=\"{key}\" m2compatible=\"true\">{patterns}</url>");
    let content = format!(
        "<ivysettings><settings defaultResolver=\"{key}\"/>{credentials}<resolvers>{resolver}</resolvers></ivysettings>"
    );
    let ivy = format!("java -jar \"$IVY_JAR\" -settings \"{settings}\"");
    vec![
        command(
            CommandPurpose::SignIn,
            format!("(umask 077; mkdir -p \"$HOME/.ivy2\" && echo '{content}' > \"{settings}\")"),
        ),
        command(
            CommandPurpose::Publish,
            format!(
                "{ivy} -ivy ivy.xml -publish {key} -publishpattern '<FOLDER>/[artifact].[ext]' -revision <VERSION> -overwrite"
            ),
        ),
        command(
            CommandPurpose::Install,
            format!(
                "{ivy} -dependency <GROUP> <ARTIFACT> <VERSION> -retrieve 'lib/[artifact]-[revision].[ext]'"
            ),
        ),
    ]
}

/// An address without its last slash, and the key of the repository.
fn url_and_key(address: &str) -> (&str, &str) {
    let url = address.trim_end_matches('/');
    (url, url.rsplit('/').next().unwrap_or_default())
}
