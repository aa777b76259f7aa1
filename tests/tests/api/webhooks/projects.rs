//! Webhooks of projects: who may do what with them, and what they are sent.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, Server, run};

use super::receiver::{Received, Receiver};
use super::{CONSOLE, SUBSCRIPTIONS, create, deliveries, deploys, disabled, settings, webhook};
use crate::ANN;
use crate::projects::with_projects;
use crate::stage::Client;
use crate::tokens::token_of;

const REPOSITORIES: &str = "/artifactory/api/repositories";
const BUILD: &str = "/artifactory/api/build";

/// The project `blue`, which Bob administers, and `red`, which Carl administers, with a repository each; and a
/// repository of no project.
struct Projects {
    server: Server,
    ann: Browser,
    bob: Browser,
    carl: Browser,
    /// The tokens of the three.
    tokens: [String; 3],
}

impl Projects {
    async fn at(place: &Place) -> Self {
        let (server, mut ann, mut bob, mut carl) = with_projects(place).await;
        set_role(&mut ann, "blue", "bob", "Project Admin").await;
        set_role(&mut ann, "red", "carl", "Project Admin").await;
        assert!(server.stop().success());
        let tokens = [ANN, "bob", "carl"].map(|user| token_of(place, user, "1h"));
        let server = place.start();
        for browser in [&mut ann, &mut bob, &mut carl] {
            browser.move_to(&server);
        }
        let client = Client::new(&server, &tokens[0]);
        for (key, more) in [
            ("blue-local", json!({"projectKey": "blue"})),
            ("red-local", json!({"projectKey": "red"})),
            ("files", json!({})),
        ] {
            assert_eq!(client.create(key, more).await.status, 200, "{key}");
        }
        Self { server, ann, bob, carl, tokens }
    }
}

async fn set_role(ann: &mut Browser, project: &str, user: &str, role: &str) {
    let set = ann.put(&format!("projects/{project}/users/{user}"), json!({"roles": [role]})).await;
    assert_eq!(set.status, 200, "{}", set.json());
}

fn of_project(project: &str, mut wanted: Value) -> Value {
    wanted["project_key"] = json!(project);
    wanted
}

async fn upload(client: &Client<'_>, path: &str) {
    assert_eq!(client.put(&format!("/artifactory/{path}"), "x").await.status, 201, "{path}");
}

/// What Bob asks for and does not get: the webhook, the status, the field and the sentence.
fn refused(receiver: &Receiver) -> Vec<(Value, u16, Value, &'static str)> {
    let named = |key: &str| {
        let criteria = json!({"repoKeys": [key]});
        of_project("blue", webhook("hook", receiver, &json!(["artifact", ["deployed"]]), &criteria))
    };
    let users = webhook("hook", receiver, &json!(["user", ["locked"]]), &json!({}));
    vec![
        (
            deploys("hook", receiver),
            400,
            json!("project_key"),
            "Name a project that you administer.",
        ),
        (
            of_project("red", deploys("hook", receiver)),
            404,
            Value::Null,
            "There is no such project.",
        ),
        (
            of_project("none", deploys("hook", receiver)),
            404,
            Value::Null,
            "There is no such project.",
        ),
        (
            named("red-local"),
            400,
            json!("event_filter.criteria"),
            "There is no repository 'red-local' in the project 'blue'.",
        ),
        (
            named("none"),
            400,
            json!("event_filter.criteria"),
            "There is no repository 'none' in the project 'blue'.",
        ),
        (
            of_project("blue", users),
            400,
            json!("event_filter.event_types"),
            "A webhook of a project has events of files, properties, images, builds or the archive: others belong to \
             no project.",
        ),
    ]
}

/// covers: [HOOK-01, HOOK-02, ROLE-03]
#[test]
fn webhooks_of_a_project_are_for_its_administrators() {
    run(async {
        let receiver = Receiver::start().await;
        let place = Place::new().with_settings(&settings(&[receiver.address]));
        let Projects { server, mut bob, mut carl, tokens, .. } = Projects::at(&place).await;
        let [by_ann, by_bob, by_carl] = [0, 1, 2].map(|of| Client::new(&server, &tokens[of]));
        create(&by_ann, &deploys("all-hook", &receiver)).await;
        for (wanted, status, field, sentence) in refused(&receiver) {
            let answer = bob.post(CONSOLE, wanted.clone()).await;
            let problem = answer.json()["error"].clone();
            assert_eq!(
                (answer.status, &problem["field"], &problem["message"]),
                (status, &field, &json!(sentence)),
                "{wanted}"
            );
        }
        let mut blue = of_project("blue", deploys("blue-hook", &receiver));
        blue["handlers"][0]["secret"] = json!("blue-canary");
        assert_eq!(create(&by_bob, &blue).await["project_key"], json!("blue"));

        // To others, and that of the installation to Bob, it is as if it did not exist.
        let one = format!("{SUBSCRIPTIONS}/blue-hook");
        let of_all = format!("{SUBSCRIPTIONS}/all-hook");
        for (method, path) in [
            ("GET", one.clone()),
            ("PUT", one.clone()),
            ("DELETE", one.clone()),
            ("GET", format!("{one}/deliveries")),
            ("POST", format!("{one}/deliveries/msg_1/redeliver")),
            ("POST", format!("{SUBSCRIPTIONS}/test")),
        ] {
            let request = |wanted: &Value| Request::new(method, &path).json(wanted);
            assert_eq!(by_carl.send(request(&blue)).await.status, 404, "{method} {path}");
        }
        for (method, path) in [("GET", &of_all), ("PUT", &of_all), ("DELETE", &of_all)] {
            let request = Request::new(method, path).json(&blue);
            assert_eq!(by_bob.send(request).await.status, 404, "{method} {path}");
        }
        let in_console = format!("{CONSOLE}/blue-hook");
        for (path, body) in [
            (format!("{in_console}/pause"), json!({"paused": true})),
            (format!("{in_console}/secret"), json!({"secret": "other-canary"})),
            (format!("{CONSOLE}/echo"), blue.clone()),
        ] {
            assert_eq!(carl.post(&path, body).await.status, 404, "{path}");
        }
        assert_eq!(carl.delete(&format!("{in_console}/earlier-secret")).await.status, 404);
        assert_eq!(carl.get(&format!("{in_console}/deliveries/msg_1")).await.status, 404);
        assert_eq!(by_carl.get(SUBSCRIPTIONS).await.json(), json!([]));
        let keys = |listed: Value| -> Vec<Value> {
            let listed = listed.as_array().expect("a list").clone();
            listed.iter().map(|webhook| webhook["key"].clone()).collect()
        };
        assert_eq!(keys(by_bob.get(SUBSCRIPTIONS).await.json()), ["blue-hook"]);
        assert_eq!(keys(by_ann.get(SUBSCRIPTIONS).await.json()), ["all-hook", "blue-hook"]);

        // Bob tests, pauses and changes it. Its project stays.
        let mut kept = deploys("blue-hook", &receiver);
        kept["handlers"][0]["keep_secret"] = json!(true);
        let tested = bob.post(&format!("{CONSOLE}/test"), kept.clone()).await.json();
        assert_eq!(tested["result"], json!("success"), "{tested}");
        assert_eq!(receiver.all().len(), 1);
        for (path, body) in [
            (format!("{in_console}/pause"), json!({"paused": true})),
            (format!("{in_console}/secret"), json!({"secret": "second-canary"})),
        ] {
            assert_eq!(bob.post(&path, body).await.status, 200, "{path}");
        }
        let changed = bob.put(&in_console, kept.clone()).await;
        assert_eq!((changed.status, &changed.json()["project_key"]), (200, &json!("blue")));
        for (project, client) in [("red", &by_bob), ("red", &by_ann), ("none", &by_bob)] {
            let request = Request::new("PUT", &one).json(&of_project(project, kept.clone()));
            assert_eq!(client.send(request).await.status, 400, "{project}");
        }
        assert_eq!(by_bob.get(&one).await.json()["project_key"], json!("blue"));
        assert_eq!(by_bob.delete(&one).await.status, 204);
    });
}

/// covers: [HOOK-05, ROLE-03]
#[test]
fn the_form_of_a_webhook_of_a_project_chooses_from_what_is_in_it() {
    run(async {
        let place = Place::new().with_settings(&settings(&[]));
        let Projects { server, mut ann, mut bob, tokens, .. } = Projects::at(&place).await;
        let by_ann = Client::new(&server, &tokens[0]);
        for project in ["blue", "red"] {
            let name = format!("{project}-shop");
            let sent =
                Request::new("PUT", &format!("{BUILD}?project={project}")).json(&run_of(&name));
            assert_eq!(by_ann.send(sent).await.status, 204);
            upload(&by_ann, &format!("{project}-local/a.txt")).await;
        }
        for (path, expected) in [
            (
                "webhook-lists/repositories?type=local&projectKey=blue",
                json!({"repositories": ["blue-local"]}),
            ),
            ("webhook-lists/builds?projectKey=blue", json!({"builds": ["blue-shop"]})),
            ("webhook-lists/proxies", json!({"proxies": []})),
        ] {
            let listed = bob.get(path).await;
            assert_eq!((listed.status, listed.json()), (200, expected), "{path}");
        }
        for (path, status) in [
            ("webhook-lists/repositories?type=local", 400),
            ("webhook-lists/builds", 400),
            ("webhook-lists/repositories?type=local&projectKey=red", 404),
            ("webhook-lists/builds?projectKey=red", 404),
            ("webhook-lists/bundles", 403),
            ("webhook-lists/environments", 403),
        ] {
            assert_eq!(bob.get(path).await.status, status, "{path}");
        }
        let all = ann.get("webhook-lists/builds").await.json();
        assert_eq!(all, json!({"builds": ["blue-shop", "red-shop"]}));
        let wanted =
            json!({"domain": "artifact", "event_types": [], "criteria": {"anyLocal": true}});
        let blue = format!("{CONSOLE}/preview?projectKey=blue");
        let preview = bob.post(&blue, wanted.clone()).await.json();
        assert_eq!(preview["names"], json!(["blue-local"]), "{preview}");
        assert_eq!(preview["files"], json!(["blue-local/a.txt"]), "{preview}");
        let builds = json!({"domain": "build", "event_types": [], "criteria": {"anyBuild": true}});
        assert_eq!(bob.post(&blue, builds).await.json()["names"], json!(["blue-shop"]));
        let red = format!("{CONSOLE}/preview?projectKey=red");
        assert_eq!(bob.post(&red, wanted.clone()).await.status, 404);
        assert_eq!(bob.post(&format!("{CONSOLE}/preview"), wanted).await.status, 400);
    });
}

fn run_of(name: &str) -> Value {
    json!({
        "version": "1.0.1", "name": name, "number": "7",
        "started": "2026-11-28T10:00:00.000+0000", "modules": [],
    })
}

/// covers: [HOOK-04, ROLE-03]
#[test]
fn a_webhook_of_a_project_is_sent_what_happens_there() {
    run(async {
        let (of_files, of_builds) = (Receiver::start().await, Receiver::start().await);
        let red = Receiver::start().await;
        let allowed = [of_files.address, of_builds.address, red.address];
        let place = Place::new().with_settings(&settings(&allowed));
        let Projects { server, mut ann, tokens, .. } = Projects::at(&place).await;
        let [by_ann, by_bob, by_carl] = [0, 1, 2].map(|of| Client::new(&server, &tokens[of]));
        create(&by_bob, &of_project("blue", deploys("blue-files", &of_files))).await;
        let events = json!(["build", ["uploaded", "deleted"]]);
        let builds = webhook("blue-builds", &of_builds, &events, &json!({"anyBuild": true}));
        create(&by_bob, &of_project("blue", builds)).await;
        create(&by_carl, &of_project("red", deploys("red-files", &red))).await;

        // What comes last shows that nothing of the others has come before.
        for path in ["files/a.txt", "red-local/a.txt", "blue-local/a.txt"] {
            upload(&by_ann, path).await;
        }
        let repositories = |received: Vec<Received>| -> Vec<Value> {
            received.iter().map(|one| one.json()["data"]["repo_key"].clone()).collect()
        };
        assert_eq!(repositories(of_files.received(1).await), ["blue-local"]);
        assert_eq!(repositories(red.received(1).await), ["red-local"]);
        for query in ["", "?project=red", "?project=blue"] {
            let sent = Request::new("PUT", &format!("{BUILD}{query}")).json(&run_of("shop"));
            assert_eq!(by_ann.send(sent).await.status, 204, "{query}");
        }
        for query in ["", "&project=red", "&project=blue"] {
            let path = format!("{BUILD}/shop?buildNumbers=7{query}");
            assert_eq!(by_ann.delete(&path).await.status, 200, "{query}");
        }
        let events: Vec<String> = of_builds.received(2).await.iter().map(Received::event).collect();
        assert_eq!(events, ["build.uploaded", "build.deleted"]);

        // A repository that leaves the project takes its events with it.
        let moved = Request::new("POST", &format!("{REPOSITORIES}/red-local"))
            .json(&json!({"projectKey": "blue"}));
        assert_eq!(by_ann.send(moved).await.status, 200);
        let made = by_ann.create("red-two", json!({"projectKey": "red"})).await;
        assert_eq!(made.status, 200);
        for path in ["red-local/b.txt", "red-two/b.txt"] {
            upload(&by_ann, path).await;
        }
        assert_eq!(repositories(red.received(2).await), ["red-local", "red-two"]);
        assert_eq!(repositories(of_files.received(2).await), ["blue-local", "red-local"]);

        // Bob administers nothing any longer: nothing is sent on his behalf, and he sees none of it.
        set_role(&mut ann, "blue", "bob", "Viewer").await;
        upload(&by_ann, "blue-local/c.txt").await;
        deliveries(&by_ann, "blue-files", "dead", 1).await;
        let disabled = disabled(&by_ann, "blue-files").await;
        assert_eq!(disabled["disabled_because"], json!("owner_without_rights"), "{disabled}");
        assert_eq!(of_files.all().len(), 2);
        assert_eq!(by_bob.get(SUBSCRIPTIONS).await.status, 403);
        // Another administrator of the project takes it over by changing it.
        set_role(&mut ann, "blue", "carl", "Project Admin").await;
        let path = format!("{SUBSCRIPTIONS}/blue-files");
        let request = Request::new("PUT", &path).json(&deploys("blue-files", &of_files));
        assert_eq!(by_carl.send(request).await.status, 200);
        upload(&by_ann, "blue-local/d.txt").await;
        let received = of_files.received(3).await;
        assert_eq!(received[2].json()["data"]["path"], json!("d.txt"));
    });
}
