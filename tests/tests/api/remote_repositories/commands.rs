//! The commands that the console shows for remote and virtual repositories.

use serde_json::json;
use waybill_tests::run;

use super::{create_joined, create_remote, upstream::Upstream};
use crate::signed_in;
use crate::webhooks::stage;

/// covers: [REPO-04, REMOTE-03]
#[test]
fn commands_that_publish_are_shown_only_where_something_can_be_published() {
    run(async {
        let upstream = Upstream::start().await;
        let stage = stage(&[upstream.address]).await;
        let mut console = signed_in(&stage.server).await;
        for package_type in ["generic", "npm", "cargo", "docker", "pypi", "helm", "go"] {
            let key = |class: &str| format!("{package_type}-{class}");
            let created =
                stage.ann().create(&key("own"), json!({"packageType": package_type})).await;
            assert_eq!(created.status, 200, "{package_type}");
            create_remote(&stage, &key("mirror"), package_type, &upstream, json!({})).await;
            let members = [key("own"), key("mirror")];
            let members = [members[0].as_str(), members[1].as_str()];
            create_joined(&stage, &key("all"), package_type, &members, json!({})).await;
            let none = json!({"defaultDeploymentRepo": ""});
            create_joined(&stage, &key("read-only"), package_type, &members, none).await;
            for (class, publishes) in
                [("own", true), ("all", true), ("mirror", false), ("read-only", false)]
            {
                let path = format!("repositories/{}/commands", key(class));
                let shown = console.get(&path).await.json();
                let commands = shown["commands"].as_array().expect("commands");
                let has =
                    |purpose: &str| commands.iter().any(|command| command["purpose"] == purpose);
                assert_eq!(has("publish"), publishes, "{package_type} {class}");
                assert_eq!(has("import"), publishes, "{package_type} {class}");
                assert!(has("install"), "{package_type} {class}");
            }
        }
        stage.server.stop();
    });
}
