//! The library of ORAS pushes files that are no images, lists, pulls and deletes them.

use serde_json::json;
use waybill_tests::run;

use crate::clients::skopeo::stage;
use crate::clients::{Home, Printed};
use crate::stage::Stage;
use waybill_tests::tools::more_python_tools;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/artifacts.py");

/// ORAS with the token of a user.
struct Oras {
    home: Home,
    registry: String,
    token: String,
}

impl Oras {
    fn new(stage: &Stage, token: &str) -> Self {
        let registry = stage.server.address().to_string();
        Self { home: Home::new(), registry, token: token.to_owned() }
    }

    fn run(&self, command: &str, reference: &str, more: &[&str]) -> Printed {
        let python = more_python_tools().join("python");
        let target = format!("{}/docker-local/{reference}", self.registry);
        let fixed = [SCRIPT, &self.registry, &self.token, command, &target];
        self.home.run("work", python.to_str().expect("a path"), &[&fixed[..], more].concat())
    }

    fn push(&self, tag: &str) -> Printed {
        self.home.write("work/notes.txt", tag);
        self.run("push", &format!("acme/notes:{tag}"), &["notes.txt"])
    }
}

/// covers: [OCI-01, OCI-03]
#[test]
fn oras_pushes_lists_pulls_and_deletes() {
    run(async {
        let stage = stage().await;
        let ann = Oras::new(&stage, &stage.ann);
        for tag in ["1.0", "1.1"] {
            ann.push(tag).succeeded();
        }
        assert_eq!(ann.run("tags", "acme/notes", &[]).succeeded().trim(), "1.0\n1.1");
        let other = Oras::new(&stage, &stage.ann);
        other.run("pull", "acme/notes:1.1", &["pulled"]).succeeded();
        let pulled = other.home.path("work/pulled/notes.txt");
        assert_eq!(std::fs::read_to_string(pulled).expect("a file"), "1.1");

        let bob = Oras::new(&stage, &stage.bob);
        bob.run("pull", "acme/notes:1.0", &["pulled"]).failed();
        let targets = json!({"docker-local": {"include_patterns": ["**"]}});
        stage.grant(json!({"actions": {"users": {"bob": ["READ"]}}, "targets": targets})).await;
        bob.run("pull", "acme/notes:1.0", &["pulled"]).succeeded();
        // The library prints no sentence of the server here.
        bob.push("2.0").failed();
        ann.run("delete", "acme/notes", &["1.1"]).succeeded();
        assert_eq!(ann.run("tags", "acme/notes", &[]).succeeded().trim(), "1.0");
        stage.server.stop();
    });
}
