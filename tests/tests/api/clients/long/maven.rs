//! Maven deploys artifacts and finds them again, with Debian's plugins, which it has from a folder of this machine.

use std::path::Path;

use serde_json::json;
use waybill_tests::{can_run, run};

use crate::clients::{Home, Printed, Shown};
use crate::maven::pom;
use crate::stage::Stage;

/// Where Debian has the plugins of Maven.
const DEBIAN: &str = "/usr/share/maven-repo";
/// The plugins, with their versions in this release of Debian.
const PLUGINS: [&str; 3] =
    ["maven-deploy-plugin", "maven-install-plugin", "maven-dependency-plugin"];
/// What one of the plugins needs, and Debian only recommends.
const NEEDED: &str = "junit/junit/4.x";
const KEY: &str = "maven-local";

/// Whether Maven and its plugins are here.
pub(super) fn is_installed() -> bool {
    let needed = ["/usr/bin/mvn".to_owned(), format!("{DEBIAN}/{NEEDED}")];
    let is_here = needed.iter().all(|path| Path::new(path).exists())
        && PLUGINS.iter().all(|plugin| version_of(plugin).is_some());
    can_run(
        is_here,
        "Maven or one of its plugins is missing: .ci/tools.mjs names the packages of Debian",
    )
}

/// The newest version of a plugin.
fn version_of(plugin: &str) -> Option<String> {
    let folder = format!("{DEBIAN}/org/apache/maven/plugins/{plugin}");
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(|first: char| first.is_ascii_digit())).max()
}

/// A goal of a plugin, in the version of Debian.
fn goal(plugin: &str, goal: &str) -> String {
    let version = version_of(plugin).expect("a plugin");
    format!("org.apache.maven.plugins:{plugin}:{version}:{goal}")
}

/// What a project has beside its own elements: plugins from Debian's folder, in its versions.
fn with_plugins(more: &str) -> String {
    let repository = format!(
        "<id>central</id><url>file://{DEBIAN}</url><releases><checksumPolicy>ignore</checksumPolicy></releases>"
    );
    let plugins = PLUGINS.map(|plugin| {
        let version = version_of(plugin).expect("a plugin");
        format!("<plugin><artifactId>{plugin}</artifactId><version>{version}</version></plugin>")
    });
    format!(
        "<packaging>pom</packaging>{more}<repositories><repository>{repository}</repository></repositories>\
         <pluginRepositories><pluginRepository>{repository}</pluginRepository></pluginRepositories>\
         <build><pluginManagement><plugins>{}</plugins></pluginManagement></build>",
        plugins.concat()
    )
}

/// Maven in a home of its own, in which the shown settings may be.
pub(super) struct Maven {
    home: Home,
    address: String,
}

impl Maven {
    fn new(stage: &Stage) -> Self {
        Self::of(KEY, stage)
    }

    /// With a repository of the server.
    pub(super) fn of(key: &str, stage: &Stage) -> Self {
        let home = Home::new();
        let address = format!("http://{}/artifactory/{key}", stage.server.address());
        // A project to run goals in, whose plugins are found.
        home.write("work/pom.xml", &pom("com.example", "tools", "1", &with_plugins("")));
        // Java takes the home of the machine's user otherwise; each run is short.
        let quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
        let options = format!("-Duser.home={} {quick}", home_path(&home));
        let home = home.with("MAVEN_OPTS", options);
        Self { home, address }
    }

    /// Runs goals with settings that are in the home.
    fn run(&self, folder: &str, settings: &str, arguments: &[&str]) -> Printed {
        let settings = self.home.path(settings).to_string_lossy().into_owned();
        let fixed = ["--batch-mode", "--no-transfer-progress", "--settings", &settings];
        self.home.run(folder, "mvn", &[&fixed[..], arguments].concat())
    }

    /// Settings with the token of a user.
    pub(super) fn sign_in(&self, name: &str, token: &str) {
        let server = format!(
            "<settings><servers><server><id>{KEY}</id><username>_</username><password>{token}</password></server></servers></settings>"
        );
        self.home.write(name, &server);
    }

    /// Deploys a jar and its pom.
    pub(super) fn deploy(&self, settings: &str, version: &str, jar: &str) -> Printed {
        self.home.write("work/shop.jar", jar);
        self.home.write("work/shop.xml", &pom("com.acme", "shop", version, "<name>Shop</name>"));
        let (id, url) = (format!("-DrepositoryId={KEY}"), format!("-Durl={}", self.address));
        let goal = goal("maven-deploy-plugin", "deploy-file");
        let files = ["-Dfile=shop.jar", "-DpomFile=shop.xml"];
        self.run("work", settings, &[&goal, &id, &url, files[0], files[1]])
    }

    /// The jar that a version or a range of versions is resolved to, by a project that depends on it.
    pub(super) fn resolve(
        &self,
        settings: &str,
        version: &str,
    ) -> Result<(String, String), String> {
        let dependency = format!(
            "<dependencies><dependency><groupId>com.acme</groupId><artifactId>shop</artifactId><version>{version}</version></dependency></dependencies>"
        );
        let policy = "<enabled>true</enabled><checksumPolicy>fail</checksumPolicy>";
        let repository = format!(
            "<repositories><repository><id>{KEY}</id><url>{}</url><releases>{policy}</releases><snapshots>{policy}</snapshots></repository></repositories>",
            self.address
        );
        let more =
            format!("{dependency}<profiles><profile><id>own</id>{repository}</profile></profiles>");
        self.home.write("app/pom.xml", &pom("com.example", "app", "1", &with_plugins(&more)));
        drop(std::fs::remove_dir_all(self.home.path("app/found")));
        let goal = goal("maven-dependency-plugin", "copy-dependencies");
        let printed = self.run("app", settings, &["-U", "-Pown", &goal, "-DoutputDirectory=found"]);
        if !printed.is_success {
            return Err(printed.text);
        }
        let mut found = std::fs::read_dir(self.home.path("app/found")).expect("a folder");
        let found = found.next().expect("a file").expect("a file").path();
        let name = found.file_name().expect("a name").to_string_lossy().into_owned();
        Ok((name, std::fs::read_to_string(found).expect("a jar")))
    }
}

fn home_path(home: &Home) -> String {
    home.path("").to_string_lossy().trim_end_matches('/').to_owned()
}

/// covers: [MAVEN-01, MAVEN-02, MAVEN-03]
#[test]
fn maven_deploys_releases_and_snapshots_and_resolves_them() {
    if !is_installed() {
        return;
    }
    run(async {
        let stage = Stage::with(KEY, "maven").await;
        let maven = Maven::new(&stage);
        maven.sign_in("ann.xml", &stage.ann);
        maven.deploy("ann.xml", "1.9", "jar of 1.9").succeeded();
        maven.deploy("ann.xml", "1.10", "jar of 1.10").succeeded();
        maven.deploy("ann.xml", "2.0-SNAPSHOT", "first build").succeeded();
        let reader = Maven::new(&stage);
        reader.sign_in("ann.xml", &stage.ann);
        let of = |name: &str, jar: &str| Ok((name.to_owned(), jar.to_owned()));
        assert_eq!(reader.resolve("ann.xml", "1.9"), of("shop-1.9.jar", "jar of 1.9"));
        assert_eq!(reader.resolve("ann.xml", "[1.0,1.99)"), of("shop-1.10.jar", "jar of 1.10"));
        let snapshot = "shop-2.0-SNAPSHOT.jar";
        assert_eq!(reader.resolve("ann.xml", "2.0-SNAPSHOT"), of(snapshot, "first build"));
        maven.deploy("ann.xml", "2.0-SNAPSHOT", "second build").succeeded();
        let client = stage.ann();
        let folder = format!("/artifactory/{KEY}/com/acme/shop");
        let known = client.get(&format!("{folder}/2.0-SNAPSHOT/maven-metadata.xml")).await.body;
        // Maven counts on from what the server says.
        let known = String::from_utf8_lossy(&known).into_owned();
        assert!(known.contains("<buildNumber>2</buildNumber>"), "{known}");
        assert_eq!(reader.resolve("ann.xml", "2.0-SNAPSHOT"), of(snapshot, "second build"));

        // The same file again is no error, and another one is.
        maven.deploy("ann.xml", "1.10", "jar of 1.10").succeeded();
        let refused = maven.deploy("ann.xml", "1.10", "another jar").failed();
        assert!(
            refused.contains("409") && refused.contains("This file is published already"),
            "{refused}"
        );
        let removed = client.delete(&format!("{folder}/1.10")).await;
        assert_eq!(removed.status, 204);
        let fresh = Maven::new(&stage);
        fresh.sign_in("ann.xml", &stage.ann);
        assert_eq!(fresh.resolve("ann.xml", "[1.0,1.99)"), of("shop-1.9.jar", "jar of 1.9"));
    });
}

/// covers: [MAVEN-03]
#[test]
fn maven_is_refused_without_rights_in_sentences() {
    if !is_installed() {
        return;
    }
    run(async {
        let stage = Stage::with(KEY, "maven").await;
        let maven = Maven::new(&stage);
        maven.sign_in("ann.xml", &stage.ann);
        maven.sign_in("bob.xml", &stage.bob);
        maven.home.write("none.xml", "<settings/>");
        maven.deploy("ann.xml", "1.0", "a jar").succeeded();
        for (settings, status, sentence) in [
            ("none.xml", "401", "Send an access token"),
            // What Bob may not know of is not there to him.
            ("bob.xml", "com.acme:shop:jar:1.1", "Could not find artifact"),
        ] {
            let refused = maven.deploy(settings, "1.1", "a jar").failed();
            assert!(refused.contains(status) && refused.contains(sentence), "{refused}");
            let reader = Maven::new(&stage);
            reader.home.write(
                settings,
                &std::fs::read_to_string(maven.home.path(settings)).expect("settings"),
            );
            let refused = reader.resolve(settings, "1.0").expect_err("it is refused");
            assert!(refused.contains("com.acme:shop:jar:1.0"), "{refused}");
        }
        let targets = json!({KEY: {"include_patterns": ["com/acme/**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        let refused = maven.deploy("bob.xml", "1.1", "a jar").failed();
        assert!(refused.contains("403") && refused.contains("WRITE"), "{refused}");
        let found = Maven::new(&stage);
        found.sign_in("bob.xml", &stage.bob);
        let found = found.resolve("bob.xml", "1.0").expect("a jar");
        assert_eq!(found, ("shop-1.0.jar".to_owned(), "a jar".to_owned()));
    });
}

/// covers: [MAVEN-01, REPO-04]
#[test]
fn the_shown_commands_work_in_a_clean_home() {
    if !is_installed() {
        return;
    }
    run(async {
        let stage = Stage::with(KEY, "maven").await;
        let shown = Shown::of(&stage, KEY).await;
        let maven = Maven::new(&stage);
        let enter = |folder: &str, command: &str| {
            maven.home.run(folder, "sh", &["-c", command]).succeeded();
        };
        enter("work", &shown.command("mvn", "sign_in", &[]));
        maven.home.write("work/pom.xml", &pom("com.acme", "all", "1.0", &with_plugins("")));
        enter("work", &shown.command("mvn", "publish", &[]));
        let words = [("<GROUP>", "com.acme"), ("<ARTIFACT>", "all"), ("<VERSION>", "1.0:pom")];
        let install = shown.command("mvn", "install", &words);
        let other = Maven::new(&stage);
        let settings = format!(".m2/settings-{KEY}.xml");
        other.home.write(
            &settings,
            &std::fs::read_to_string(maven.home.path(&settings)).expect("settings"),
        );
        other.home.run("work", "sh", &["-c", &install]).succeeded();
        let found = other.home.path(".m2/repository/com/acme/all/1.0/all-1.0.pom");
        let deployed = std::fs::read(maven.home.path("work/pom.xml")).expect("a pom");
        assert_eq!(std::fs::read(found).expect("a pom"), deployed);
    });
}
