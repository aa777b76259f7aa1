//! Members of projects: administrators of a project change those of their own project, and no others.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Server, Tab, run};

use crate::{ANN, PASSWORD, own};

const USERS: &str = "access/api/ui/users";

/// A server with its administrator, two projects, and two users.
pub(crate) async fn with_projects(place: &Place) -> (Server, Browser, Browser, Browser) {
    let server = own(place).await;
    let mut ann = Browser::visiting(&server).await;
    ann.sign_in(ANN, PASSWORD).await;
    for key in ["blue", "red"] {
        let project = json!({"project_key": key, "display_name": key});
        assert_eq!(ann.post("projects", project).await.status, 200);
    }
    let mut users = Vec::new();
    for name in ["bob", "carl"] {
        let created = ann.post(USERS, json!({"name": name})).await.json();
        let link = created["link"]["link"].as_str().expect("a link").to_owned();
        let (_, token) = link.split_once("#token=").expect("a token");
        let mut user = Browser::visiting(&server).await;
        let chosen = json!({"token": token, "password": PASSWORD});
        assert_eq!(user.post("ui/auth/passwordLink", chosen).await.status, 200);
        user.sign_in(name, PASSWORD).await;
        users.push(user);
    }
    let carl = users.pop().expect("two users");
    let bob = users.pop().expect("two users");
    (server, ann, bob, carl)
}

fn place() -> Place {
    Place::new().with_settings("[installation.access]\nmfa_required = \"nobody\"\n")
}

fn roles(role: &str) -> Value {
    json!({"roles": [role]})
}

/// The keys of the projects that a user is shown.
async fn listed(browser: &mut Browser) -> Vec<String> {
    let answer = browser.get("projects").await.json();
    let keys = answer.as_array().expect("a list").iter();
    keys.map(|project| project["project_key"].as_str().expect("a key").to_owned()).collect()
}

/// The ids of the settings of a project in the menus of a session.
async fn settings_of(browser: &mut Browser, project: &str) -> Vec<String> {
    let menus = browser.get(&format!("session/menu?project={project}")).await.json();
    let items = menus["sections"]["project_settings"].as_array().expect("a list").clone();
    items.iter().map(|item| item["id"].as_str().expect("an id").to_owned()).collect()
}

/// covers: [ROLE-03, MENU-01]
#[test]
fn an_administrator_of_a_project_administers_that_project_only() {
    run(async {
        let place = place();
        let (server, mut ann, mut bob, mut carl) = with_projects(&place).await;
        assert!(listed(&mut bob).await.is_empty(), "no member of any project");
        let refused = bob.put("projects/blue/users/bob", roles("Project Admin")).await;
        assert_eq!((refused.status, refused.code().as_str()), (403, "not_authorized"));
        let mut tab = Tab::open(&mut bob).await;
        tab.go("/session-activity").await;
        assert!(settings_of(&mut bob, "blue").await.is_empty());

        let made = ann.put("projects/blue/users/bob", roles("Project Admin")).await;
        let expected = json!({"name": "bob", "roles": ["Project Admin"], "enabled": true});
        assert_eq!((made.status, made.json()), (200, expected.clone()));
        // The session that is open receives the role.
        tab.receive_until(|tab| {
            // while start-up gathers the rest, the menus are empty
            let facts = |change: &Value| {
                change["to"] == "ready" && change.to_string().contains(r#""administers":["blue"]"#)
            };
            tab.changes.iter().any(facts)
        })
        .await;
        assert_eq!(listed(&mut bob).await, ["blue"]);
        let settings = settings_of(&mut bob, "blue").await;
        assert_eq!(
            settings,
            ["project_general", "project_members", "project_groups", "project_webhooks"]
        );
        assert!(settings_of(&mut bob, "red").await.is_empty(), "another project");

        let members = bob.get("projects/blue/users").await.json();
        assert_eq!(members, json!({"members": [expected]}));
        assert_eq!(bob.put("projects/blue/users/carl", roles("Viewer")).await.status, 200);
        assert_eq!(listed(&mut carl).await, ["blue"]);
        assert_eq!(carl.get("projects/blue").await.json()["display_name"], "blue");
        for (who, path) in [(&mut carl, "projects/blue/users"), (&mut bob, "projects/red/users")] {
            assert_eq!(who.get(path).await.status, 403, "{path}");
        }
        assert_eq!(carl.get("projects/red").await.status, 404);
        assert_eq!(bob.put("projects/red/users/bob", roles("Viewer")).await.status, 403);
        assert_eq!(bob.put("projects/none/users/bob", roles("Viewer")).await.status, 403);
        assert_eq!(ann.put("projects/none/users/bob", roles("Viewer")).await.status, 404);
        assert_eq!(bob.get(USERS).await.status, 403, "not the users of the installation");

        assert_eq!(bob.delete("projects/blue/users/carl").await.status, 200);
        assert_eq!(bob.delete("projects/blue/users/carl").await.status, 404);
        assert!(listed(&mut carl).await.is_empty());
        // The role survives a restart, and its end is effective at once.
        assert!(server.stop().success());
        let server = place.start();
        ann.move_to(&server);
        bob.move_to(&server);
        assert_eq!(listed(&mut bob).await, ["blue"]);
        assert_eq!(ann.put("projects/blue/users/bob", roles("Viewer")).await.status, 200);
        assert_eq!(bob.get("projects/blue/users").await.status, 403);
    });
}

/// covers: [ROLE-03]
#[test]
fn bad_members_get_clear_errors() {
    run(async {
        let place = place();
        let (_server, mut ann, ..) = with_projects(&place).await;
        for body in [json!({}), roles("Owner"), roles("project admin"), json!({"roles": []})] {
            let answer = ann.put("projects/blue/users/bob", body.clone()).await;
            assert_eq!(answer.status, 400, "{body}");
        }
        let two = json!({"roles": ["Viewer", "Project Admin"]});
        let answer = ann.put("projects/blue/users/bob", two).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_role"));
        let other = json!({"name": "carl", "roles": ["Viewer"]});
        assert_eq!(ann.put("projects/blue/users/bob", other).await.status, 400);
        let long = "x".repeat(5_000);
        for name in ["nemo", "%20", "a%2Fb", long.as_str()] {
            let answer = ann.put(&format!("projects/blue/users/{name}"), roles("Viewer")).await;
            assert!(matches!(answer.status, 400 | 404), "{name}: {}", answer.status);
            let answer = ann.delete(&format!("projects/blue/users/{name}")).await;
            assert!(matches!(answer.status, 400 | 404), "{name}: {}", answer.status);
        }
        let mut visitor = ann.beside();
        let answer = visitor.put("projects/blue/users/bob", roles("Viewer")).await;
        assert!(matches!(answer.status, 401 | 403), "{}", answer.status);
        // One hundred projects for one user are the most.
        for number in 0..101 {
            let key = format!("p{number}");
            let project = json!({"project_key": key, "display_name": key});
            assert_eq!(ann.post("projects", project).await.status, 200);
            let answer = ann.put(&format!("projects/{key}/users/bob"), roles("Viewer")).await;
            let expected = if number < 100 { 200 } else { 422 };
            assert_eq!(answer.status, expected, "{number}: {}", answer.json());
        }
    });
}
