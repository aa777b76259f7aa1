//! jfrog-client-js, the library with which editors sign in, from its request to a package that its token publishes.

use std::process::Command;

use serde_json::Value;
use waybill_tests::npm::{document, tarball};
use waybill_tests::tools::node_libraries;
use waybill_tests::{Request, run};

use super::{confirm, granted, outcome, session};
use crate::signed_in;
use crate::stage::{Client, Stage};

/// Runs one call of the library, and prints what it answers.
const SCRIPT: &str = "
const { JfrogClient } = require('jfrog-client-js');
const [, platformUrl, step, session, accessToken] = process.argv;
const silent = () => {};
const logger = { debug: silent, info: silent, warn: silent, error: silent };
const client = new JfrogClient({ platformUrl, accessToken, logger, retries: 1 });
const steps = {
  request: async () => (await client.platform().webLogin().registerSessionId(session), 'waits'),
  token: () => client.platform().webLogin().getToken(session),
  read: () => client.artifactory().download().downloadArtifact('files/team/a.txt'),
};
steps[step]().then(
  answer => console.log(JSON.stringify(answer)),
  error => console.log(JSON.stringify({ status: error.response?.status ?? String(error) })),
);
";

fn call(stage: &Stage, arguments: &[&str]) -> Value {
    let url = format!("http://{}/", stage.server.address());
    let mut node = Command::new("node");
    node.args(["-e", SCRIPT, &url]).args(arguments).current_dir(node_libraries());
    let output = node.output().expect("Node");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = printed.lines().last().unwrap_or_default();
    let error = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(last).unwrap_or_else(|_| panic!("{printed}{error}"))
}

/// covers: [CLI-01]
#[test]
fn a_library_of_the_platform_signs_in_and_its_token_publishes_a_package() {
    run(async {
        let stage = Stage::with("npm-local", "npm").await;
        let mut page = signed_in(&stage.server).await;
        let (session, code) = session(0x3c4d);
        assert_eq!(call(&stage, &["request", &session]), "waits");
        assert_eq!(call(&stage, &["token", &session])["status"], 400);
        // The user opens the link, and types the code of the terminal.
        assert_eq!(outcome(&confirm(&mut page, &session, &code).await), granted());
        let given = call(&stage, &["token", &session]);
        assert_eq!((&given["token_type"], &given["username"]), (&"Bearer".into(), &"ann".into()));
        let token = given["access_token"].as_str().expect("a token");
        assert_eq!(call(&stage, &["token", &session])["status"], 400);

        assert_eq!(call(&stage, &["read", &session, token]), "team/a.txt");
        let client = Client::new(&stage.server, token);
        let sent = document("shop", "1.0.0", &tarball("shop", "1.0.0"));
        let request = Request::new("PUT", "/artifactory/api/npm/npm-local/shop").json(&sent);
        let published = client.send(request).await;
        assert_eq!(published.status, 201, "{}", published.json());
    });
}
