//! What happens when the journal fails, and that no secret is anywhere it must not be.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod support;

use std::fs;
use std::path::Path;

use support::*;
use waybill_journal::AppendError;
use waybill_machines::machines::password::Changed;
use waybill_platform::access::{Access, AccessError, NewUser, SetupClaim};
use waybill_platform::streams::StreamError;
use waybill_platform::vault::Kind;
use waybill_platform::{Passwords, Secret};

fn new_user(name: &str) -> NewUser {
    let password = Some(Secret::new(PASSWORD));
    NewUser { name: name.into(), password, admin: true, must_change_password: false }
}

fn secrets(home: &Installation) -> usize {
    Kind::ALL.iter().map(|kind| home.vault.names(*kind).unwrap().len()).sum()
}

#[tokio::test]
async fn a_full_disk_refuses_and_leaves_nothing_behind() {
    let home = Installation::in_memory(options());
    let ann = home.user("ann", true).await;
    let (before, events) = (secrets(&home), home.lines().len());
    let faults = home.memory.as_ref().unwrap().faults();
    faults.out_of_space(true);
    let made = home.access.create_user(new_user("bob"), act(T0)).await;
    assert!(matches!(
        made,
        Err(AccessError::Stream(StreamError::Append(AppendError::ReadOnly { .. })))
    ));
    let given = Passwords { current: Secret::new(PASSWORD), new: Secret::new("another long one") };
    let changed = home.access.change_password(ann.clone(), given, support::home(), act(T0)).await;
    assert!(changed.is_err());
    assert!(home.access.reset_mfa(ann.clone(), act(T0)).await.is_err());
    assert_eq!((secrets(&home), home.lines().len()), (before, events));
    assert_eq!(home.access.person_named("bob").await.unwrap(), None);
    assert!(outcome(&home.sign_in("ann", PASSWORD, T0).await) == "enroll", "reading goes on");

    faults.out_of_space(false);
    home.access.create_user(new_user("bob"), act(T0)).await.unwrap();
    assert_eq!(home.change(&ann, PASSWORD, "another long one", T0).await, Changed::Accepted {});
    assert_eq!(home.access.sweep().unwrap(), 0);
}

#[tokio::test]
async fn a_claim_that_fails_leaves_the_link_usable_and_no_account() {
    // Lost before it was written, and written although nobody was told so.
    for is_written in [false, true] {
        let home = Installation::in_memory(options());
        let link = home.access.setup_offer(act(T0)).await.unwrap().unwrap();
        let claim = || SetupClaim {
            token: link.token.duplicate(),
            user: "root".into(),
            password: Secret::new(PASSWORD),
        };
        let faults = home.memory.as_ref().unwrap().faults();
        if is_written {
            faults.fail_sync(1);
        } else {
            faults.fail_append(1);
        }
        assert!(home.access.setup_claim(claim(), act(T0)).await.is_err());
        let home = home.reopen();
        let users = home.access.users().await.unwrap();
        assert_eq!(users.len(), usize::from(is_written), "both or neither");
        assert_eq!(home.access.setup_needed().await.unwrap(), !is_written);
        if !is_written {
            assert_eq!(home.access.sweep().unwrap(), 2, "the hash and the name that were prepared");
            home.access.setup_claim(claim(), act(T0)).await.unwrap();
        }
        assert_eq!(outcome(&home.sign_in("root", PASSWORD, T0).await), "enroll");
    }
}

#[tokio::test]
async fn a_conflict_is_decided_again() {
    let home = Installation::in_memory(options());
    let ann = home.user("ann", false).await;
    let (totp, _) = home.enrol(&ann, T0).await;
    home.memory.as_ref().unwrap().faults().conflict(1);
    let at = T0.plus_ms(30_000);
    assert_eq!(verified(&home.verify(&ann, code(&totp, at), at).await), "accepted");
    assert_eq!(home.events(&format!("user/{}", ann.0)), ["create", "enrol", "use_code"]);
}

#[tokio::test]
async fn a_code_whose_record_is_not_durable_is_not_accepted() {
    let home = Installation::in_memory(options());
    let ann = home.user("ann", false).await;
    let (totp, _) = home.enrol(&ann, T0).await;
    home.memory.as_ref().unwrap().faults().fail_append(1);
    let at = T0.plus_ms(30_000);
    let answer = home.access.verify_code(ann, code(&totp, at), support::home(), act(at)).await;
    let error = answer.unwrap_err();
    assert_eq!(error.notice().code, "unavailable");
    assert!(!error.notice().message.contains("journal"), "the inside stays inside");
}

#[tokio::test]
async fn a_caller_that_goes_away_leaves_nothing_half_done() {
    let home = Installation::in_memory(options());
    let slow = std::time::Duration::from_millis(50);
    home.memory.as_ref().unwrap().faults().slow(Some(slow));
    let gone = tokio::time::timeout(slow / 2, home.access.create_user(new_user("ann"), act(T0)));
    assert!(gone.await.is_err());
    tokio::time::sleep(slow * 6).await;
    home.memory.as_ref().unwrap().faults().slow(None);
    assert!(home.access.person_named("ann").await.unwrap().is_some());
    assert_eq!(outcome(&home.sign_in("ann", PASSWORD, T0).await), "enroll");
    assert_eq!(home.access.sweep().unwrap(), 0);
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
async fn no_secret_and_no_name_is_in_a_record_or_lies_in_the_clear() {
    let home = Installation::on_disk(unlimited());
    let link = home.access.setup_offer(act(T0)).await.unwrap().unwrap();
    let mut canaries = vec![link.token.expose().to_owned()];
    let claim = SetupClaim {
        token: link.token,
        user: "canary-root".into(),
        password: Secret::new("canary-password-1"),
    };
    let root = home.access.setup_claim(claim, act(T0)).await.unwrap();
    home.access.label(&Secret::new("canary-root")).await.unwrap();
    home.access.label(&Secret::new("canary-wrong-box")).await.unwrap();
    home.sign_in("canary-root", "canary-wrong-password", T0).await;
    home.sign_in("canary-nobody", "canary-wrong-password", T0).await;
    home.access.begin_enrolment(enrolment(&root), act(T0)).await.unwrap();
    let pending = home.access.pending_enrolment(enrolment(&root)).await.unwrap().unwrap();
    let totp = authenticator(pending.secret.expose());
    let first = code(&totp, T0);
    canaries.extend([pending.secret.expose().to_owned(), first.expose().to_owned()]);
    let confirmed = home
        .access
        .confirm_enrolment(enrolment(&root), first, support::home(), act(T0))
        .await
        .unwrap();
    canaries.extend(confirmed.recovery_codes.iter().map(|code| code.expose().to_owned()));
    let at = T0.plus_ms(30_000);
    canaries.push(code(&totp, at).expose().to_owned());
    home.verify(&root, code(&totp, at), at).await;
    home.verify(&root, code(&totp, at), at).await;
    let recover = confirmed.recovery_codes[0].duplicate();
    home.access.verify_recovery(root.clone(), recover, support::home(), act(at)).await.unwrap();
    home.change(&root, "canary-password-1", "canary-password-2", at).await;
    let temporary = home.access.reset_password(root, act(at)).await.unwrap();
    canaries.push(temporary.expose().to_owned());
    canaries.push("canary".to_owned());
    canaries.push("$argon2".to_owned());

    let lines = home.lines().join("\n");
    assert!(lines.contains("\"use_recovery_code\"") && lines.contains("code_already_used"));
    home.journal.checkpoint().unwrap();
    let stored = all_bytes(home.directory.path());
    for canary in canaries {
        // Six digits occur in positions, times and hashes by chance, so codes are looked for as texts.
        let quoted = if canary.len() == 6 { format!("\"{canary}\"") } else { canary };
        assert!(!lines.contains(&quoted), "{quoted} is in a record");
        let found = stored.windows(quoted.len()).any(|window| window == quoted.as_bytes());
        assert!(!found, "{quoted} lies in the clear");
    }
}
