//! Attacks: guessing, races, probing for names, locking others out.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod support;

use std::sync::Arc;

use support::*;
use waybill_machines::machines::login::Authenticated;
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::Personal;
use waybill_platform::access::{
    Accounts as _, Administration as _, Enrolment, Factor, MfaPolicy, NewUser, Options,
    ReservedAttempt, SecondFactors as _, Setup as _, SetupClaim, SignIn as _,
};
use waybill_platform::{Credentials, Secret};

const STEP_MS: i64 = 30_000;

/// Runs a call many times concurrently and returns the answers.
async fn at_once<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    times: usize,
    call: impl Fn(usize) -> F,
) -> Vec<T> {
    let calls: Vec<_> = (0..times).map(|n| tokio::spawn(call(n))).collect();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.unwrap());
    }
    answers
}

fn count(answers: &[String], wanted: &str) -> usize {
    answers.iter().filter(|answer| *answer == wanted).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_hundred_concurrent_wrong_passwords_five_are_verified() {
    let fixture = Arc::new(Installation::in_memory(options()));
    fixture.user("ann", false).await;
    let before = fixture.access.verifications();
    let spellings = ["ann", "Ann", " ann", "ANN ", "ann\t"];
    let answers = at_once(200, |n| {
        let fixture = fixture.clone();
        async move { outcome(&fixture.sign_in(spellings[n % 5], "wrong-wrong", T0).await) }
    })
    .await;
    assert_eq!(fixture.access.verifications() - before, 5);
    assert_eq!(count(&answers, "invalid_credentials"), 5);
    assert_eq!(count(&answers, "slow_down"), 195);
    let Authenticated::Refused { notice } = fixture.sign_in("ann", PASSWORD, T0).await else {
        panic!("even the right password has to wait");
    };
    assert_eq!(notice.retry_at, Some(T0.plus_ms(1_000)));
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0.plus_ms(1_000)).await), "enroll");
}

#[tokio::test]
async fn guessing_from_another_source_does_not_lock_the_owner_out() {
    let fixture = Installation::in_memory(options());
    fixture.user("ann", false).await;
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");
    for n in 0..300 {
        let given = Credentials { user: Secret::new("ann"), password: Secret::new("guess-guess") };
        let elsewhere = client(&format!("198.51.100.{}", n % 250));
        fixture
            .access
            .authenticate(given, ReservedAttempt::default(), elsewhere, context(T0))
            .await
            .unwrap();
    }
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");
}

#[tokio::test]
async fn unknown_names_wrong_passwords_and_disabled_users_are_indistinguishable() {
    let fixture = Installation::in_memory(unlimited());
    fixture.user("boss", true).await;
    let ann = fixture.user("ann", false).await;
    fixture.user("bob", false).await;
    fixture.access.set_enabled(ann, false, context(T0)).await.unwrap();
    let mut answers = Vec::new();
    for (user, password) in
        [("bob", "wrong-wrong"), ("nobody", "wrong-wrong"), ("ann", PASSWORD), ("\u{200b}", "x")]
    {
        let before = fixture.access.verifications();
        answers.push(fixture.sign_in(user, password, T0).await);
        assert_eq!(fixture.access.verifications() - before, 1, "{user}");
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

#[tokio::test]
async fn unknown_and_known_names_are_slowed_down_alike() {
    let fixture = Installation::in_memory(options());
    fixture.user("ann", false).await;
    for user in ["ann", "nobody"] {
        let mut outcomes = Vec::new();
        for _ in 0..7 {
            outcomes.push(outcome(&fixture.sign_in(user, "wrong-wrong", T0).await));
        }
        assert_eq!(count(&outcomes, "invalid_credentials"), 5, "{user}");
        assert_eq!(count(&outcomes[5..], "slow_down"), 2, "{user}");
    }
}

#[tokio::test]
async fn labels_do_not_reveal_whether_an_account_exists() {
    let fixture = Installation::in_memory(options());
    fixture.user("ann", false).await;
    let label = async |name: &str| fixture.access.label(&Secret::new(name)).await.unwrap();
    for name in ["ann", "nobody"] {
        let (one, two) = (label(name).await, label(&name.to_uppercase()).await);
        assert_eq!(one, two, "a label is stable, for every name");
        assert_eq!(one.personal.len(), 64);
    }
    let reveal = |label: Personal| fixture.vault.reveal(&label).unwrap();
    assert_eq!(reveal(label("ann").await).unwrap().expose(), "ann");
    assert!(reveal(label("nobody").await).is_none());
    assert!(reveal(label("a password in the wrong box").await).is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_fifty_concurrent_uses_of_a_code_one_is_accepted() {
    for fixture in [Installation::in_memory(unlimited()), Installation::on_disk(unlimited())] {
        let fixture = Arc::new(fixture);
        let ann = fixture.user("ann", false).await;
        let (totp, codes) = fixture.enrol(&ann, T0).await;
        let at = T0.plus_ms(STEP_MS);
        let answers = at_once(50, |n| {
            let (fixture, ann, code) = (fixture.clone(), ann.clone(), code(&totp, at));
            let source = client(&format!("192.0.2.{n}"));
            let factor = Factor::Totp;
            async move {
                verified(
                    &fixture.access.verify(ann, factor, code, source, context(at)).await.unwrap(),
                )
            }
        })
        .await;
        assert_eq!(count(&answers, "accepted"), 1, "{answers:?}");
        assert_eq!(count(&answers, "code_already_used"), 49, "{answers:?}");

        let answers = at_once(50, |n| {
            let (fixture, ann, code) = (fixture.clone(), ann.clone(), codes[0].duplicate());
            let source = client(&format!("192.0.2.{n}"));
            let factor = Factor::Recovery;
            async move {
                verified(
                    &fixture.access.verify(ann, factor, code, source, context(at)).await.unwrap(),
                )
            }
        })
        .await;
        assert_eq!(count(&answers, "accepted"), 1, "{answers:?}");
        assert_eq!(count(&answers, "code_already_used"), 49, "{answers:?}");
        let accepted = fixture.events(&format!("user/{}", ann.0));
        assert_eq!(count(&accepted, "use_code") + count(&accepted, "use_recovery_code"), 2);
    }
}

#[tokio::test]
async fn a_session_neither_sees_nor_confirms_what_another_one_enrols() {
    let fixture = Installation::in_memory(unlimited());
    let ann = fixture.user("ann", false).await;
    let [own, other] = ["own", "other"]
        .map(|session| Enrolment { person: ann.clone(), session: session.to_owned() });
    let mut secrets = Vec::new();
    for enrolment in [&other, &own] {
        fixture.access.begin_enrolment(enrolment.clone(), context(T0)).await.unwrap();
        let pending = fixture.access.pending_enrolment(enrolment.clone()).await.unwrap().unwrap();
        secrets.push(pending.secret.expose().to_owned());
    }
    assert_ne!(secrets[0], secrets[1]);
    assert_eq!(fixture.access.sweep().unwrap(), 0, "both are still pending");
    let confirm = async |enrolment: &Enrolment, secret: &str| {
        let code = code(&authenticator(secret), T0);
        fixture
            .access
            .confirm_enrolment(enrolment.clone(), code, support::source(), context(T0))
            .await
    };
    let crossed = confirm(&other, &secrets[1]).await.unwrap();
    assert_eq!(verified(&crossed.verified), "invalid_code");
    assert_eq!(confirm(&own, &secrets[1]).await.unwrap().recovery_codes.len(), 10);
    let late = confirm(&other, &secrets[0]).await.unwrap();
    assert_eq!(verified(&late.verified), "forbidden: already_enrolled");
    assert!(late.recovery_codes.is_empty());
    for enrolment in [own, other] {
        assert!(fixture.access.pending_enrolment(enrolment).await.unwrap().is_none());
    }
    assert_eq!(fixture.access.sweep().unwrap(), 0, "the secret that was not confirmed is removed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_confirmations_and_password_changes_one_is_accepted() {
    let fixture = Arc::new(Installation::in_memory(unlimited()));
    let ann = fixture.user("ann", false).await;
    fixture.access.begin_enrolment(enrolment(&ann), context(T0)).await.unwrap();
    let pending = fixture.access.pending_enrolment(enrolment(&ann)).await.unwrap().unwrap();
    let totp = authenticator(pending.secret.expose());
    let codes = at_once(20, |_| {
        let (fixture, ann, code) = (fixture.clone(), ann.clone(), code(&totp, T0));
        async move {
            let answer = fixture
                .access
                .confirm_enrolment(enrolment(&ann), code, support::source(), context(T0))
                .await;
            answer.unwrap().recovery_codes.len()
        }
    })
    .await;
    assert_eq!(codes.iter().filter(|codes| **codes == 10).count(), 1);
    assert_eq!(codes.iter().sum::<usize>(), 10);

    let changed = at_once(20, |n| {
        let (fixture, ann) = (fixture.clone(), ann.clone());
        async move { fixture.change(&ann, PASSWORD, &format!("a new long one {n}"), T0).await }
    })
    .await;
    assert_eq!(changed.iter().filter(|answer| **answer == Changed::Accepted {}).count(), 1);
    assert_eq!(fixture.access.sweep().unwrap(), 0, "nothing is left behind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_claims_and_users_with_one_name_one_is_created() {
    let fixture = Arc::new(Installation::in_memory(unlimited()));
    let link = fixture.access.setup_offer(context(T0)).await.unwrap().unwrap();
    let claims = at_once(20, |n| {
        let (fixture, token) = (fixture.clone(), link.token.duplicate());
        let claim = SetupClaim { token, user: format!("boss{n}"), password: Secret::new(PASSWORD) };
        async move { fixture.access.setup_claim(claim, context(T0)).await.is_ok() }
    })
    .await;
    assert_eq!(claims.iter().filter(|claimed| **claimed).count(), 1);
    let made = at_once(20, |_| {
        let fixture = fixture.clone();
        let password = Some(Secret::new(PASSWORD));
        let user = NewUser { name: "ann".into(), password, ..NewUser::default() };
        async move { fixture.access.create_user(user, context(T0)).await.is_ok() }
    })
    .await;
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    assert_eq!(fixture.access.users().await.unwrap().len(), 2);
    assert_eq!(fixture.access.sweep().unwrap(), 0, "nothing is left behind");
}

#[tokio::test]
async fn wrong_codes_are_slowed_down_and_ten_end_the_sign_in() {
    let fixture = Installation::in_memory(options());
    let ann = fixture.user("ann", false).await;
    let (totp, _) = fixture.enrol(&ann, T0).await;
    let (mut at, mut verified_codes) = (T0.plus_ms(STEP_MS), 0);
    let over = loop {
        let answer = verified(&fixture.verify(&ann, Secret::new("000000"), at).await);
        match answer.as_str() {
            "invalid_code" => verified_codes += 1,
            "slow_down" => at = at.plus_ms(1_000),
            other => break other.to_owned(),
        }
    };
    assert_eq!((verified_codes, over.as_str()), (9, "forbidden: too_many_codes"));
    at = at.plus_ms(120_000);
    let right = code(&totp, at);
    let answer = verified(&fixture.verify(&ann, right.duplicate(), at).await);
    assert_eq!(answer, "forbidden: too_many_codes", "even a right code is too late");
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, at).await), "verify");
    assert_eq!(verified(&fixture.verify(&ann, right, at).await), "accepted");
}

#[tokio::test]
async fn a_right_password_does_not_make_guessing_codes_faster() {
    let fixture = Installation::in_memory(options());
    let ann = fixture.user("ann", false).await;
    fixture.enrol(&ann, T0).await;
    let at = T0.plus_ms(STEP_MS);
    let mut outcomes = Vec::new();
    for _ in 0..40 {
        fixture.sign_in("ann", PASSWORD, at).await;
        outcomes.push(verified(&fixture.verify(&ann, Secret::new("000000"), at).await));
    }
    assert_eq!(count(&outcomes, "invalid_code"), 5);
}

#[tokio::test]
async fn a_user_disabled_or_reset_during_sign_in_is_rejected() {
    let fixture = Installation::in_memory(unlimited());
    fixture.user("boss", true).await;
    let ann = fixture.user("ann", false).await;
    let (totp, codes) = fixture.enrol(&ann, T0).await;
    let at = T0.plus_ms(STEP_MS);
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, at).await), "verify");
    fixture.access.set_enabled(ann.clone(), false, context(at)).await.unwrap();
    let answer = verified(&fixture.verify(&ann, code(&totp, at), at).await);
    assert_eq!(answer, "forbidden: not_allowed");
    let answer = verified(&fixture.recover(&ann, &codes[0], at).await);
    assert_eq!(answer, "forbidden: not_allowed");
    assert!(matches!(
        fixture.change(&ann, PASSWORD, "another long one", at).await,
        Changed::Refused { .. }
    ));
    fixture.access.set_enabled(ann.clone(), true, context(at)).await.unwrap();
    fixture.access.reset_mfa(ann.clone(), context(at)).await.unwrap();
    let answer = verified(&fixture.verify(&ann, code(&totp, at), at).await);
    assert_eq!(answer, "forbidden: not_allowed");
}

#[tokio::test]
async fn the_policy_decides_who_needs_a_second_factor() {
    for (mfa_required, admin, user) in [
        (MfaPolicy::AllUsers, "enroll", "enroll"),
        (MfaPolicy::Admins, "enroll", "accepted"),
        (MfaPolicy::Optional, "accepted", "accepted"),
    ] {
        let settings = waybill_platform::access::AccessSettings { mfa_required, ..settings() };
        let fixture = Installation::in_memory(Options { settings, ..options() });
        fixture.user("boss", true).await;
        let ann = fixture.user("ann", false).await;
        assert_eq!(outcome(&fixture.sign_in("boss", PASSWORD, T0).await), admin);
        assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), user);
        fixture.enrol(&ann, T0).await;
        assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "verify");
    }
}

#[tokio::test]
async fn signing_in_strengthens_a_hash_that_has_become_weak() {
    let mut fixture = Installation::in_memory(options());
    let ann = fixture.user("ann", false).await;
    fixture.options.cost.passes = 2;
    fixture = fixture.reopen().await;
    for _ in 0..3 {
        assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");
    }
    assert_eq!(fixture.events(&format!("user/{}", ann.0)), ["create", "set_password"]);
    assert_eq!(fixture.access.sweep().unwrap(), 0);
}
