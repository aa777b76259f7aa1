//! What administrators keep of issuers, and what of it is effective at once.

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use super::{Fixture, ISSUERS, accepted, is_refused, one, rule};
use crate::signers::with;

/// covers: [ROBOT-02]
#[test]
fn issuers_are_kept_by_administrators_and_each_problem_has_its_field() {
    run(async {
        let mut fixture = Fixture::new().await;
        let own = fixture.own_rule();
        let sound =
            with(fixture.wanted(std::slice::from_ref(&own)), "description", json!(" Releases "));
        let bob = accepted(&fixture.page.get("access/api/ui/users?name=bob&robot=false").await);
        let bob = bob["users"][0]["person"].clone();
        let of_rule = |field: &str, value: Value| {
            let mut wanted = sound.clone();
            wanted["rules"] = json!([own, with(own.clone(), field, value)]);
            wanted["rules"][1]["name"] = json!("second");
            wanted
        };
        let invalid = "trusted_issuer_invalid";
        let of_github = |claims: Value| {
            let issuer = json!("https://token.actions.githubusercontent.com");
            let wanted = with(sound.clone(), "issuer", issuer);
            with(wanted, "rules", json!([rule("a", &fixture.robot, &claims)]))
        };
        for (wanted, code, field) in [
            (with(sound.clone(), "name", json!("My CI")), invalid, "name"),
            (with(sound.clone(), "name", Value::Null), invalid, "name"),
            (with(sound.clone(), "issuer", json!("gitlab.com")), invalid, "issuer"),
            (with(sound.clone(), "issuer", json!("https://a@gitlab.com")), invalid, "issuer"),
            (
                with(sound.clone(), "issuer", json!("http://169.254.169.254")),
                "trusted_issuer_address",
                "issuer",
            ),
            // Keys could be replaced on the way.
            (
                with(sound.clone(), "issuer", json!("http://1.1.1.1")),
                "trusted_issuer_address",
                "issuer",
            ),
            (with(sound.clone(), "audience", json!("")), invalid, "audience"),
            (with(sound.clone(), "description", json!("x".repeat(501))), invalid, "description"),
            (with(sound.clone(), "rules", json!(vec![own.clone(); 2])), invalid, "rules.1.name"),
            (of_rule("claims", json!({})), invalid, "rules.1.claims"),
            (of_rule("claims", json!({"iss": "a", "aud": "b"})), invalid, "rules.1.claims"),
            (of_rule("claims", json!({"sub": "*"})), invalid, "rules.1.claims"),
            (of_rule("claims", json!({"sub": "a*b"})), invalid, "rules.1.claims"),
            (of_rule("expires_in_s", json!(3_601)), invalid, "rules.1.expires_in_s"),
            (of_rule("robot", json!("p_unknown")), invalid, "rules.1.robot"),
            (of_rule("robot", bob), invalid, "rules.1.robot"),
            (of_github(json!({"ref": "refs/heads/main"})), invalid, "rules.0.claims"),
            (of_github(json!({"repository": "acme*"})), invalid, "rules.0.claims"),
        ] {
            let refused = fixture.page.post(ISSUERS, wanted.clone()).await;
            let found = (refused.status, refused.code(), refused.json()["error"]["field"].clone());
            assert_eq!(found, (400, code.to_owned(), json!(field)), "{wanted}");
        }
        let created = accepted(&fixture.page.post(ISSUERS, sound.clone()).await);
        assert_eq!(created["description"], json!("Releases"));
        let again = fixture.page.post(ISSUERS, sound.clone()).await;
        assert_eq!((again.status, again.code().as_str()), (409, "trusted_issuer_name_taken"));
        let moved = fixture.page.put(&one("ci"), with(sound.clone(), "name", json!("b"))).await;
        assert_eq!((moved.status, moved.code().as_str()), (400, "trusted_issuer_fixed"));
        assert_eq!(
            fixture.page.put(&one("b"), with(sound.clone(), "name", json!("b"))).await.status,
            404
        );
        let changed = with(sound.clone(), "audience", json!("other"));
        let changed = accepted(&fixture.page.put(&one("ci"), changed).await);
        let listed = accepted(&fixture.page.get(ISSUERS).await);
        assert_eq!(listed, json!({"issuers": [changed]}));
        // They survive a restart, and others neither see nor change them.
        let stage = fixture.stage.restarted();
        let mut page = crate::signed_in(&stage.server).await;
        assert_eq!(accepted(&page.get(ISSUERS).await), listed);
        let mut visitor = Browser::visiting(&stage.server).await;
        let path = format!("{}/test", one("ci"));
        for refused in [
            visitor.get(ISSUERS).await,
            visitor.post(ISSUERS, sound.clone()).await,
            visitor.put(&one("ci"), sound.clone()).await,
            visitor.delete(&one("ci")).await,
            visitor.post(&path, json!({"token": "a.b.c"})).await,
        ] {
            assert_eq!(refused.status, 401);
        }
        let by_token = Request::new("GET", &format!("/ui/api/v1/{ISSUERS}"));
        assert_eq!(stage.ann().send(by_token).await.status, 403);
        assert_eq!(accepted(&page.delete(&one("ci")).await), json!({}));
        assert_eq!(accepted(&page.get(ISSUERS).await), json!({"issuers": []}));
        assert_eq!(page.delete(&one("ci")).await.status, 404);
        assert_eq!(page.post(&path, json!({"token": "a.b.c"})).await.status, 404);
    });
}

/// covers: [ROBOT-02]
#[test]
fn what_is_disabled_or_deleted_exchanges_nothing() {
    run(async {
        let (mut fixture, signer, rules) = Fixture::trusting().await;
        let token = |fixture: &Fixture| signer.token(&fixture.provider.github());
        let given = accepted(&fixture.exchange(&token(&fixture)).await);
        let access = given["access_token"].as_str().expect("a token").to_owned();
        fixture.changes("enabled", json!(false), &rules).await;
        is_refused(&fixture.exchange(&token(&fixture)).await, "a disabled issuer");
        // It can be tested before it is enabled.
        let tested = fixture.tested(&token(&fixture)).await;
        let disabled = json!({"rule": "own", "refused": "disabled", "mismatches": []});
        assert_eq!(tested, disabled);
        fixture.changes("enabled", json!(true), &rules).await;
        accepted(&fixture.exchange(&token(&fixture)).await);
        // A robot that is disabled has no tokens, neither those of before nor others.
        let account = format!("access/api/ui/users/{}", fixture.robot);
        accepted(&fixture.page.patch(&account, json!({"enabled": false})).await);
        is_refused(&fixture.exchange(&token(&fixture)).await, "a disabled robot");
        assert_eq!(fixture.tested(&token(&fixture)).await["refused"], json!("robot"));
        let files = super::file("team/a.txt");
        let of_job = crate::stage::Client::new(&fixture.stage.server, &access);
        assert_eq!(of_job.get(&files).await.status, 401);
        accepted(&fixture.page.patch(&account, json!({"enabled": true})).await);
        accepted(&fixture.exchange(&token(&fixture)).await);
        // Without its rule, and without the issuer.
        fixture.changes("description", json!("no rules"), &[]).await;
        is_refused(&fixture.exchange(&token(&fixture)).await, "no rules");
        fixture.changes("description", json!("rules"), &rules).await;
        accepted(&fixture.page.delete(&one("ci")).await);
        is_refused(&fixture.exchange(&token(&fixture)).await, "a deleted issuer");
        // Another issuer of this name and address does not permit a second use.
        let used = token(&fixture);
        fixture.trusts(&rules).await;
        accepted(&fixture.exchange(&used).await);
        accepted(&fixture.page.delete(&one("ci")).await);
        fixture.trusts(&rules).await;
        is_refused(&fixture.exchange(&used).await, "a second use");
    });
}

/// covers: [ROBOT-02]
#[test]
fn a_robot_has_so_many_tokens_at_once() {
    run(async {
        let (mut fixture, signer, _) = Fixture::trusting().await;
        // The robot has had one since it was made.
        for _ in 1..20 {
            let token = signer.token(&fixture.provider.github());
            accepted(&fixture.exchange(&token).await);
        }
        let token = signer.token(&fixture.provider.github());
        let refused = fixture.exchange(&token).await;
        let error = &refused.json()["error"];
        assert_eq!((refused.status, error), (429, &json!("too_many_tokens")));
        assert_eq!(fixture.tested(&token).await["refused"], json!("too_many_tokens"));
        // The token of the job is not used up by that.
        let listed = accepted(&fixture.page.get("access/api/ui/tokens").await);
        let listed = listed["tokens"].as_array().expect("tokens");
        let of_ci = listed.iter().find(|token| token["subject"] == "ci").expect("a token");
        let path = format!("access/api/ui/tokens/{}", of_ci["token_id"].as_str().expect("an id"));
        accepted(&fixture.page.delete(&path).await);
        accepted(&fixture.exchange(&token).await);
    });
}
