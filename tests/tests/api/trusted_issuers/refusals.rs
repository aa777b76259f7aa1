//! Tokens that are not exchanged, and requests of strangers.

use serde_json::{Value, json};
use waybill_tests::{Browser, Request, run};

use super::provider::{AUDIENCE, Provider};
use super::{EXCHANGE, Fixture, GRANT, ID_TOKEN, accepted, is_refused, parameters, rule};
use crate::signers::{Signer, changed, hmac, now, unsigned, with};

/// covers: [ROBOT-02]
#[test]
fn a_signature_of_no_key_of_the_issuer_is_worth_nothing() {
    run(async {
        let mut fixture = Fixture::new().await;
        let (rsa, ec, stranger) = (Signer::rsa("rsa"), Signer::ec("ec"), Signer::ec("ec"));
        fixture.provider.publishes(&[&rsa, &ec]);
        let rules = [fixture.own_rule()];
        fixture.trusts(&rules).await;
        let provider = fixture.provider.clone();
        let claims = || provider.github();
        let header = |field: &str, value: Value| changed(rsa.header(), field, value);
        let content = |header: &Value| unsigned(header, &claims());
        let sound = rsa.token(&claims());
        let (signed, signature) = sound.rsplit_once('.').expect("a signature");
        let modulus = rsa.jwk()["n"].as_str().expect("a modulus").to_owned();
        let shared = content(&header("alg", json!("HS256")));
        let forged = unsigned(&ec.header(), &with(claims(), "repository", json!("acme/app")));
        let tokens = [
            ("no algorithm", format!("{}.", content(&header("alg", json!("none"))))),
            ("no algorithm, with a signature", {
                rsa.token_with(&header("alg", json!("none")), &claims())
            }),
            ("the public key as a shared secret", {
                format!("{shared}.{}", hmac(&shared, modulus.as_bytes()))
            }),
            ("the whole key as a shared secret", {
                format!("{shared}.{}", hmac(&shared, rsa.jwk().to_string().as_bytes()))
            }),
            ("another algorithm", rsa.token_with(&header("alg", json!("RS512")), &claims())),
            ("the algorithm of another key", {
                rsa.token_with(&header("alg", json!("ES256")), &claims())
            }),
            ("the id of another key", rsa.token_with(&header("kid", json!("ec")), &claims())),
            ("an unknown id", rsa.token_with(&header("kid", json!("other")), &claims())),
            ("no id", rsa.token_with(&header("kid", Value::Null), &claims())),
            ("a key of a stranger with a known id", stranger.token(&claims())),
            ("a key of a stranger in the header", {
                stranger.token_with(&changed(stranger.header(), "jwk", stranger.jwk()), &claims())
            }),
            ("an extension", rsa.token_with(&header("crit", json!(["exp"])), &claims())),
            ("a content that is not encoded", {
                rsa.token_with(&header("b64", json!(false)), &claims())
            }),
            ("another type", rsa.token_with(&header("typ", json!("logout+jwt")), &claims())),
            ("no signature", format!("{signed}.")),
            ("half of a signature", format!("{signed}.{}", &signature[..signature.len() / 2])),
            ("a signature of another token", format!("{forged}.{signature}")),
            ("a signature of zeros", format!("{forged}.{}", "A".repeat(86))),
            ("two parts", signed.to_owned()),
            ("four parts", format!("{sound}.{signature}")),
            ("no token", "waybill".to_owned()),
            ("a huge one", rsa.token(&with(claims(), "more", json!("x".repeat(20_000))))),
        ];
        for (what, token) in &tokens {
            is_refused(&fixture.exchange(token).await, what);
        }
        assert_eq!(fixture.provider.fetches(), 1);
        // Another type of the same kind, and the token itself.
        let access = rsa.token_with(&header("typ", json!("at+jwt")), &claims());
        accepted(&fixture.exchange(&access).await);
        accepted(&fixture.exchange(&sound).await);
        assert_eq!(fixture.exchanges().await, 2);
    });
}

/// covers: [ROBOT-02]
#[test]
fn a_token_is_of_its_issuer_for_this_server_now_and_once() {
    run(async {
        let mut fixture = Fixture::new().await;
        let other = Provider::start().await;
        let signer = Signer::ec("one");
        fixture.provider.publishes(&[&signer]);
        let rules = [fixture.own_rule()];
        fixture.trusts(&rules).await;
        let provider = fixture.provider.clone();
        let claims = || provider.github();
        let (at, day) = (now(), 24 * 3_600);
        let wrong = [
            ("another issuer", with(claims(), "iss", json!(other.url()))),
            (
                "a similar issuer",
                with(claims(), "iss", json!(format!("{}/", fixture.provider.url()))),
            ),
            ("no issuer", with(claims(), "iss", Value::Null)),
            ("another audience", with(claims(), "aud", json!("https://github.com/acme"))),
            ("other audiences", with(claims(), "aud", json!(["a", "b"]))),
            ("no audience", with(claims(), "aud", Value::Null)),
            ("expired", with(claims(), "exp", json!(at - 1))),
            ("without an end", with(claims(), "exp", Value::Null)),
            ("without a beginning", with(claims(), "iat", Value::Null)),
            ("not yet made", with(claims(), "iat", json!(at + 120))),
            ("not yet valid", with(claims(), "nbf", json!(at + 120))),
            ("valid for too long", with(claims(), "exp", json!(at + day + 120))),
            ("an end that is no number", with(claims(), "exp", json!("tomorrow"))),
            ("without a subject", with(claims(), "sub", Value::Null)),
            ("an id that is no text", with(claims(), "jti", json!(7))),
        ];
        for (what, claims) in &wrong {
            is_refused(&fixture.exchange(&signer.token(claims)).await, what);
        }
        // For none of these a key was fetched.
        assert_eq!((fixture.provider.requests(), other.requests()), (0, 0));

        let token = signer.token(&claims());
        for _ in 0..2 {
            assert_eq!(fixture.tested(&token).await["rule"], json!("own"));
        }
        accepted(&fixture.exchange(&token).await);
        is_refused(&fixture.exchange(&token).await, "a second use");
        assert_eq!(fixture.tested(&token).await["refused"], json!("used_before"));
        // The id alone counts, also in another token, and after a restart.
        let again = signer.token(&with(claims(), "jti", json!("same")));
        accepted(&fixture.exchange(&again).await);
        let Fixture { stage, provider, robot, .. } = fixture;
        let stage = stage.restarted();
        let page = crate::signed_in(&stage.server).await;
        let mut fixture = Fixture { stage, page, provider, robot };
        for (what, token) in [
            ("the token, after a restart", token),
            ("the token, after a restart", again),
            ("another token with the id", {
                signer.token(&with(fixture.provider.github(), "jti", json!("same")))
            }),
        ] {
            is_refused(&fixture.exchange(&token).await, what);
        }
        // Without an id there is nothing to compare.
        let without = signer.token(&with(fixture.provider.github(), "jti", Value::Null));
        for _ in 0..2 {
            accepted(&fixture.exchange(&without).await);
        }
        // Of several requests at the same time one is answered.
        let token = signer.token(&fixture.provider.github());
        let requests = (0..8).map(|_| fixture.exchange(&token));
        let answers = futures_util::future::join_all(requests).await;
        let given = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(given, 1);
        assert_eq!(fixture.exchanges().await, 5);
    });
}

/// covers: [ROBOT-02]
#[test]
fn rules_are_tried_in_their_order_and_match_whole_values() {
    run(async {
        let mut fixture = Fixture::new().await;
        let signer = Signer::ec("one");
        fixture.provider.publishes(&[&signer]);
        let second = super::robot(&mut fixture.page, "second").await;
        let first = fixture.robot.clone();
        let provider = fixture.provider.clone();
        let claims = || provider.gitlab();
        let job = |claim: &str, value: Value| signer.token(&with(claims(), claim, value));
        let rules = [
            rule(
                "tags",
                &first,
                &json!({"project_path": "acme/tools/app", "ref_path": "refs/tags/v*"}),
            ),
            rule("groups", &first, &json!({"groups_direct": "acme/other"})),
            rule("runner", &first, &json!({"runner_id": "7", "environment_protected": "false"})),
            rule(
                "protected",
                &second,
                &json!({"namespace_path": "acme/tools", "ref_protected": "true"}),
            ),
            rule("never", &first, &json!({"namespace_path": "acme/tools"})),
        ];
        let wanted = fixture.wanted(&rules);
        accepted(&fixture.page.post(super::ISSUERS, wanted).await);
        for (token, expected) in [
            (signer.token(&claims()), "ci"),
            (job("ref_path", json!("refs/tags/v")), "ci"),
            (job("ref_path", json!("refs/tags/1")), "second"),
            (job("ref_path", json!("refs/heads/refs/tags/v1")), "second"),
            (job("project_path", json!("acme/tools/app2")), "second"),
            (job("project_path", json!("acme/tools/App")), "second"),
            (job("project_path", json!(["acme/tools/app"])), "ci"),
            (job("project_path", json!({"acme/tools/app": true})), "second"),
        ] {
            let given = accepted(&fixture.exchange(&token).await);
            assert_eq!(given["username"], json!(expected), "{token}");
        }
        let unprotected = |claim: &str, value: Value| {
            let claims = with(claims(), "namespace_path", json!("other"));
            signer.token(&with(with(claims, "project_path", json!("x")), claim, value))
        };
        is_refused(&fixture.exchange(&unprotected("ref", json!("main"))).await, "no rule");
        for (claim, value, expected) in [
            ("groups_direct", json!(["a", "acme/other"]), true),
            ("groups_direct", json!("acme/other"), true),
            ("groups_direct", json!(["acme/other2", ["acme/other"]]), false),
            ("runner_id", json!(7), true),
            ("runner_id", json!("7"), true),
            ("runner_id", json!(77), false),
            ("runner_id", json!(null), false),
        ] {
            let answer = fixture.exchange(&unprotected(claim, value.clone())).await;
            assert_eq!(answer.status == 200, expected, "{claim} {value}");
        }
        // An administrator sees what each rule misses, and who presents it does not.
        let token = unprotected("runner_id", json!(8));
        let tested = fixture.tested(&format!("{token}\n")).await;
        let expected = json!({"rule": null, "refused": null, "mismatches": [
            {"rule": "tags", "claim": "project_path", "found": "x"},
            {"rule": "groups", "claim": "groups_direct", "found": "[\"acme/tools\",\"acme/release\"]"},
            {"rule": "runner", "claim": "runner_id", "found": "8"},
            {"rule": "protected", "claim": "namespace_path", "found": "other"},
            {"rule": "never", "claim": "namespace_path", "found": "other"},
        ]});
        assert_eq!(tested, expected);
    });
}

/// covers: [ROBOT-02]
#[test]
fn requests_that_are_not_valid_are_refused_before_anything_is_read() {
    run(async {
        let (fixture, signer, _) = Fixture::trusting().await;
        let token = signer.token(&fixture.provider.github());
        let sound = parameters("ci", &token);
        for (field, value, expected) in [
            ("grant_type", json!("client_credentials"), "unsupported_grant_type"),
            ("grant_type", json!("authorization_code"), "unsupported_grant_type"),
            ("grant_type", Value::Null, "invalid_request"),
            ("grant_type", json!(""), "invalid_request"),
            (
                "subject_token_type",
                json!("urn:ietf:params:oauth:token-type:saml2"),
                "invalid_request",
            ),
            ("subject_token_type", Value::Null, "invalid_request"),
            ("subject_token", json!(""), "invalid_request"),
            ("subject_token", json!(7), "invalid_request"),
            ("subject_token", Value::Null, "invalid_request"),
            ("provider_name", Value::Null, "invalid_request"),
            ("provider_name", json!("other"), "invalid_grant"),
            ("provider_name", json!("CI"), "invalid_grant"),
            ("provider_name", json!("../ci"), "invalid_grant"),
        ] {
            let refused = fixture.send(&with(sound.clone(), field, value.clone())).await;
            let body = refused.json();
            assert_eq!(
                (refused.status, &body["error"]),
                (400, &json!(expected)),
                "{field} {value}"
            );
            assert!(!body.to_string().contains(&token), "{body}");
        }
        let bodies: [(&str, String); 5] = [
            ("application/json", "{".to_owned()),
            ("application/json", "[]".to_owned()),
            ("text/plain", sound.to_string()),
            ("multipart/form-data", sound.to_string()),
            ("application/x-www-form-urlencoded", format!("grant_type={GRANT}&grant_type={GRANT}")),
        ];
        for (kind, body) in bodies {
            let request = Request::new("POST", EXCHANGE).header("content-type", kind).body(body);
            let refused = fixture.page.beside().send(request).await;
            assert_eq!(
                (refused.status, &refused.json()["error"]),
                (400, &json!("invalid_request"))
            );
        }
        let huge = parameters("ci", &"x".repeat(70_000));
        assert_eq!(fixture.send(&huge).await.status, 413);
        let get = Request::new("GET", EXCHANGE);
        assert_eq!(fixture.page.beside().send(get).await.status, 405);
        assert_eq!(fixture.provider.requests(), 0);
        // What programs of the platform send beside is ignored.
        let more = with(with(sound, "project_key", json!("acme")), "job_id", json!("7"));
        assert_eq!(more["subject_token_type"], json!(ID_TOKEN));
        accepted(&fixture.send(&more).await);
    });
}

/// covers: [ROBOT-02]
#[test]
fn a_stranger_uses_up_the_requests_of_one_address() {
    run(async {
        let limits = "[limits.address]\nrequests = { at_once = 40, a_minute = 1 }\n";
        let mut fixture = Fixture::with(limits).await;
        let signer = Signer::ec("one");
        fixture.provider.publishes(&[&signer]);
        let rules = [fixture.own_rule()];
        fixture.trusts(&rules).await;
        let stranger = Browser::new(&fixture.stage.server);
        let guess = Signer::ec("one").token(&with(fixture.provider.github(), "aud", json!("x")));
        let mut refused = 0;
        for _ in 0..60 {
            let request = Request::new("POST", EXCHANGE).json(&parameters("ci", &guess));
            let status = stranger.beside().send(request).await.status;
            assert!([400, 429].contains(&status), "{status}");
            refused += usize::from(status == 429);
        }
        assert!(refused > 0, "guessing has no end");
        assert_eq!(fixture.provider.requests(), 0);
        // A job at another address is not delayed.
        let mut claims = fixture.provider.github();
        claims["aud"] = json!(AUDIENCE);
        let job = Browser::new(&fixture.stage.server);
        let request = Request::new("POST", EXCHANGE);
        let request = request.json(&parameters("ci", &signer.token(&claims)));
        accepted(&job.beside().send(request).await);
    });
}
