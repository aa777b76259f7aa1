//! Claims that a provider has at its API alone, and not in its ID tokens (`OpenID` Connect Core 1.0, 5.3).

use serde_json::{Value, json};
use waybill_tests::{Browser, Reply, run};

use super::accounts::{GROUPS, account, changed_map};
use super::provider::{Provider, USERINFO};
use super::{Fixture, accepted, changed, one, who};
use crate::signers::{Signer, with};

/// A provider that has groups, mail addresses and names at its API alone, and leads users of `dev` into `Builders`.
async fn with_bare_tokens() -> Fixture {
    let mut fixture = Fixture::new().await;
    accepted(&fixture.ann.post(GROUPS, json!({"name": "Builders"})).await);
    let signer = Signer::ec("two");
    fixture.publishes(&[&signer]).await;
    fixture.provider.makes(move |claims| {
        let bare = ["groups", "email", "email_verified", "preferred_username"];
        let claims =
            bare.into_iter().fold(claims.clone(), |claims, name| with(claims, name, Value::Null));
        signer.token(&claims)
    });
    let map = changed_map(&fixture, &json!({"dev": "Builders"}));
    accepted(&fixture.ann.put(&one("acme"), map).await);
    fixture
}

/// The groups of a user.
async fn groups(admin: &mut Browser, name: &str) -> Value {
    account(admin, name).await["groups"].clone()
}

/// covers: [SSO-01]
#[test]
fn claims_that_an_id_token_lacks_are_read_where_the_provider_has_them() {
    run(async {
        let mut fixture = with_bare_tokens().await;
        let carol = |groups: Value| with(Provider::user("carol"), "groups", groups);
        let mut page = fixture.signed_in(&carol(json!(["dev"]))).await;
        assert_eq!(who(&mut page).await, "carol");
        let mut ann = fixture.ann.clone();
        let made = account(&mut ann, "carol").await;
        assert_eq!(made["email"], json!("carol@example.org"));
        assert_eq!(made["groups"], json!(["Builders"]));
        let asked = fixture.provider.asked(USERINFO);
        assert_eq!(asked.len(), 1);
        assert!(asked[0].token_of("bearer").is_some_and(|token| token.starts_with("access-")));
        // Groups follow at each sign-in.
        fixture.signed_in(&carol(json!([]))).await;
        assert_eq!(groups(&mut ann, "carol").await, json!([]));

        // To link an identity no claim is needed.
        let before = fixture.provider.requests(USERINFO);
        fixture.links().await;
        assert_eq!(fixture.provider.requests(USERINFO), before);
        // How a user has signed in counts in a token with a signature alone.
        let map = changed_map(&fixture, &json!({"otp": "Builders"}));
        let map = changed(map, json!({"groups_claim": "amr"}));
        accepted(&fixture.ann.put(&one("acme"), map).await);
        fixture.signed_in(&carol(json!([]))).await;
        assert_eq!(fixture.provider.requests(USERINFO), before);
    });
}

/// What cannot be read is no empty list, by which a user would leave all groups.
///
/// covers: [SSO-01]
#[test]
fn an_api_that_answers_about_another_user_or_not_at_all_signs_no_user_in() {
    run(async {
        let mut fixture = with_bare_tokens().await;
        let carol = with(Provider::user("carol"), "groups", json!(["dev"]));
        fixture.signed_in(&carol).await;
        let other = with(carol.clone(), "sub", json!("eve"));
        for (what, reply) in [
            ("another user", Reply::json(200, &other)),
            ("no user", Reply::json(200, &with(carol.clone(), "sub", Value::Null))),
            ("no object", Reply::json(200, &json!(["carol"]))),
            ("an error", Reply::text(403, "Forbidden")),
            ("too much", Reply::raw(200, vec![b' '; 300_000])),
            ("a redirect", Reply::text(302, "Found").with_header("Location", "http://127.0.0.1/")),
        ] {
            fixture.provider.answers(USERINFO, reply);
            let code = fixture.is_refused(&carol, what).await;
            assert_eq!(code, "sign_in_provider_unavailable", "{what}");
            fixture.provider.recovers();
        }
        assert_eq!(groups(&mut fixture.ann, "carol").await, json!(["Builders"]));
        fixture.signed_in(&carol).await;
    });
}
