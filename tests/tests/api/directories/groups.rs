//! Groups of a directory: mapped, in each other, and left again.

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::slapd::{group, group_name, person};
use super::{Fixture, accepted, changed, current, wanted, with_server};

const GROUPS: &str = "access/api/ui/groups";

async fn groups_of(browser: &mut Browser) -> Value {
    let mut groups = current(browser).await["groups"].clone();
    groups.as_array_mut().expect("a list").sort_by_key(ToString::to_string);
    groups
}

/// covers: [SSO-02, ROLE-03]
#[test]
fn groups_of_the_directory_lead_to_groups_here_and_out_of_them_again() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        for name in ["builders", "staff", "others"] {
            accepted(&fixture.ann.post(GROUPS, json!({"name": name})).await);
        }
        let map = json!({
            "Developers": "builders",
            "CN=Everyone, OU=groups,dc=example,dc=org": "staff",
            "operators": "others",
        });
        fixture.changes(json!({"group_map": map})).await;
        let mut carol = fixture.signed_in("carol").await;
        assert_eq!(groups_of(&mut carol).await, json!(["builders"]));
        assert_eq!(groups_of(&mut fixture.signed_in("dave").await).await, json!(["others"]));

        // With the groups of groups, in a circle.
        let nested = with_server(
            changed(wanted(fixture.slapd.port(), "starttls"), json!({"group_map": map})),
            json!({"nested_groups": true}),
        );
        accepted(&fixture.ann.put(&super::one("corporate"), nested.clone()).await);
        let mut carol = fixture.signed_in("carol").await;
        assert_eq!(groups_of(&mut carol).await, json!(["builders", "staff"]));
        let tested = accepted(&fixture.ann.post(super::TEST, json!({"user": "carol"})).await);
        assert_eq!(tested["user"]["groups"].as_array().map(Vec::len), Some(3), "{tested}");
        assert_eq!(tested["user"]["mapped_groups"], json!(["builders", "staff"]));

        // What is mapped no longer is left alone; what is mapped and not given is left.
        let other = changed(nested, json!({"group_map": {"operators": "staff"}}));
        accepted(&fixture.ann.put(&super::one("corporate"), other).await);
        let mut carol = fixture.signed_in("carol").await;
        assert_eq!(groups_of(&mut carol).await, json!(["builders"]));
    });
}

/// No directory makes administrators, neither by a map nor by a group that gives administration later.
///
/// covers: [SSO-02, ROLE-03]
#[test]
fn no_group_of_a_directory_gives_administration() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        accepted(&fixture.ann.post(GROUPS, json!({"name": "admins", "admin": true})).await);
        accepted(&fixture.ann.post(GROUPS, json!({"name": "later"})).await);
        for (map, status) in [
            (json!({"developers": "admins"}), 400),
            (json!({"developers": "unknown"}), 400),
            (json!({"developers": "later"}), 200),
        ] {
            let wanted =
                changed(wanted(fixture.slapd.port(), "starttls"), json!({"group_map": map}));
            let answer = fixture.ann.put(&super::one("corporate"), wanted).await;
            assert_eq!(answer.status, status, "{map}");
            if status == 400 {
                assert_eq!(answer.json()["error"]["field"], json!("group_map"));
            }
        }
        let change = json!({"admin": true, "edits": 0});
        accepted(&fixture.ann.patch(&format!("{GROUPS}/later"), change).await);
        let mut carol = fixture.signed_in("carol").await;
        assert_eq!(current(&mut carol).await["admin"], json!(false));
        assert_eq!(groups_of(&mut carol).await, json!([]));
    });
}

/// A directory with many groups and entries is asked for as little as is needed.
///
/// covers: [SSO-02]
#[test]
fn too_many_groups_are_a_refusal_and_no_part_of_them() {
    run(async {
        let many: Vec<String> =
            (0..600).map(|number| group(&format!("g{number}"), &[&person("dave")])).collect();
        let Some(mut fixture) = Fixture::with(json!({}), &many.concat()).await else { return };
        let (_, status, code) = fixture.signs_in("dave", &super::password_of("dave")).await;
        assert_eq!((status, code.as_str()), (503, "directory_unavailable"));
        let answer = fixture.ann.post(super::TEST, json!({"user": "dave"})).await;
        assert_eq!((answer.status, answer.code().as_str()), (503, "user_directory_unavailable"));
        assert!(answer.json()["error"]["message"].to_string().contains("too many groups"));
        // Another user of the same directory is not concerned.
        fixture.signed_in("carol").await;
        assert!(!group_name("g1").is_empty());
    });
}
