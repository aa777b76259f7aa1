//! buildah builds an image, pushes it, pulls it and prints why it may not.

use std::path::Path;

use serde_json::{Value, json};
use waybill_tests::{can_run, run};

use crate::clients::skopeo::stage;
use crate::clients::{Home, Printed};
use crate::stage::Stage;

/// buildah with the token of a user.
struct Buildah {
    home: Home,
    registry: String,
}

impl Buildah {
    fn new(stage: &Stage, token: &str) -> Self {
        let home = Home::new();
        home.write("policy.json", r#"{"default": [{"type": "insecureAcceptAnything"}]}"#);
        let path = |name: &str| home.path(name).to_string_lossy().into_owned();
        let (authentication, storage) = (path("auth.json"), path("storage.conf"));
        let settings = format!(
            "[storage]\ndriver = \"vfs\"\ngraphroot = \"{}\"\nrunroot = \"{}\"\n",
            path("images"),
            path("run")
        );
        home.write("storage.conf", &settings);
        let home = home
            .with("REGISTRY_AUTH_FILE", authentication)
            .with("CONTAINERS_STORAGE_CONF", storage)
            .with("BUILDAH_ISOLATION", "chroot");
        let buildah = Self { home, registry: stage.server.address().to_string() };
        let to = &buildah.registry;
        buildah.run(&format!("login --tls-verify=false -u _ -p {token} {to}")).succeeded();
        buildah
    }

    fn run(&self, arguments: &str) -> Printed {
        self.home.run("work", "buildah", &arguments.split(' ').collect::<Vec<_>>())
    }

    fn image(&self, tag: &str) -> String {
        format!("{}/docker-local/acme/shop:{tag}", self.registry)
    }

    /// Builds an image of one file and pushes it.
    fn push(&self, tag: &str) -> Printed {
        self.home.write("work/hello.txt", tag);
        self.home.write("work/Containerfile", "FROM scratch\nCOPY hello.txt /\nLABEL shop=yes\n");
        let image = self.image(tag);
        self.run(&format!("build --signature-policy ../policy.json --layers -t {image} ."))
            .succeeded();
        self.run(&format!("push --signature-policy ../policy.json --tls-verify=false {image}"))
    }

    fn pull(&self, tag: &str) -> Printed {
        let image = self.image(tag);
        self.run(&format!("pull --signature-policy ../policy.json --tls-verify=false {image}"))
    }

    /// The digest of the configuration, which names the layers.
    fn identity(&self, tag: &str) -> Value {
        let inspected = self.run(&format!("inspect --type image {}", self.image(tag))).succeeded();
        let inspected: Value = serde_json::from_str(&inspected).expect("JSON");
        inspected["FromImageID"].clone()
    }
}

/// covers: [OCI-01, OCI-03]
#[test]
fn buildah_builds_pushes_and_pulls() {
    if !can_run(Path::new("/usr/bin/buildah").exists(), "buildah is not installed") {
        return;
    }
    run(async {
        let stage = stage().await;
        let ann = Buildah::new(&stage, &stage.ann);
        for tag in ["1.0", "1.1"] {
            ann.push(tag).succeeded();
        }
        let other = Buildah::new(&stage, &stage.ann);
        other.pull("1.1").succeeded();
        assert_eq!(other.identity("1.1"), ann.identity("1.1"));
        assert!(other.identity("1.1").as_str().is_some_and(|id| id.len() == 64));
        let missing = other.pull("9.9").failed();
        assert!(missing.contains("manifest unknown") || missing.contains("no such"), "{missing}");

        let bob = Buildah::new(&stage, &stage.bob);
        bob.pull("1.0").failed();
        let targets = json!({"docker-local": {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        bob.pull("1.0").succeeded();
        let refused = bob.push("2.0").failed();
        assert!(refused.contains("denied") && refused.contains("WRITE"), "{refused}");
        stage.server.stop();
    });
}
