//! Whose account an identity is: linking, unlinking, invitations, new accounts, groups, and accounts that do not pass.

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use super::provider::Provider;
use super::{
    BEGIN, Fixture, IDENTITIES, IN, LINK, LINKED, accepted, code_of, identities, led, refused, who,
};
use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::{created, ended, is_signed_out, outcome};
use crate::signers::with;
use crate::{ANN, PASSWORD};

const USERS: &str = "access/api/ui/users";
pub(super) const GROUPS: &str = "access/api/ui/groups";

/// The account of a user by its name; null if there is none.
pub(super) async fn account(admin: &mut Browser, name: &str) -> Value {
    let listed = accepted(&admin.get(&format!("{USERS}?name={name}")).await);
    let users = listed["users"].as_array().expect("a list");
    users.iter().find(|user| user["name"] == name).cloned().unwrap_or_default()
}

/// covers: [SSO-01]
#[test]
fn an_identity_belongs_to_one_account_and_is_found_by_issuer_and_subject_alone() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let server = &fixture.server;
        let (_, mut carol) = user(server, &mut fixture.ann, "carol").await;
        // The identity of Bob is not linked to a second account.
        let callback = fixture.link(&mut carol, "carol", "bob").await;
        let answer = carol.get(&callback.path()).await;
        assert!(led(&answer).starts_with("/ui/"), "{}", led(&answer));
        assert_eq!(
            (who(&mut carol).await.as_str(), identities(&mut carol).await.len()),
            ("carol", 0)
        );
        let bob = Provider::user("bob");
        assert_eq!(who(&mut fixture.signed_in(&bob).await).await, "bob");

        // The same person with another mail address and name is the same.
        let renamed = with(bob.clone(), "email", json!("robert@example.org"));
        let renamed = with(renamed, "preferred_username", json!("ann"));
        assert_eq!(who(&mut fixture.signed_in(&renamed).await).await, "bob");

        // Another one with the mail address and the name of Bob, or of Ann, is a stranger.
        let mail = json!({"email": "ann@example.org"});
        let person = account(&mut fixture.ann, ANN).await["person"].clone();
        let own = format!("{USERS}/{}", person.as_str().expect("an id"));
        accepted(&fixture.ann.patch(&own, mail).await);
        let like = |name: &str| {
            let stranger =
                with(Provider::user("stranger"), "email", json!(format!("{name}@example.org")));
            with(stranger, "preferred_username", json!(name))
        };
        for stranger in [like("bob"), like(ANN)] {
            fixture.is_refused(&stranger, "a stranger with a known mail address").await;
        }
        // Subjects are compared as they are.
        for subject in ["Bob", "bob ", "b\u{f6}b", "bob\u{200b}"] {
            fixture.is_refused(&with(bob.clone(), "sub", json!(subject)), subject).await;
        }
    });
}

/// covers: [SSO-01]
#[test]
fn linking_and_unlinking_take_the_password_and_a_link_that_was_removed_passes_no_longer() {
    run(async {
        let mut fixture = Fixture::new().await;
        let mut bob = fixture.links().await;
        let missing = ended(400, "reauthentication_missing");
        assert_eq!(outcome(&bob.post(LINK, json!({})).await), missing);
        let own = identities(&mut bob).await;
        let id = own[0]["id"].as_str().expect("an id").to_owned();
        let one = format!("{IDENTITIES}/{id}");
        assert_eq!(outcome(&bob.delete(&one).await), missing);
        let wrong = ("bob", "not the password");
        let answer = with_password_of(&mut bob, wrong, "POST", LINK, json!({})).await;
        assert_eq!(outcome(&answer), ended(401, "wrong_password"));
        let answer = with_password_of(&mut bob, (ANN, PASSWORD), "POST", LINK, json!({})).await;
        assert_eq!(outcome(&answer), ended(403, "not_the_user"));
        let visitor = &mut Browser::visiting(&fixture.server).await;
        for path in [LINK, IDENTITIES] {
            let method = if path == LINK { "POST" } else { "GET" };
            let answer =
                with_password_of(visitor, ("bob", PASSWORD), method, path, json!({})).await;
            assert_eq!(answer.status, 401, "{path}");
        }
        // A user unlinks the own identities only.
        let mut ann = fixture.ann.clone();
        let shown = (ANN, PASSWORD);
        let answer = with_password_of(&mut ann, shown, "DELETE", &one, json!({})).await;
        assert_eq!(answer.status, 404);
        // The owner of an account that only administrators may change links and unlinks none.
        let account = format!("{USERS}/{}", fixture.bob);
        accepted(&fixture.ann.patch(&account, json!({"profile_updatable": false})).await);
        let shown = ("bob", PASSWORD);
        for (method, path) in [("POST", LINK), ("DELETE", one.as_str())] {
            let answer = with_password_of(&mut bob, shown, method, path, json!({})).await;
            assert_eq!(outcome(&answer), ended(403, "account_fixed"), "{method}");
        }
        accepted(&fixture.ann.patch(&account, json!({"profile_updatable": true})).await);
        // Another identity of the same provider.
        let callback = fixture.link(&mut bob, "bob", "robert").await;
        assert_eq!(led(&bob.get(&callback.path()).await), LINKED);
        assert_eq!(identities(&mut bob).await.len(), 2);
        fixture.signed_in(&Provider::user("robert")).await;

        // A sign-in that was begun before the link was removed does not pass either.
        let user = Provider::user("bob");
        let mut late = Browser::visiting(&fixture.server).await;
        let pending = fixture.at_provider(&mut late, &user).await;
        let shown = ("bob", PASSWORD);
        let mut here = Browser::visiting(&fixture.server).await;
        here.sign_in("bob", PASSWORD).await;
        let mut by_it = fixture.signed_in(&user).await;
        let mut by_other = fixture.signed_in(&Provider::user("robert")).await;
        accepted(&with_password_of(&mut here, shown, "DELETE", &one, json!({})).await);
        // What came by it ends, and nothing else.
        assert_eq!(who(&mut by_it).await, "anonymous");
        for page in [&mut here, &mut by_other] {
            assert_eq!(who(page).await, "bob");
        }
        let again = with_password_of(&mut here, shown, "DELETE", &one, json!({})).await;
        assert_eq!(again.status, 404);
        let answer = late.get(&pending.path()).await;
        refused(late, &answer, "a link that was removed meanwhile").await;
        fixture.is_refused(&user, "a link that was removed").await;
        fixture.signed_in(&Provider::user("robert")).await;
    });
}

/// covers: [SSO-01]
#[test]
fn a_user_without_an_account_gets_one_only_where_that_is_permitted() {
    run(async {
        let mut fixture = Fixture::new().await;
        let carol = Provider::user("carol");
        fixture.is_refused(&carol, "no account").await;
        assert_eq!(account(&mut fixture.ann, "carol").await, Value::Null);

        fixture.changes(json!({"creates_accounts": true})).await;
        let mut page = fixture.signed_in(&carol).await;
        let current = accepted(&page.get("ui/auth/current").await);
        assert_eq!((&current["name"], &current["admin"]), (&json!("carol"), &json!(false)));
        assert_eq!(current["realm"], json!("external"));
        let made = account(&mut fixture.ann, "carol").await;
        assert_eq!((&made["external"], &made["admin"]), (&json!(true), &json!(false)));
        // The next time it is the same account, and by two at the same time it is made once.
        assert_eq!(who(&mut fixture.signed_in(&carol).await).await, "carol");
        let dave = Provider::user("dave");
        let (one, two) = tokio::join!(
            fixture.comes_back(&dave, |callback| callback),
            fixture.comes_back(&dave, |callback| callback)
        );
        for (mut browser, _) in [one, two] {
            assert_eq!(who(&mut browser).await, "dave");
        }
        assert_eq!(who(&mut fixture.signed_in(&dave).await).await, "dave");

        // It has no password, and its last identity stays.
        let mut form = Browser::visiting(&fixture.server).await;
        assert_eq!(form.log_in("carol", "").await.status, 401);
        let own = identities(&mut page).await;
        assert_eq!(own.len(), 1);
        let one = format!("{IDENTITIES}/{}", own[0]["id"].as_str().expect("an id"));
        let shown = ("carol", PASSWORD);
        let answer = with_password_of(&mut page, shown, "DELETE", &one, json!({})).await;
        assert!(answer.status >= 400, "{}", answer.status);
        assert_eq!(identities(&mut page).await.len(), 1);

        // A name that an account here has is not taken over, in any case.
        for name in ["bob", "BOB", ANN] {
            let taken = with(Provider::user("eve"), "preferred_username", json!(name));
            fixture.is_refused(&taken, name).await;
        }
        for (what, name) in [
            ("no name", Value::Null),
            ("an empty name", json!("")),
            ("a name that is no text", json!(["frank"])),
            ("invisible characters", json!("\u{202e}\u{200b}")),
        ] {
            let nameless = with(Provider::user("frank"), "preferred_username", name);
            fixture.is_refused(&nameless, what).await;
        }
        // Of a claim that is no name here one is made.
        let spaced = with(Provider::user("g"), "preferred_username", json!("Grace Hopper"));
        let mut page = fixture.signed_in(&spaced).await;
        assert_eq!(who(&mut page).await, "grace hopper");
    });
}

/// covers: [SSO-01]
#[test]
fn accounts_that_may_not_sign_in_do_not_pass_with_a_provider() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let user = Provider::user("bob");
        let mut page = fixture.signed_in(&user).await;
        let own = format!("{USERS}/{}", fixture.bob);
        accepted(&fixture.ann.patch(&own, json!({"enabled": false})).await);
        assert!(is_signed_out(&mut page).await, "the session goes on");
        fixture.is_refused(&user, "a disabled account").await;
        // Enabled again it passes.
        accepted(&fixture.ann.patch(&own, json!({"enabled": true})).await);
        fixture.signed_in(&user).await;
        // A disabled provider, and one that was deleted.
        let mut pending = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut pending, &user).await;
        fixture.changes(json!({"enabled": false})).await;
        let answer = pending.get(&callback.path()).await;
        refused(pending, &answer, "a provider that was disabled meanwhile").await;
        let mut browser = Browser::visiting(&fixture.server).await;
        code_of(&browser.get(BEGIN).await, "a provider that is disabled");
        assert_eq!(accepted(&browser.get("ui/auth/oauthProviders").await), json!([]));
        fixture.changes(json!({"enabled": true})).await;
        let mut pending = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut pending, &user).await;
        accepted(&fixture.ann.delete(&super::one("acme")).await);
        let answer = pending.get(&callback.path()).await;
        refused(pending, &answer, "a provider that was deleted meanwhile").await;
    });
}

/// covers: [SSO-01]
#[test]
fn groups_follow_a_claim_at_each_sign_in_and_none_gives_administration() {
    run(async {
        let mut fixture = Fixture::new().await;
        for (name, admin) in [("Builders", false), ("Readers", false), ("Operators", true)] {
            let group = json!({"name": name, "admin": admin});
            accepted(&fixture.ann.post(GROUPS, group).await);
        }
        let refused = changed_map(&fixture, &json!({"ops": "Operators"}));
        let answer = fixture.ann.put(&super::one("acme"), refused).await;
        assert_eq!(
            (answer.status, answer.json()["error"]["field"].as_str()),
            (400, Some("group_map"))
        );
        // Of a project neither.
        let project = json!({"project_key": "blue", "display_name": "Blue"});
        accepted(&fixture.ann.post("projects", project).await);
        let roles = |role: &str| json!({"roles": [role]});
        let readers = "projects/blue/groups/Readers";
        accepted(&fixture.ann.put(readers, roles("Project Admin")).await);
        let reads = changed_map(&fixture, &json!({"read": "Readers"}));
        let answer = fixture.ann.put(&super::one("acme"), reads.clone()).await;
        assert_eq!(
            (answer.status, answer.json()["error"]["field"].as_str()),
            (400, Some("group_map"))
        );
        accepted(&fixture.ann.put(readers, roles("Viewer")).await);
        accepted(&fixture.ann.put(&super::one("acme"), reads).await);
        let unknown = changed_map(&fixture, &json!({"ops": "Nowhere"}));
        assert_eq!(fixture.ann.put(&super::one("acme"), unknown).await.status, 400);
        let map = changed_map(&fixture, &json!({"dev": "Builders"}));
        accepted(&fixture.ann.put(&super::one("acme"), map).await);

        let carol = |groups: Value| with(Provider::user("carol"), "groups", groups);
        fixture.signed_in(&carol(json!(["dev", "ops", "Operators"]))).await;
        let mut ann = fixture.ann.clone();
        assert_eq!(account(&mut ann, "carol").await["groups"], json!(["Builders"]));
        let joins = json!({"add": ["carol"]});
        accepted(&ann.patch(&format!("{GROUPS}/Readers/members"), joins).await);
        // A group that an administrator has given stays; one of the claim goes with it.
        for without in [json!([]), json!("ops"), json!({"dev": true})] {
            fixture.signed_in(&carol(json!(["dev"]))).await;
            assert_eq!(account(&mut ann, "carol").await["groups"], json!(["Builders", "Readers"]));
            fixture.signed_in(&carol(without)).await;
            assert_eq!(account(&mut ann, "carol").await["groups"], json!(["Readers"]));
        }
        // The group has become one of administrators meanwhile.
        let edit = json!({"admin": true});
        accepted(&ann.patch(&format!("{GROUPS}/Builders"), edit).await);
        let mut page = fixture.signed_in(&carol(json!(["dev"]))).await;
        let current = accepted(&page.get("ui/auth/current").await);
        assert_eq!(current["admin"], json!(false), "{current}");
        assert_eq!(page.get(USERS).await.status, 403);
    });
}

/// The provider with a map of groups.
pub(super) fn changed_map(fixture: &Fixture, map: &Value) -> Value {
    let change = json!({"groups_claim": "groups", "group_map": map, "creates_accounts": true});
    super::changed(super::wanted(&fixture.provider), change)
}

/// covers: [SSO-01, LOGIN-05]
#[test]
fn an_invitation_can_be_accepted_with_a_provider_once() {
    run(async {
        let mut fixture = Fixture::new().await;
        let (_, token) = created(&mut fixture.ann, "carol").await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let path = format!("ui/auth/oauthProviders?registrationToken={token}");
        let listed = accepted(&browser.get(&path).await);
        let url = listed[0]["url"].as_str().expect("an address").to_owned();
        assert!(url.contains("registrationToken="), "{url}");
        let location = led(&browser.get(&url).await);
        assert!(!location.contains(&token), "the provider does not get it: {location}");
        let user = Provider::user("carol of the provider");
        let callback = fixture.provider.authorizes(&location, &user);
        assert_eq!(led(&browser.get(&callback.path()).await), IN);
        assert_eq!(who(&mut browser).await, "carol");
        assert_eq!(identities(&mut browser).await.len(), 1);
        // The link was used up, for a password and for another identity.
        let mut other = Browser::visiting(&fixture.server).await;
        let chosen = crate::people::chosen(&mut other, &token, PASSWORD).await;
        assert_eq!(outcome(&chosen), ended(410, "link_dead"));
        let answer = other.get(&url).await;
        if led(&answer).starts_with("http") {
            let stranger = Provider::user("stranger");
            let callback = fixture.provider.authorizes(&led(&answer), &stranger);
            let answer = other.get(&callback.path()).await;
            refused(other, &answer, "an invitation that was used").await;
        }
        assert_eq!(who(&mut fixture.signed_in(&user).await).await, "carol");

        // An invitation that is wrong leads nowhere, and says nothing about accounts.
        // By its beginning the third one is of a forgotten password.
        let reset = token.replacen("p_", "r_", 1);
        for wrong in ["x", &token[1..], &reset, &"0".repeat(5_000)] {
            let mut browser = Browser::visiting(&fixture.server).await;
            let path = format!("{BEGIN}?registrationToken={wrong}");
            let answer = browser.get(&path).await;
            assert_eq!(code_of(&answer, wrong), "link_dead");
        }
        // A page of another site, or a mail, does not lead a user into the account of its author.
        let (_, token) = created(&mut fixture.ann, "eve").await;
        let path = format!("{BEGIN}?registrationToken={token}");
        for site in ["cross-site", "same-site", "none"] {
            let mut browser = Browser::visiting(&fixture.server).await;
            let request = Request::new("GET", &path).header("sec-fetch-site", site);
            assert_eq!(code_of(&browser.send(request).await, site), "foreign_origin");
        }
        let mut browser = Browser::visiting(&fixture.server).await;
        let request = Request::new("GET", &path).header("sec-fetch-site", "same-origin");
        assert!(led(&browser.send(request).await).starts_with(&fixture.provider.url()));

        // The identity of Bob does not become that of an invited user.
        fixture.links().await;
        let (_, token) = created(&mut fixture.ann, "dave").await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let location = led(&browser.get(&format!("{BEGIN}?registrationToken={token}")).await);
        let callback = fixture.provider.authorizes(&location, &Provider::user("bob"));
        let answer = browser.get(&callback.path()).await;
        refused(browser, &answer, "an identity of another account").await;
        let mut dave = Browser::visiting(&fixture.server).await;
        assert_eq!(crate::people::chosen(&mut dave, &token, PASSWORD).await.status, 200);
    });
}
