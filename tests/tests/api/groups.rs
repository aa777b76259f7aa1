//! Groups: what they give to their members, over the console's calls and the public API, and what they cannot do.

use serde_json::{Value, json};
use waybill_tests::{Browser, Server, run};

use crate::people::{administered, chosen, created, ended, outcome, place};
use crate::{ANN, PASSWORD};

const USERS: &str = "access/api/ui/users";
const GROUPS: &str = "access/api/ui/groups";

/// Creates a user who has signed in.
pub(crate) async fn user(server: &Server, admin: &mut Browser, name: &str) -> (String, Browser) {
    let (person, token) = created(admin, name).await;
    let mut browser = Browser::visiting(server).await;
    assert_eq!(chosen(&mut browser, &token, PASSWORD).await.status, 200);
    browser.sign_in(name, PASSWORD).await;
    (person, browser)
}

fn names(answer: &Value, list: &str) -> Vec<String> {
    let rows = answer[list].as_array().expect("a list").iter();
    rows.map(|row| row["name"].as_str().expect("a name").to_owned()).collect()
}

/// covers: [ROLE-03]
#[test]
fn a_group_gives_its_members_rights_as_long_as_they_are_in_it() {
    run(async {
        let place = place();
        let (server, mut ann) = administered(&place).await;
        let (_, mut bob) = user(&server, &mut ann, "bob").await;
        let project = json!({"project_key": "blue", "display_name": "Blue"});
        assert_eq!(ann.post("projects", project).await.status, 200);

        assert_eq!(outcome(&bob.get(GROUPS).await), ended(403, "not_authorized"));
        let group = json!({"name": "Builders", "description": "Who builds"});
        assert_eq!(ann.post(GROUPS, group.clone()).await.status, 200);
        assert_eq!(outcome(&ann.post(GROUPS, group).await), ended(409, "group_name_taken"));
        let roles = json!({"roles": ["Project Admin"]});
        let given = ann.put("projects/blue/groups/builders", roles).await;
        assert_eq!((given.status, &given.json()["name"]), (200, &json!("Builders")));
        let members = format!("{GROUPS}/Builders/members");
        let joined = ann.patch(&members, json!({"add": ["bob"]})).await;
        assert_eq!((joined.status, &joined.json()["members"]), (200, &json!(1)));
        assert_eq!(bob.get("projects/blue/users").await.status, 200, "by the group");
        assert_eq!(
            names(&ann.get(&format!("{USERS}?group=builders")).await.json(), "users"),
            ["bob"]
        );
        let listed = ann.get(&format!("{USERS}?role=project_admin")).await.json();
        assert_eq!(names(&listed, "users"), ["bob"]);

        // Administration by a group, and without it.
        let own = format!("{GROUPS}/Builders");
        assert_eq!(ann.patch(&own, json!({"admin": true, "edits": 0})).await.status, 200);
        assert_eq!(bob.get(USERS).await.status, 200);
        let outdated = ann.patch(&own, json!({"admin": false, "edits": 0})).await;
        assert_eq!(outcome(&outdated), ended(409, "edited_meanwhile"));
        assert_eq!(ann.patch(&members, json!({"remove": ["bob"]})).await.status, 200);
        assert_eq!(bob.get(USERS).await.status, 403);
        assert_eq!(bob.get("projects/blue/users").await.status, 403);

        // A deleted group gives nothing, and another one of its name has none of its members.
        assert_eq!(ann.patch(&members, json!({"add": ["bob"]})).await.status, 200);
        assert_eq!(ann.delete(&own).await.status, 200);
        assert_eq!(bob.get(USERS).await.status, 403);
        assert_eq!(ann.post(GROUPS, json!({"name": "builders"})).await.json()["members"], 0);
        assert!(server.stop().success());
        let replayed = place.run(&["audit", "replay", "--platform", "--data", "{data}"]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
        let listed = place.run(&["audit", "list", "--platform", "--data", "{data}"]);
        assert!(String::from_utf8_lossy(&listed.stdout).contains("group/g_"));
    });
}

#[test]
fn bad_groups_and_members_get_clear_errors() {
    run(async {
        let place = place();
        let (_server, mut ann) = administered(&place).await;
        for name in ["", "a/b", "a\u{202e}b", &"n".repeat(65), &"n".repeat(10_000)] {
            let answer = ann.post(GROUPS, json!({"name": name})).await;
            assert!(matches!(answer.status, 400 | 422), "{name}: {}", answer.status);
        }
        assert_eq!(ann.post(GROUPS, json!({"name": "Readers"})).await.status, 200);
        let members = format!("{GROUPS}/Readers/members");
        let itself = ann.patch(&members, json!({"add": ["readers"]})).await;
        assert_eq!(outcome(&itself), ended(400, "member_is_a_group"));
        // One unknown name, and no user joins.
        let unknown = ann.patch(&members, json!({"add": [ANN, "unknown"]})).await;
        assert_eq!(
            (unknown.status, unknown.json()["error"]["field"].as_str()),
            (404, Some("name"))
        );
        assert_eq!(ann.get(GROUPS).await.json()["groups"][0]["members"], 0);
        let users = ann.get(USERS).await.json();
        let own = format!("{USERS}/{}", users["users"][0]["person"].as_str().expect("an id"));
        let absent = ann.patch(&own, json!({"groups": ["no such group"]})).await;
        assert_eq!(outcome(&absent), ended(422, "account_refused"));
        assert_eq!(ann.delete(&format!("{GROUPS}/nothing")).await.status, 404);

        // The last administrator is one by a group only: the group has to stay.
        assert_eq!(ann.post(GROUPS, json!({"name": "Admins", "admin": true})).await.status, 200);
        assert_eq!(ann.patch(&own, json!({"groups": ["Admins"]})).await.status, 200);
        assert_eq!(ann.patch(&own, json!({"admin": false})).await.json()["effective_admin"], true);
        let kept = [
            ann.delete(&format!("{GROUPS}/Admins")).await,
            ann.patch(&format!("{GROUPS}/Admins"), json!({"admin": false})).await,
            ann.patch(&format!("{GROUPS}/Admins/members"), json!({"remove": [ANN]})).await,
            ann.patch(&own, json!({"groups": []})).await,
        ];
        for answer in kept {
            assert_eq!(answer.status, 422, "{}", answer.json());
        }
    });
}
