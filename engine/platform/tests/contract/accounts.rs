//! Signing in, second factors, passwords, and who has an account.

use crate::contract;
use crate::support::*;
use waybill_machines::Timestamp;
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::PersonId;
use waybill_platform::Secret;
use waybill_platform::access::{
    Access, AccessError, AccountRefused, ChangeKind, NewUser, SetupClaim, SetupRefused,
};

contract!(
    signing_in,
    the_second_factor,
    recovery_codes_work_once,
    changing_ones_password,
    what_administrators_do,
    the_first_administrator,
    names_are_unique_however_they_are_typed,
    who_is_asking,
);

const STEP_MS: i64 = 30_000;

fn new_user(name: &str, password: Option<&str>) -> NewUser {
    let password = password.map(Secret::new);
    NewUser { name: name.into(), password, admin: false, must_change_password: false }
}

fn account(result: Result<impl Sized, AccessError>) -> Option<AccountRefused> {
    match result.err() {
        Some(AccessError::Account(refused)) => Some(refused),
        _ => None,
    }
}

fn setup(result: Result<impl Sized, AccessError>) -> Option<SetupRefused> {
    match result.err() {
        Some(AccessError::Setup(refused)) => Some(refused),
        _ => None,
    }
}

async fn signing_in(mut home: Installation) {
    let ann = home.user("Ann", false).await;
    for _ in 0..2 {
        assert_eq!(outcome(&home.sign_in(" ANN ", PASSWORD, T0).await), "enroll");
        for (user, password) in [("ann", "wrong"), ("bob", PASSWORD), ("", ""), ("ann", "")] {
            assert_eq!(outcome(&home.sign_in(user, password, T0).await), "invalid_credentials");
        }
        let too_long = "x".repeat(5_000);
        assert_eq!(outcome(&home.sign_in("ann", &too_long, T0).await), "invalid_credentials");
        home = home.reopen();
    }
    let boss = home.user("boss", true).await;
    home.access.set_enabled(ann.clone(), false, act(T0)).await.unwrap();
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    home = home.reopen();
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    home.access.set_enabled(ann, true, act(T0)).await.unwrap();
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "enroll");
    assert_eq!(home.access.person_named("BOSS").await.unwrap(), Some(boss));
}

async fn the_second_factor(mut home: Installation) {
    let ann = home.user("ann", false).await;
    let wrong = || Secret::new("000000");
    home.access.begin_enrolment(enrolment(&ann), act(T0)).await.unwrap();
    let first = home.access.pending_enrolment(enrolment(&ann)).await.unwrap().unwrap();
    home = home.reopen();
    let again = home.access.pending_enrolment(enrolment(&ann)).await.unwrap().unwrap();
    assert_eq!(first.secret.expose(), again.secret.expose(), "it survives a restart");
    let confirmed = home
        .access
        .confirm_enrolment(enrolment(&ann), wrong(), crate::support::home(), act(T0))
        .await;
    let confirmed = confirmed.unwrap();
    assert_eq!(verified(&confirmed.verified), "invalid_code");
    assert!(confirmed.recovery_codes.is_empty());

    let (totp, codes) = home.enrol(&ann, T0).await;
    assert_eq!(codes.len(), 10);
    assert!(home.access.pending_enrolment(enrolment(&ann)).await.unwrap().is_none());
    assert_ne!(authenticator(first.secret.expose()).generate(0), totp.generate(0));
    home = home.reopen();
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "verify");
    let used = home.verify(&ann, code(&totp, T0), T0).await;
    assert_eq!(verified(&used), "code_already_used", "confirming used this code");
    let next = T0.plus_ms(STEP_MS);
    assert_eq!(verified(&home.verify(&ann, wrong(), next).await), "invalid_code");
    assert_eq!(verified(&home.verify(&ann, code(&totp, next), next).await), "accepted");
    home = home.reopen();
    assert_eq!(verified(&home.verify(&ann, code(&totp, next), next).await), "code_already_used");
    // 29.9 s after its step began a code counts, 30.1 s after it does not.
    let issued = next.plus_ms(STEP_MS);
    let late = home.verify(&ann, code(&totp, issued), issued.plus_ms(30_100)).await;
    assert_eq!(verified(&late), "invalid_code");
    let in_time = home.verify(&ann, code(&totp, issued), issued.plus_ms(29_900)).await;
    assert_eq!(verified(&in_time), "accepted");
    assert_eq!(
        home.events(&format!("user/{}", ann.0)),
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

async fn recovery_codes_work_once(mut home: Installation) {
    let ann = home.user("ann", false).await;
    let (_, codes) = home.enrol(&ann, T0).await;
    let recover = async |home: &Installation, code: &Secret| {
        let code = code.duplicate();
        let answer =
            home.access.verify_recovery(ann.clone(), code, crate::support::home(), act(T0)).await;
        verified(&answer.unwrap())
    };
    assert_eq!(recover(&home, &codes[3]).await, "accepted");
    assert_eq!(recover(&home, &codes[3]).await, "code_already_used");
    home = home.reopen();
    assert_eq!(recover(&home, &codes[3]).await, "code_already_used");
    assert_eq!(recover(&home, &Secret::new("abcde-fghjk")).await, "invalid_code");
    assert_eq!(recover(&home, &Secret::new(codes[9].expose().to_uppercase())).await, "accepted");
}

async fn changing_ones_password(mut home: Installation) {
    let new = "another long one";
    let ann = home.user("annabel", false).await;
    for (current, wanted, code) in [
        ("wrong", new, "wrong_password"),
        (PASSWORD, "short", "password_too_short"),
        (PASSWORD, "password1", "password_common"),
        (PASSWORD, "my-Annabel-77", "password_holds_name"),
        (PASSWORD, PASSWORD, "password_unchanged"),
    ] {
        let Changed::Refused { notice } = home.change(&ann, current, wanted, T0).await else {
            panic!("{wanted} was accepted");
        };
        assert_eq!(notice.code, code);
        assert!(notice.message.ends_with('.'), "{}", notice.message);
    }
    assert_eq!(outcome(&home.sign_in("annabel", PASSWORD, T0).await), "enroll");
    assert_eq!(home.change(&ann, PASSWORD, new, T0).await, Changed::Accepted {});
    for _ in 0..2 {
        assert_eq!(outcome(&home.sign_in("annabel", PASSWORD, T0).await), "invalid_credentials");
        assert_eq!(outcome(&home.sign_in("annabel", new, T0).await), "enroll");
        home = home.reopen();
    }
    let hashes = home.vault.names(waybill_platform::vault::Kind::Password).unwrap();
    assert_eq!(hashes.len(), 2, "the old hash is gone; one is nobody's");
}

async fn what_administrators_do(mut home: Installation) {
    let boss = home.user("boss", true).await;
    let mut changes = home.access.changes();
    let created = home.access.create_user(new_user("ann", None), act(T0)).await.unwrap();
    let (ann, temporary) = (created.person, created.temporary.unwrap());
    assert_eq!(outcome(&home.sign_in("ann", temporary.expose(), T0).await), "expired");
    assert_eq!(home.change(&ann, temporary.expose(), PASSWORD, T0).await, Changed::Accepted {});
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "enroll");

    home.enrol(&ann, T0).await;
    home.access.reset_mfa(ann.clone(), act(T0)).await.unwrap();
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "enroll");
    let temporary = home.access.reset_password(ann.clone(), act(T0)).await.unwrap();
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    assert_eq!(outcome(&home.sign_in("ann", temporary.expose(), T0).await), "expired");

    let last = home.access.set_enabled(boss.clone(), false, act(T0)).await;
    assert_eq!(account(last), Some(AccountRefused::LastAdmin));
    let last = home.access.set_admin(boss.clone(), false, act(T0)).await;
    assert_eq!(account(last), Some(AccountRefused::LastAdmin));
    home.access.set_admin(ann.clone(), true, act(T0)).await.unwrap();
    home.access.set_enabled(boss.clone(), false, act(T0)).await.unwrap();
    let twice = home.access.set_enabled(boss.clone(), false, act(T0)).await;
    assert_eq!(account(twice), Some(AccountRefused::NotNow));
    let nobody = PersonId("p_nobody".into());
    let unknown = home.access.set_admin(nobody, true, act(T0)).await;
    assert_eq!(account(unknown), Some(AccountRefused::Unknown));

    let mut heard = Vec::new();
    while let Ok(change) = changes.try_recv() {
        heard.push((change.person, change.kind));
    }
    let of_ann = |kind| (ann.clone(), kind);
    assert_eq!(
        heard,
        [
            of_ann(ChangeKind::Password),
            of_ann(ChangeKind::Mfa),
            of_ann(ChangeKind::Password),
            of_ann(ChangeKind::Admin),
            (boss, ChangeKind::Disabled),
        ]
    );
    let before = home.access.users().await.unwrap();
    home = home.reopen();
    let users = home.access.users().await.unwrap();
    assert_eq!(users, before);
    let seen: Vec<_> = users
        .iter()
        .map(|user| (user.name.as_deref().unwrap(), user.admin, user.enabled, user.mfa))
        .collect();
    assert_eq!(seen, [("ann", true, true, false), ("boss", true, false, false)]);
}

async fn the_first_administrator(mut home: Installation) {
    let later = |hours: i64| T0.plus_ms(hours * 3_600_000);
    assert!(home.access.setup_needed().await.unwrap());
    let old = home.access.setup_offer(act(T0)).await.unwrap().unwrap();
    home = home.reopen();
    let link = home.access.setup_offer(act(T0)).await.unwrap().unwrap();
    assert_eq!(link.until, later(24));
    home = home.reopen();

    let claim = async |home: &Installation, token: &Secret, user: &str, at: Timestamp| {
        let (token, password) = (token.duplicate(), Secret::new(PASSWORD));
        let claim = SetupClaim { token, user: user.into(), password };
        home.access.setup_claim(claim, act(at)).await
    };
    let check = async |home: &Installation, token: &Secret, at: Timestamp| {
        home.access.setup_check(token.duplicate(), at).await
    };
    assert_eq!(setup(check(&home, &old.token, T0).await), Some(SetupRefused::WrongLink));
    assert_eq!(check(&home, &link.token, later(23)).await, Ok(later(24)));
    assert_eq!(setup(check(&home, &link.token, later(24)).await), Some(SetupRefused::Expired));
    let wrong = claim(&home, &old.token, "root", T0).await;
    assert_eq!(setup(wrong), Some(SetupRefused::WrongLink));
    let late = claim(&home, &link.token, "root", later(24)).await;
    assert_eq!(setup(late), Some(SetupRefused::Expired));
    let reserved = claim(&home, &link.token, "system", T0).await;
    assert_eq!(account(reserved), Some(AccountRefused::BadName));
    let person = claim(&home, &link.token, "Root", T0).await.unwrap();
    for _ in 0..2 {
        let again = claim(&home, &link.token, "other", T0).await;
        assert_eq!(setup(again), Some(SetupRefused::Done));
        assert!(!home.access.setup_needed().await.unwrap());
        assert!(home.access.setup_offer(act(T0)).await.unwrap().is_none());
        assert!(home.access.user(person.clone()).await.unwrap().unwrap().admin);
        assert_eq!(outcome(&home.sign_in("root", PASSWORD, T0).await), "enroll");
        home = home.reopen();
    }
    assert_eq!(
        home.events("setup")[..5],
        ["offer", "offer", "claim: wrong_link", "claim: link_expired", "claim"]
    );
    assert_eq!(home.access.users().await.unwrap().len(), 1);
}

async fn names_are_unique_however_they_are_typed(mut home: Installation) {
    home.user("ann", false).await;
    for _ in 0..2 {
        for name in ["ann", " Ann", "ANN\u{a0}"] {
            let made = home.access.create_user(new_user(name, Some(PASSWORD)), act(T0)).await;
            assert_eq!(account(made), Some(AccountRefused::NameTaken), "{name:?}");
        }
        for name in ["", "  ", "anonymous", "System", "a\nb"] {
            let made = home.access.create_user(new_user(name, Some(PASSWORD)), act(T0)).await;
            assert_eq!(account(made), Some(AccountRefused::BadName), "{name:?}");
        }
        let weak = home.access.create_user(new_user("bob", Some("password")), act(T0)).await;
        assert!(matches!(weak, Err(AccessError::Password(_))));
        home = home.reopen();
    }
    assert_eq!(home.access.users().await.unwrap().len(), 1);
}

async fn who_is_asking(home: Installation) {
    let boss = home.user("boss", true).await;
    home.user("other", true).await;
    let identity = home.access.current_user(Some(boss.clone()), act(T0)).await.unwrap();
    assert!(identity.user.admin && !identity.anonymous_allowed && !identity.anonymous_ui_blocked);
    assert!(!home.access.current_user(None, act(T0)).await.unwrap().user.admin);
    home.access.set_enabled(boss.clone(), false, act(T0)).await.unwrap();
    assert!(!home.access.current_user(Some(boss), act(T0)).await.unwrap().user.admin);
}
