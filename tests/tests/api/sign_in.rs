//! Sign-in with and without a second factor, and sign-out.

use serde_json::json;
use waybill_tests::{Browser, Place, Server, codes, run};

use crate::{ANN, PASSWORD};

/// A second factor for all users. One step of skew is accepted, so that a test has three codes and need not wait.
const SECOND_FACTOR: &str = "[installation.access]\ntotp_skew_steps = 1\n";

/// A server whose administrator has enrolled a second factor with the oldest of three codes.
struct Enrolled {
    server: Server,
    secret: String,
    recovery: Vec<String>,
    /// The time of the code used for enrolment; the two following steps are unused.
    used: u64,
}

async fn enrolled() -> Enrolled {
    let server = Place::new().with_settings(SECOND_FACTOR).start();
    let mut browser = Browser::visiting(&server).await;
    browser.set_up(&server, ANN, PASSWORD).await;
    assert_eq!(browser.log_in(ANN, PASSWORD).await.json()["next"], "enrol_required");
    let enrolment = browser.get("ui/auth/mfa/enroll").await.json();
    let secret = enrolment["secret"].as_str().expect("a secret").to_owned();
    assert!(enrolment["uri"].as_str().expect("an address").starts_with("otpauth://totp/"));
    assert!(enrolment["qr_svg"].as_str().expect("a drawing").starts_with("<svg"));
    let used = codes::steady().await - 30;
    let code = json!({"code": codes::at(&secret, used)});
    let answer = browser.post("ui/auth/mfa/enroll", code).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let recovery = answer.json()["recovery_codes"].as_array().expect("codes").clone();
    let recovery = recovery.iter().map(|code| code.as_str().expect("a code").to_owned());
    Enrolled { server, secret, recovery: recovery.collect(), used }
}

/// A browser whose sign-in is pending a code.
async fn owing(server: &Server) -> Browser {
    let mut browser = Browser::visiting(server).await;
    assert_eq!(browser.log_in(ANN, PASSWORD).await.json()["next"], "otp_required");
    browser
}

/// covers: [LOGIN-09]
#[test]
fn the_answers_of_signing_in_tell_name_realm_role_and_second_factor() {
    run(async {
        let enrolled = enrolled().await;
        let mut browser = Browser::visiting(&enrolled.server).await;
        let answer = browser.log_in(ANN, PASSWORD).await.json();
        let expected = json!({
            "name": null, "admin": false, "realm": "internal", "mfaStatus": "VERIFY",
            "next": "otp_required",
        });
        assert_eq!(answer, expected, "the user is not signed in yet");
        let wrong = browser.post("ui/auth/mfa/verify", json!({"code": "000000"})).await;
        assert_eq!(wrong.status, 401);
        assert_eq!(wrong.json()["error"]["code"], "invalid_code");
        let code = json!({"code": codes::at(&enrolled.secret, enrolled.used + 30)});
        let right = browser.post("ui/auth/mfa/verify", code).await;
        assert_eq!(right.json(), json!({"next": "signed_in", "error": null}));
        let user = browser.get("ui/auth/current").await.json();
        let seen = (&user["name"], &user["realm"], &user["admin"], &user["mfaStatus"]);
        assert_eq!(seen, (&json!(ANN), &json!("internal"), &json!(true), &json!("VERIFY")));

        // Too many wrong codes are a 403, which reaches the caller.
        let mut other = owing(&enrolled.server).await;
        let mut last = None;
        for _ in 0..20 {
            let answer = other.post("ui/auth/mfa/verify", json!({"code": "000000"})).await;
            let is_last = answer.status == 403;
            last = Some((answer.status, answer.json()["error"]["code"].clone()));
            if is_last {
                break;
            }
        }
        let (status, code) = last.expect("an answer");
        assert!(matches!(status, 403 | 429), "{status} {code}");
    });
}

/// covers: [MFA-02]
#[test]
fn a_code_of_the_app_replaces_the_recovery_codes() {
    run(async {
        let enrolled = enrolled().await;
        let path = "ui/auth/mfa/recoveryCodes";
        let mut browser = owing(&enrolled.server).await;
        let early = browser.post(path, json!({"code": "000000"})).await;
        assert_eq!(early.status, 401, "not signed in yet");
        let old = &enrolled.recovery;
        let answer = browser.post("ui/auth/mfa/verify", json!({"recovery_code": old[0]})).await;
        assert_eq!(answer.status, 200);
        let wrong = browser.post(path, json!({"code": "000000"})).await;
        assert_eq!((wrong.status, wrong.code().as_str()), (401, "invalid_code"));
        let code = json!({"code": codes::at(&enrolled.secret, enrolled.used + 30)});
        let renewed = browser.post(path, code.clone()).await;
        assert_eq!(renewed.status, 200, "{}", renewed.json());
        let new = renewed.json()["recovery_codes"].as_array().expect("codes").clone();
        assert_eq!(new.len(), old.len());
        assert!(new.iter().all(|code| !old.iter().any(|old| code == old)));
        assert_eq!(browser.post(path, code).await.status, 401, "a code works once");

        let mut other = owing(&enrolled.server).await;
        let refused = other.post("ui/auth/mfa/verify", json!({"recovery_code": old[1]})).await;
        assert_eq!(refused.status, 401, "the codes of before are invalid");
        let accepted = other.post("ui/auth/mfa/verify", json!({"recovery_code": new[0]})).await;
        assert_eq!(accepted.status, 200);
    });
}

/// covers: [LOGIN-05, MFA-01, MFA-02]
#[test]
fn set_up_enrolment_sign_out_and_sign_in_work() {
    run(async {
        let enrolled = enrolled().await;
        let server = &enrolled.server;
        assert!(enrolled.recovery.len() >= 8);
        let mut browser = owing(server).await;
        assert_eq!(browser.get("ui/auth/current").await.json()["name"], "anonymous");
        let code = json!({"code": codes::at(&enrolled.secret, enrolled.used + 30)});
        let answer = browser.post("ui/auth/mfa/verify", code.clone()).await;
        assert_eq!((answer.status, answer.json()["next"].as_str()), (200, Some("signed_in")));
        let current = browser.get("ui/auth/current").await.json();
        assert_eq!(current["name"], ANN);
        assert_eq!((&current["admin"], &current["mfaStatus"]), (&json!(true), &json!("VERIFY")));

        let out = browser.post("ui/auth/logout", json!({})).await;
        assert_eq!(out.json()["next"], "signed_out");
        assert_eq!(browser.get("ui/auth/current").await.json()["name"], "anonymous");

        // The code that was just used is invalid, although its time step has not ended.
        let mut again = owing(server).await;
        let refused = again.post("ui/auth/mfa/verify", code).await;
        assert_eq!(refused.status, 401, "{}", refused.json());
        let next = json!({"code": codes::at(&enrolled.secret, enrolled.used + 60)});
        assert_eq!(again.post("access/auth/mfa/verify", next).await.status, 200);
    });
}

/// covers: [MFA-01]
#[test]
fn fifty_submits_of_one_code_at_once_give_exactly_one_success() {
    run(async {
        let enrolled = enrolled().await;
        let mut browsers = Vec::new();
        let first = owing(&enrolled.server).await;
        for _ in 0..9 {
            let mut browser = first.beside();
            browser.visit().await;
            assert_eq!(browser.log_in(ANN, PASSWORD).await.status, 200);
            browsers.push(browser);
        }
        browsers.push(first);
        let code = json!({"code": codes::at(&enrolled.secret, enrolled.used + 30)});
        let mut submits = Vec::new();
        for mut browser in browsers.iter().cycle().take(50).cloned() {
            let code = code.clone();
            submits.push(tokio::spawn(async move {
                browser.post("ui/auth/mfa/verify", code).await.status
            }));
        }
        let mut successes = 0;
        for submit in submits {
            let status = submit.await.expect("an answer");
            assert!([200, 401, 403, 409, 429].contains(&status), "{status}");
            successes += u32::from(status == 200);
        }
        assert_eq!(successes, 1);
    });
}

/// covers: [MFA-01, MFA-02]
#[test]
fn a_recovery_code_signs_in_once() {
    run(async {
        let enrolled = enrolled().await;
        let code = json!({"recovery_code": enrolled.recovery[0]});
        let mut browser = owing(&enrolled.server).await;
        assert_eq!(browser.post("ui/auth/mfa/verify", code.clone()).await.status, 200);
        let mut thief = owing(&enrolled.server).await;
        assert_eq!(thief.post("ui/auth/mfa/verify", code).await.status, 401);
        // Neither the secret nor the codes can be read again.
        assert_eq!(browser.get("ui/auth/mfa/enroll").await.status, 403);
        assert_eq!(thief.get("ui/auth/mfa/enroll").await.status, 403);
    });
}

/// covers: [MFA-01]
#[test]
fn the_second_factor_cannot_be_bypassed() {
    run(async {
        let enrolled = enrolled().await;
        let mut browser = owing(&enrolled.server).await;
        // A pending sign-in has no rights: no list of sessions, no password change, no enrolment of another factor.
        assert_eq!(browser.get("ui/auth/sessions").await.status, 401);
        let passwords = json!({"current": PASSWORD, "new": "another horse 8 staple"});
        assert_eq!(browser.post("ui/auth/changePassword", passwords).await.status, 409);
        let code = json!({"code": codes::at(&enrolled.secret, enrolled.used + 30)});
        let enrol = browser.post("ui/auth/mfa/enroll", code).await;
        assert!(enrol.json()["recovery_codes"].as_array().is_none_or(Vec::is_empty));
        // A code before the password signs no user in.
        let mut early = Browser::visiting(&enrolled.server).await;
        let code = json!({"code": codes::at(&enrolled.secret, enrolled.used + 60)});
        assert_eq!(early.post("ui/auth/mfa/verify", code).await.status, 409);
        // Starting over in the same session discards the password, but still requires the code.
        let mut again = owing(&enrolled.server).await;
        assert_eq!(again.log_in(ANN, PASSWORD).await.status, 409);
        assert_eq!(again.get("ui/auth/current").await.json()["name"], "anonymous");
    });
}

#[test]
fn the_setup_link_works_once() {
    run(async {
        let server = Place::new().start();
        let mut browser = Browser::visiting(&server).await;
        let token = server.setup_token();
        assert_eq!(browser.get(&format!("setup?token={token}")).await.status, 200);
        assert_eq!(browser.get(&format!("setup?token={}", "0".repeat(64))).await.status, 410);
        let weak = json!({"token": token, "user": ANN, "password": "password"});
        assert_eq!(browser.post("setup", weak).await.status, 422);
        browser.set_up(&server, ANN, PASSWORD).await;
        let again = json!({"token": token, "user": "bob", "password": PASSWORD});
        assert_eq!(browser.post("setup", again).await.status, 410);
        assert_eq!(browser.get(&format!("setup?token={token}")).await.status, 410);
        assert_eq!(browser.visit().await["setup_needed"], false);
    });
}

/// A thief with the password who waits for its owner to enrol the second factor.
#[test]
fn a_second_factor_is_enrolled_only_in_the_session_that_started_it() {
    run(async {
        let place = Place::new().with_settings(SECOND_FACTOR);
        let server = place.start();
        let mut owner = Browser::visiting(&server).await;
        owner.set_up(&server, ANN, PASSWORD).await;
        let mut thief = Browser::visiting(&server).await;
        let mut secrets = Vec::new();
        for browser in [&mut thief, &mut owner] {
            assert_eq!(browser.log_in(ANN, PASSWORD).await.json()["next"], "enrol_required");
        }
        for browser in [&mut thief, &mut owner] {
            let enrolment = browser.get("ui/auth/mfa/enroll").await.json();
            secrets.push(enrolment["secret"].as_str().expect("a secret").to_owned());
        }
        assert_ne!(secrets[0], secrets[1]);
        let used = codes::steady().await - 30;
        let code = |secret: &str, at| json!({"code": codes::at(secret, at)});
        let crossed = thief.post("ui/auth/mfa/enroll", code(&secrets[1], used)).await;
        assert_ne!(crossed.status, 200, "{}", crossed.json());
        let confirmed = owner.post("ui/auth/mfa/enroll", code(&secrets[1], used)).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.json());
        assert_eq!(thief.get("ui/auth/mfa/enroll").await.status, 403);
        let late = thief.post("ui/auth/mfa/enroll", code(&secrets[0], used)).await;
        assert_eq!((late.status, late.code().as_str()), (403, "already_enrolled"));
        assert_eq!(thief.get("ui/auth/current").await.json()["name"], "anonymous");
        let pending = place.data().join("vault/secrets/pending_totp");
        assert_eq!(std::fs::read_dir(pending).expect("a folder").count(), 0);
        assert!(place.log().contains("while other sessions"), "{}", place.log());
    });
}

#[test]
fn no_account_exists_before_the_setup_and_none_but_the_chosen_one_after_it() {
    const USUAL: [(&str, &str); 6] = [
        ("admin", "password"),
        ("admin", "admin"),
        ("access-admin", "password"),
        ("root", "root"),
        ("xray", "xray"),
        ("anonymous", "anonymous"),
    ];
    run(async {
        let place = Place::new();
        let server = place.start();
        for is_set_up in [false, true] {
            if is_set_up {
                let mut ann = Browser::visiting(&server).await;
                ann.set_up(&server, ANN, PASSWORD).await;
            }
            for (user, password) in USUAL {
                let mut browser = Browser::visiting(&server).await;
                let answer = browser.log_in(user, password).await;
                assert_eq!(answer.code(), "invalid_credentials", "{user} {}", answer.status);
            }
        }
    });
}
