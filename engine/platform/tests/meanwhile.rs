//! What counts no more by the time that it is used: the second factor and the set-up link of before.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod support;

use std::sync::Arc;

use support::*;
use waybill_machines::machines::mfa::Prepared;
use waybill_platform::Secret;
use waybill_platform::access::{Access, AccessError, SetupClaim, SetupRefused};

const STEP_MS: i64 = 30_000;

/// covers: [MFA-02]
#[tokio::test]
async fn whoever_has_a_second_factor_enrols_no_other_one_over_it() {
    let home = Installation::in_memory(unlimited());
    let ann = home.user("ann", false).await;
    home.enrol(&ann, T0).await;
    let again = home.access.begin_enrolment(enrolment(&ann), act(T0)).await.unwrap();
    let Prepared::Failed { notice } = again else { panic!("{again:?}") };
    assert_eq!(notice.code, "already_enrolled");
    assert!(home.access.pending_enrolment(enrolment(&ann)).await.unwrap().is_none());
}

/// covers: [MFA-01]
#[tokio::test]
async fn a_code_of_a_factor_that_was_replaced_while_it_was_checked_is_wrong() {
    let home = Arc::new(Installation::in_memory(unlimited()));
    let ann = home.user("ann", false).await;
    let (old, _) = home.enrol(&ann, T0).await;
    let at = T0.plus_ms(2 * STEP_MS);
    // The code was found right, and its use is about to be recorded.
    let mut held = home.memory.as_ref().unwrap().faults().hold_next();
    let (checking, who) = (home.clone(), ann.clone());
    let checked = tokio::spawn(async move { checking.verify(&who, code(&old, at), at).await });
    held.reached().await;
    home.access.reset_mfa(ann.clone(), act(at)).await.unwrap();
    let (new, _) = home.enrol(&ann, T0.plus_ms(STEP_MS)).await;
    drop(held);
    assert_eq!(verified(&checked.await.unwrap()), "invalid_code");
    let next = at.plus_ms(STEP_MS);
    assert_eq!(verified(&home.verify(&ann, code(&new, next), next).await), "accepted");
}

#[tokio::test]
async fn an_administrator_made_elsewhere_makes_the_set_up_link_useless() {
    let home = Installation::in_memory(unlimited());
    let link = home.access.setup_offer(act(T0)).await.unwrap().unwrap();
    home.user("ann", false).await;
    home.access.setup_check(link.token.duplicate(), T0).await.expect("ann administers nothing");
    home.user("root", true).await;
    let done = |result: Result<_, AccessError>| {
        matches!(result, Err(AccessError::Setup(SetupRefused::Done)))
    };
    assert!(done(home.access.setup_check(link.token.duplicate(), T0).await.map(|_| ())));
    let claim = SetupClaim {
        token: link.token,
        user: "eve".into(),
        password: Secret::new("another long password 7"),
    };
    assert!(done(home.access.setup_claim(claim, act(T0)).await.map(|_| ())));
    assert_eq!(home.access.users().await.unwrap().len(), 2);
}
