//! Groups and their members, in the requests of Entra ID and Okta.

use serde_json::{Value, json};
use waybill_tests::run;

use super::{
    Fixture, GROUP, GROUPS, ProvisioningClient, accepted, id_of, is, made, nothing, refused, text,
};

fn member(id: &str) -> Value {
    json!({"value": id})
}

/// covers: [SCIM-01, SCIM-04]
#[test]
fn members_join_and_leave_in_the_ways_of_entra_id_and_okta() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client.clone();
        let (ben, cara) = (client.user("ben").await, client.user("cara").await);
        let new = json!({
            "schemas": [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
            "externalId": "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159", "displayName": "Developers",
            "meta": {"resourceType": "Group"},
        });
        let group = made(&client.sends("POST", "/Groups", &new).await);
        let id = id_of(&group);
        assert!(group.get("members").is_none(), "{group}");
        let one = format!("/Groups/{id}");
        let filter = "/Groups?excludedAttributes=members&filter=displayName+eq+%22developers%22";
        let found = accepted(&client.get(filter).await);
        assert_eq!((&found["totalResults"], &found["Resources"][0]["id"]), (&json!(1), &json!(id)));

        let add =
            json!([{"op": "Add", "path": "members", "value": [{"$ref": null, "value": ben}]}]);
        nothing(&client.patches(&one, add.clone()).await);
        nothing(&client.patches(&one, add).await);
        assert_eq!(client.members(&id).await, std::slice::from_ref(&ben));
        let add =
            json!([{"op": "add", "path": "members", "value": [{"value": cara, "display": "c"}]}]);
        let shown = client.patches(&format!("{one}?attributes=members"), add).await;
        assert_eq!(accepted(&shown)["members"].as_array().map(Vec::len), Some(2));
        let user = accepted(&client.get(&format!("/Users/{ben}")).await);
        assert_eq!(
            (&user["groups"][0]["value"], &user["groups"][0]["display"]),
            (&json!(id), &json!("Developers"))
        );
        let by_group = format!("/Users?filter=groups.value+eq+%22{id}%22");
        assert_eq!(accepted(&client.get(&by_group).await)["totalResults"], 2);
        let by_member = format!("/Groups?filter=members+eq+%22{ben}%22&attributes=displayName");
        let found = accepted(&client.get(&by_member).await);
        assert_eq!(text(&found["Resources"][0], "displayName"), "Developers");
        assert!(found["Resources"][0].get("members").is_none(), "{found}");
        assert_eq!(fixture.account(&ben).await["groups"], json!(["Developers"]));

        let entra = json!([{"op": "Remove", "path": "members", "value": [{"value": ben}]}]);
        nothing(&client.patches(&one, entra).await);
        assert_eq!(client.members(&id).await, std::slice::from_ref(&cara));
        let path = format!("members[value eq \"{cara}\"]");
        let okta = json!([{"op": "remove", "path": path}]);
        nothing(&client.patches(&one, okta.clone()).await);
        nothing(&client.patches(&one, okta).await);
        assert_eq!(client.members(&id).await, [""; 0]);

        let renamed = json!([{"op": "replace", "value": {"id": id, "displayName": "Builders"}}]);
        nothing(&client.patches(&one, renamed).await);
        let listed = fixture.ann.get(GROUPS).await.json();
        assert_eq!(listed["groups"][0]["name"], "Builders");
        assert_eq!(listed["groups"][0]["provisioned"], json!(true));
        let whole = json!({"schemas": [GROUP], "displayName": "Builders",
            "members": [member(&ben), member(&cara), member(&ben)]});
        let group = accepted(&client.sends("PUT", &one, &whole).await);
        assert_eq!(group["members"].as_array().map(Vec::len), Some(2));
        assert!(group.get("externalId").is_none(), "{group}");

        // A removed user is no member, and a removed group gives nothing.
        nothing(&client.delete(&format!("/Users/{ben}")).await);
        assert_eq!(client.members(&id).await, std::slice::from_ref(&cara));
        nothing(&client.delete(&one).await);
        assert_eq!(refused(&client.get(&one).await), is(404, "not_found", None));
        assert_eq!(fixture.account(&cara).await["groups"], json!([]));
    });
}

/// covers: [SCIM-03]
#[test]
fn of_changes_at_the_same_time_none_is_lost() {
    run(async {
        let fixture = Fixture::new().await;
        let client = fixture.client.clone();
        let mut users = Vec::new();
        for number in 0..6 {
            users.push(client.user(&format!("user-{number}")).await);
        }
        let id = client.group("Developers", &[]).await;
        let add = |client: ProvisioningClient, group: String, user: String| async move {
            let add = json!([{"op": "add", "path": "members", "value": [{"value": user}]}]);
            client.patches(&format!("/Groups/{group}"), add).await
        };
        let adding =
            users.iter().map(|user| tokio::spawn(add(client.clone(), id.clone(), user.clone())));
        for added in adding.collect::<Vec<_>>() {
            nothing(&added.await.expect("a task"));
        }
        let mut members = client.members(&id).await;
        members.sort();
        users.sort();
        assert_eq!(members, users);
    });
}

/// covers: [SCIM-02]
#[test]
fn members_that_no_client_has_made_stay_and_cannot_be_added() {
    run(async {
        let mut fixture = Fixture::new().await;
        let client = fixture.client.clone();
        let ben = client.user("ben").await;
        let id = client.group("Developers", &[&ben]).await;
        // An administrator adds the own account.
        let joined = fixture
            .ann
            .patch(&format!("{GROUPS}/Developers/members"), json!({"add": ["ann"]}))
            .await;
        assert_eq!((joined.status, &joined.json()["members"]), (200, &json!(2)));
        assert_eq!(client.members(&id).await, std::slice::from_ref(&ben));
        let whole = json!({"schemas": [GROUP], "displayName": "Developers", "members": []});
        accepted(&client.sends("PUT", &format!("/Groups/{id}"), &whole).await);
        let listed = fixture.ann.get(GROUPS).await.json();
        assert_eq!(listed["groups"][0]["members"], json!(1));

        let ann = fixture.ann.get("access/api/ui/users?name=ann").await.json();
        let ann = text(&ann["users"][0], "person");
        for stranger in [ann.as_str(), "p_0", "", id.as_str()] {
            let add = json!([{"op": "add", "path": "members", "value": [member(stranger)]}]);
            let answer = client.patches(&format!("/Groups/{id}"), add).await;
            let wanted = is(400, "scim_invalid_value", Some("invalidValue"));
            assert_eq!(refused(&answer), wanted, "{stranger}");
        }
        assert_eq!(client.members(&id).await, [""; 0]);
    });
}
