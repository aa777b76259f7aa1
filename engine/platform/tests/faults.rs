//! Failures of the journal, and a check that no secret is anywhere it must not be.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use support::*;
use waybill_journal::AppendError;
use waybill_machines::machines::password::Changed;
use waybill_platform::access::{
    AccessError, Accounts as _, Administration as _, Factor, NewUser, SecondFactors as _,
    Setup as _, SetupClaim, SignIn as _,
};
use waybill_platform::streams::StreamError;
use waybill_platform::vault::Kind;
use waybill_platform::{Passwords, Secret};

fn new_user(name: &str) -> NewUser {
    let password = Some(Secret::new(PASSWORD));
    NewUser { name: name.into(), password, admin: true, ..NewUser::default() }
}

fn secrets(fixture: &Installation) -> usize {
    Kind::ALL.iter().map(|kind| fixture.vault.names(*kind).unwrap().len()).sum()
}

#[tokio::test]
async fn a_full_disk_rejects_changes_and_leaves_nothing_behind() {
    let fixture = Installation::in_memory(options());
    let ann = fixture.user("ann", true).await;
    let (before, events) = (secrets(&fixture), fixture.lines().len());
    let faults = fixture.memory.as_ref().unwrap().faults();
    faults.out_of_space(true);
    let made = fixture.access.create_user(new_user("bob"), context(T0)).await;
    assert!(matches!(
        made,
        Err(AccessError::Stream(StreamError::Append(AppendError::ReadOnly { .. })))
    ));
    let given = Passwords { current: Secret::new(PASSWORD), new: Secret::new("another long one") };
    let changed =
        fixture.access.change_password(ann.clone(), given, support::source(), context(T0)).await;
    assert!(changed.is_err());
    assert!(fixture.access.reset_mfa(ann.clone(), context(T0)).await.is_err());
    assert_eq!((secrets(&fixture), fixture.lines().len()), (before, events));
    assert_eq!(fixture.access.person_named("bob").await.unwrap(), None);
    assert!(
        outcome(&fixture.sign_in("ann", PASSWORD, T0).await) == "enroll",
        "reading still works"
    );

    faults.out_of_space(false);
    fixture.access.create_user(new_user("bob"), context(T0)).await.unwrap();
    assert_eq!(fixture.change(&ann, PASSWORD, "another long one", T0).await, Changed::Accepted {});
    assert_eq!(fixture.access.sweep().unwrap(), 0);
}

#[tokio::test]
async fn a_claim_that_fails_leaves_the_link_usable_and_no_account() {
    // Once lost before it was written, and once written but not acknowledged.
    for is_written in [false, true] {
        let fixture = Installation::in_memory(options());
        let link = fixture.access.setup_offer(context(T0)).await.unwrap().unwrap();
        let claim = || SetupClaim {
            token: link.token.duplicate(),
            user: "root".into(),
            password: Secret::new(PASSWORD),
        };
        let faults = fixture.memory.as_ref().unwrap().faults();
        if is_written {
            faults.fail_sync(1);
        } else {
            faults.fail_append(1);
        }
        assert!(fixture.access.setup_claim(claim(), context(T0)).await.is_err());
        let fixture = fixture.reopen().await;
        let users = fixture.access.users().await.unwrap();
        assert_eq!(users.len(), usize::from(is_written), "both or neither");
        assert_eq!(fixture.access.setup_needed().await.unwrap(), !is_written);
        if !is_written {
            assert_eq!(
                fixture.access.sweep().unwrap(),
                2,
                "the hash and the name that were prepared"
            );
            fixture.access.setup_claim(claim(), context(T0)).await.unwrap();
        }
        assert_eq!(outcome(&fixture.sign_in("root", PASSWORD, T0).await), "enroll");
    }
}

#[tokio::test]
async fn a_conflict_is_decided_again() {
    let fixture = Installation::in_memory(options());
    let ann = fixture.user("ann", false).await;
    let (totp, _) = fixture.enrol(&ann, T0).await;
    fixture.memory.as_ref().unwrap().faults().conflict(1);
    let at = T0.plus_ms(30_000);
    assert_eq!(verified(&fixture.verify(&ann, code(&totp, at), at).await), "accepted");
    assert_eq!(fixture.events(&format!("user/{}", ann.0)), ["create", "enrol", "use_code"]);
}

#[tokio::test]
async fn a_code_whose_record_is_not_durable_is_not_accepted() {
    let fixture = Installation::in_memory(options());
    let ann = fixture.user("ann", false).await;
    let (totp, _) = fixture.enrol(&ann, T0).await;
    fixture.memory.as_ref().unwrap().faults().fail_append(1);
    let at = T0.plus_ms(30_000);
    let (factor, code) = (Factor::Totp, code(&totp, at));
    let answer = fixture.access.verify(ann, factor, code, support::source(), context(at)).await;
    let error = answer.unwrap_err();
    assert_eq!(error.notice().code, "unavailable");
    assert!(!error.notice().message.contains("journal"), "no internals are revealed");
}

#[tokio::test]
async fn a_cancelled_call_runs_to_completion() {
    let fixture = Installation::in_memory(options());
    let slow = Duration::from_millis(500);
    fixture.memory.as_ref().unwrap().faults().slow(Some(slow));
    let gone =
        tokio::time::timeout(slow / 2, fixture.access.create_user(new_user("ann"), context(T0)));
    assert!(gone.await.is_err());
    let completed = async {
        while fixture.access.person_named("ann").await.unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), completed).await.expect("it is completed");
    fixture.memory.as_ref().unwrap().faults().slow(None);
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");
    assert_eq!(fixture.access.sweep().unwrap(), 0);
}

fn all_bytes(directory: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        bytes.extend(if path.is_dir() { all_bytes(&path) } else { fs::read(path).unwrap() });
    }
    bytes
}

#[tokio::test]
async fn no_secret_and_no_name_is_in_a_record_or_stored_unencrypted() {
    let fixture = Installation::on_disk(unlimited());
    let link = fixture.access.setup_offer(context(T0)).await.unwrap().unwrap();
    let mut canaries = vec![link.token.expose().to_owned()];
    let claim = SetupClaim {
        token: link.token,
        user: "canary-root".into(),
        password: Secret::new("canary-password-1"),
    };
    let root = fixture.access.setup_claim(claim, context(T0)).await.unwrap();
    fixture.access.label(&Secret::new("canary-root")).await.unwrap();
    fixture.access.label(&Secret::new("canary-wrong-box")).await.unwrap();
    fixture.sign_in("canary-root", "canary-wrong-password", T0).await;
    fixture.sign_in("canary-nobody", "canary-wrong-password", T0).await;
    fixture.access.begin_enrolment(enrolment(&root), context(T0)).await.unwrap();
    let pending = fixture.access.pending_enrolment(enrolment(&root)).await.unwrap().unwrap();
    let totp = authenticator(pending.secret.expose());
    let first = code(&totp, T0);
    canaries.extend([pending.secret.expose().to_owned(), first.expose().to_owned()]);
    let confirmed = fixture
        .access
        .confirm_enrolment(enrolment(&root), first, support::source(), context(T0))
        .await
        .unwrap();
    canaries.extend(confirmed.recovery_codes.iter().map(|code| code.expose().to_owned()));
    let at = T0.plus_ms(30_000);
    canaries.push(code(&totp, at).expose().to_owned());
    fixture.verify(&root, code(&totp, at), at).await;
    fixture.verify(&root, code(&totp, at), at).await;
    fixture.recover(&root, &confirmed.recovery_codes[0], at).await;
    fixture.change(&root, "canary-password-1", "canary-password-2", at).await;
    let temporary = fixture.access.reset_password(root, context(at)).await.unwrap();
    canaries.push(temporary.expose().to_owned());
    canaries.push("canary".to_owned());
    canaries.push("$argon2".to_owned());

    let lines = fixture.lines().join("\n");
    assert!(lines.contains("\"use_recovery_code\"") && lines.contains("code_already_used"));
    fixture.journal.checkpoint().unwrap();
    let stored = all_bytes(fixture.directory.path());
    for canary in canaries {
        // Six digits occur in positions, times and hashes by chance, so codes are looked for as texts.
        let quoted = if canary.len() == 6 { format!("\"{canary}\"") } else { canary };
        assert!(!lines.contains(&quoted), "{quoted} is in a record");
        let found = stored.windows(quoted.len()).any(|window| window == quoted.as_bytes());
        assert!(!found, "{quoted} is stored unencrypted");
    }
}
