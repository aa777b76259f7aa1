//! A server with a repository, its users, and programs that act for them.

use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, Server};

use crate::permissions::PERMISSIONS;
use crate::tokens::token_of;
use crate::{ANN, own, signed_in};

const REPOSITORIES: &str = "/artifactory/api/repositories";

/// A program with an access token, as package clients present one: as the password of some user.
pub(crate) struct Client<'a> {
    server: &'a Server,
    pub(crate) credentials: String,
}

impl<'a> Client<'a> {
    pub(crate) fn new(server: &'a Server, token: &str) -> Self {
        let encoded = STANDARD.encode(format!("ci:{token}"));
        Self { server, credentials: format!("Basic {encoded}") }
    }

    pub(crate) async fn send(&self, request: Request) -> Answer {
        let request = request.header("authorization", &self.credentials);
        Browser::new(self.server).send(request).await
    }

    /// The answer; none if the server is gone.
    pub(crate) async fn try_send(&self, request: Request) -> Option<Answer> {
        let request = request.header("authorization", &self.credentials);
        Browser::new(self.server).try_send(request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::new("GET", path)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(Request::new("DELETE", path)).await
    }

    pub(crate) async fn put(&self, path: &str, body: impl Into<Vec<u8>>) -> Answer {
        self.send(Request::new("PUT", path).body(body)).await
    }

    /// Creates a repository.
    pub(crate) async fn create(&self, key: &str, more: Value) -> Answer {
        let mut wanted = json!({"rclass": "local", "packageType": "generic"});
        let fields = more.as_object().expect("an object").clone();
        wanted.as_object_mut().expect("an object").extend(fields);
        self.send(Request::new("PUT", &format!("{REPOSITORIES}/{key}")).json(&wanted)).await
    }
}

/// The records of all packages in a data directory whose server has stopped.
pub(crate) fn records_of_packages(place: &Place) -> Vec<Value> {
    let listed = place.run(&["audit", "list", "--platform", "--data", "{data}"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let streams = listed.split_whitespace().filter(|word| word.starts_with("package/"));
    let records = streams.flat_map(|stream| {
        let shown = place.run(&["audit", "show", stream, "--json", "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let lines = shown.lines().filter_map(|line| serde_json::from_str(line).ok());
        lines.collect::<Vec<Value>>()
    });
    records.collect()
}

/// A server with the repository `files`, the administrator Ann and the user Bob, who has no permission.
pub(crate) struct Stage {
    pub(crate) place: Place,
    pub(crate) server: Server,
    pub(crate) ann: String,
    pub(crate) bob: String,
}

impl Stage {
    pub(crate) async fn new() -> Self {
        Self::at(Place::new()).await
    }

    /// The same, where the server may connect to these addresses.
    pub(crate) async fn reaching(addresses: &[SocketAddr]) -> Self {
        let allowed: Vec<_> =
            addresses.iter().map(|to| format!("\"{}/32:{}\"", to.ip(), to.port())).collect();
        let settings = format!("[outbound]\nallow = [{}]\n", allowed.join(", "));
        Self::at(Place::new().with_settings(&settings)).await
    }

    /// The same at a place of its own.
    pub(crate) async fn at(place: Place) -> Self {
        own(&place).await.stop();
        let added = place.run(&["user", "add", "bob", "--data", "{data}"]);
        assert!(added.status.success());
        let (ann, bob) = (token_of(&place, ANN, "1h"), token_of(&place, "bob", "1h"));
        let stage = Self { server: place.start(), place, ann, bob };
        assert_eq!(stage.ann().create("files", json!({"notes": "ask ann"})).await.status, 200);
        for path in ["team/a.txt", "team/deep/b.txt", "team/keys/x.key", "other/c.txt"] {
            assert_eq!(
                stage.ann().put(&format!("/artifactory/files/{path}"), path).await.status,
                201
            );
        }
        stage
    }

    /// The same with another repository.
    pub(crate) async fn with(key: &str, package_type: &str) -> Self {
        let stage = Self::new().await;
        let created = stage.ann().create(key, json!({"packageType": package_type})).await;
        assert_eq!(created.status, 200);
        stage
    }

    /// The same after a restart of the server.
    pub(crate) fn restarted(self) -> Self {
        let Self { place, server, ann, bob } = self;
        server.stop();
        Self { server: place.start(), place, ann, bob }
    }

    /// The same with other settings.
    pub(crate) fn restarted_with(self, settings: &str) -> Self {
        let Self { place, server, ann, bob } = self;
        server.stop();
        let place = place.with_settings(settings);
        Self { server: place.start(), place, ann, bob }
    }

    pub(crate) fn ann(&self) -> Client<'_> {
        Client::new(&self.server, &self.ann)
    }

    pub(crate) fn bob(&self) -> Client<'_> {
        Client::new(&self.server, &self.bob)
    }

    /// A program without credentials.
    pub(crate) async fn anyone(&self, request: Request) -> Answer {
        Browser::new(&self.server).send(request).await
    }

    pub(crate) async fn bearer(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut request =
            Request::new(method, path).header("authorization", &format!("Bearer {}", self.ann));
        if let Some(body) = body {
            request = request.json(&body);
        }
        Browser::new(&self.server).send(request).await
    }

    /// Sets what the permission `team` grants.
    pub(crate) async fn grant(&self, artifact: Value) {
        let path = format!("{PERMISSIONS}/team/artifact");
        let changed = self.bearer("PUT", &path, Some(artifact.clone())).await;
        if changed.status == 404 {
            let new = json!({"name": "team", "resources": {"artifact": artifact}});
            let made = self.bearer("POST", PERMISSIONS, Some(new)).await;
            assert_eq!(made.status, 201, "{:?}", made.json());
        } else {
            assert_eq!(changed.status, 200, "{:?}", changed.json());
        }
    }

    pub(crate) async fn revoke_token_of_bob(&self) {
        let mut ann = signed_in(&self.server).await;
        let tokens = ann.get("/access/api/v1/tokens").await.json();
        let mut tokens = tokens["tokens"].as_array().expect("tokens").iter();
        let of_bob = tokens.find(|token| token["subject"] == "bob").expect("a token");
        let id = of_bob["token_id"].as_str().expect("an id");
        assert_eq!(ann.delete(&format!("/access/api/v1/tokens/{id}")).await.status, 200);
    }

    /// What Bob may do below `team/` from now on.
    pub(crate) async fn grant_bob(&self, actions: &[&str]) {
        let targets =
            json!({"files": {"include_patterns": ["team/**"], "exclude_patterns": ["**/*.key"]}});
        self.grant(json!({"actions": {"users": {"bob": actions}}, "targets": targets})).await;
    }
}
