//! Signing in, second factors, and what users do with their own account.

use crate::contract;
use crate::support::*;
use waybill_machines::machines::password::Changed;
use waybill_platform::Secret;
use waybill_platform::access::{
    AccessError, AccountRefused, Accounts as _, Administration as _, NewUser, SecondFactors as _,
    UserData as _, UserEdit,
};

contract!(
    signing_in,
    the_second_factor,
    recovery_codes_work_once,
    changing_ones_password,
    the_current_user,
);

const STEP_MS: i64 = 30_000;

pub(crate) fn new_user(name: &str, password: Option<&str>) -> NewUser {
    let password = password.map(Secret::new);
    NewUser { name: name.into(), password, ..NewUser::default() }
}

pub(crate) fn account(result: Result<impl Sized, AccessError>) -> Option<AccountRefused> {
    match result.err() {
        Some(AccessError::Account(refused)) => Some(refused),
        _ => None,
    }
}

async fn signing_in(mut fixture: Installation) {
    let ann = fixture.user("Ann", false).await;
    for _ in 0..2 {
        assert_eq!(outcome(&fixture.sign_in(" ANN ", PASSWORD, T0).await), "enroll");
        for (user, password) in [("ann", "wrong"), ("bob", PASSWORD), ("", ""), ("ann", "")] {
            assert_eq!(outcome(&fixture.sign_in(user, password, T0).await), "invalid_credentials");
        }
        let too_long = "x".repeat(5_000);
        assert_eq!(outcome(&fixture.sign_in("ann", &too_long, T0).await), "invalid_credentials");
        fixture = fixture.reopen().await;
    }
    let boss = fixture.user("boss", true).await;
    fixture.access.set_enabled(ann.clone(), false, context(T0)).await.unwrap();
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    fixture = fixture.reopen().await;
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    fixture.access.set_enabled(ann, true, context(T0)).await.unwrap();
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");
    assert_eq!(fixture.access.person_named("BOSS").await.unwrap(), Some(boss));
}

async fn the_second_factor(mut fixture: Installation) {
    let ann = fixture.user("ann", false).await;
    let wrong = || Secret::new("000000");
    fixture.access.begin_enrolment(enrolment(&ann), context(T0)).await.unwrap();
    let first = fixture.access.pending_enrolment(enrolment(&ann)).await.unwrap().unwrap();
    fixture = fixture.reopen().await;
    let again = fixture.access.pending_enrolment(enrolment(&ann)).await.unwrap().unwrap();
    assert_eq!(first.secret.expose(), again.secret.expose(), "it survives a restart");
    let confirmed = fixture
        .access
        .confirm_enrolment(enrolment(&ann), wrong(), crate::support::source(), context(T0))
        .await;
    let confirmed = confirmed.unwrap();
    assert_eq!(verified(&confirmed.verified), "invalid_code");
    assert!(confirmed.recovery_codes.is_empty());

    let (totp, codes) = fixture.enrol(&ann, T0).await;
    assert_eq!(codes.len(), 10);
    assert!(fixture.access.pending_enrolment(enrolment(&ann)).await.unwrap().is_none());
    assert_ne!(authenticator(first.secret.expose()).generate(0), totp.generate(0));
    fixture = fixture.reopen().await;
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "verify");
    let used = fixture.verify(&ann, code(&totp, T0), T0).await;
    assert_eq!(verified(&used), "code_already_used", "confirming used this code");
    let next = T0.plus_ms(STEP_MS);
    assert_eq!(verified(&fixture.verify(&ann, wrong(), next).await), "invalid_code");
    assert_eq!(verified(&fixture.verify(&ann, code(&totp, next), next).await), "accepted");
    fixture = fixture.reopen().await;
    assert_eq!(verified(&fixture.verify(&ann, code(&totp, next), next).await), "code_already_used");
    // A code is valid 29.9 s after its step began, and no longer after 30.1 s.
    let issued = next.plus_ms(STEP_MS);
    let late = fixture.verify(&ann, code(&totp, issued), issued.plus_ms(30_100)).await;
    assert_eq!(verified(&late), "invalid_code");
    let in_time = fixture.verify(&ann, code(&totp, issued), issued.plus_ms(29_900)).await;
    assert_eq!(verified(&in_time), "accepted");
    fixture.access.record_all_failures().await;
    let events = fixture.events(&format!("user/{}", ann.0));
    // They are not awaited, so their place among the others is not fixed.
    let (failures, events): (Vec<_>, Vec<_>) =
        events.into_iter().partition(|event| event == "fail_sign_in");
    assert_eq!(
        failures.len(),
        5,
        "the first of each run, and in two of them a count of the others"
    );
    assert_eq!(
        events,
        [
            "create",
            "enrol",
            "use_code: code_already_used",
            "use_code",
            "use_code: code_already_used",
            "use_code"
        ]
    );
}

async fn recovery_codes_work_once(mut fixture: Installation) {
    let ann = fixture.user("ann", false).await;
    let (_, codes) = fixture.enrol(&ann, T0).await;
    let recover = async |fixture: &Installation, code: &Secret| {
        verified(&fixture.recover(&ann, code, T0).await)
    };
    assert_eq!(recover(&fixture, &codes[3]).await, "accepted");
    assert_eq!(recover(&fixture, &codes[3]).await, "code_already_used");
    fixture = fixture.reopen().await;
    assert_eq!(recover(&fixture, &codes[3]).await, "code_already_used");
    assert_eq!(recover(&fixture, &Secret::new("abcde-fghjk")).await, "invalid_code");
    assert_eq!(recover(&fixture, &Secret::new(codes[9].expose().to_uppercase())).await, "accepted");
}

async fn changing_ones_password(mut fixture: Installation) {
    let new = "another long one";
    let ann = fixture.user("annabel", false).await;
    for (current, wanted, code) in [
        ("wrong", new, "wrong_password"),
        (PASSWORD, "short", "password_too_short"),
        (PASSWORD, "password1", "password_common"),
        (PASSWORD, "my-Annabel-77", "password_holds_name"),
        (PASSWORD, PASSWORD, "password_unchanged"),
    ] {
        let Changed::Refused { notice } = fixture.change(&ann, current, wanted, T0).await else {
            panic!("{wanted} was accepted");
        };
        assert_eq!(notice.code, code);
        assert!(notice.message.ends_with('.'), "{}", notice.message);
    }
    assert_eq!(outcome(&fixture.sign_in("annabel", PASSWORD, T0).await), "enroll");
    // An account that only administrators may change keeps its password.
    for (updatable, code) in [(false, Some("account_fixed")), (true, None)] {
        let edit = UserEdit { profile_updatable: Some(updatable), ..UserEdit::default() };
        fixture.access.edit_user(ann.clone(), edit, context(T0)).await.unwrap();
        let Some(code) = code else { continue };
        let Changed::Refused { notice } = fixture.change(&ann, PASSWORD, new, T0).await else {
            panic!("a fixed account has another password");
        };
        assert_eq!(notice.code, code);
    }
    assert_eq!(fixture.change(&ann, PASSWORD, new, T0).await, Changed::Accepted {});
    for _ in 0..2 {
        assert_eq!(outcome(&fixture.sign_in("annabel", PASSWORD, T0).await), "invalid_credentials");
        assert_eq!(outcome(&fixture.sign_in("annabel", new, T0).await), "enroll");
        fixture = fixture.reopen().await;
    }
    let hashes = fixture.vault.names(waybill_platform::vault::Kind::Password).unwrap();
    assert_eq!(hashes.len(), 2, "the old hash is removed; one is the dummy hash");
}

async fn the_current_user(fixture: Installation) {
    let boss = fixture.user("boss", true).await;
    fixture.user("other", true).await;
    let identity = fixture.access.current_user(Some(boss.clone()), context(T0)).await.unwrap();
    assert!(identity.user.admin && !identity.anonymous_allowed && !identity.anonymous_ui_blocked);
    assert!(!fixture.access.current_user(None, context(T0)).await.unwrap().user.admin);
    fixture.access.set_enabled(boss.clone(), false, context(T0)).await.unwrap();
    assert!(!fixture.access.current_user(Some(boss), context(T0)).await.unwrap().user.admin);
}
