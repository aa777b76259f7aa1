//! Second factors and set-up links that become invalid between their check and their use.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod support;

use std::sync::Arc;

use support::*;
use waybill_machines::machines::mfa::Prepared;
use waybill_platform::Secret;
use waybill_platform::access::{
    AccessError, Accounts as _, Administration as _, SecondFactors as _, Setup as _, SetupClaim,
    SetupRefused,
};

const STEP_MS: i64 = 30_000;

/// covers: [MFA-02]
#[tokio::test]
async fn an_enrolled_second_factor_cannot_be_replaced_by_enrolling() {
    let fixture = Installation::in_memory(unlimited());
    let ann = fixture.user("ann", false).await;
    fixture.enrol(&ann, T0).await;
    let again = fixture.access.begin_enrolment(enrolment(&ann), context(T0)).await.unwrap();
    let Prepared::Failed { notice } = again else { panic!("{again:?}") };
    assert_eq!(notice.code, "already_enrolled");
    assert!(fixture.access.pending_enrolment(enrolment(&ann)).await.unwrap().is_none());
}

/// covers: [MFA-01]
#[tokio::test]
async fn a_code_of_a_factor_that_was_replaced_while_it_was_checked_is_wrong() {
    let fixture = Arc::new(Installation::in_memory(unlimited()));
    let ann = fixture.user("ann", false).await;
    let (old, _) = fixture.enrol(&ann, T0).await;
    let at = T0.plus_ms(2 * STEP_MS);
    // The code was verified, and its use is about to be recorded.
    let mut held = fixture.memory.as_ref().unwrap().faults().hold_next();
    let (checking, who) = (fixture.clone(), ann.clone());
    let checked = tokio::spawn(async move { checking.verify(&who, code(&old, at), at).await });
    held.reached().await;
    fixture.access.reset_mfa(ann.clone(), context(at)).await.unwrap();
    let (new, _) = fixture.enrol(&ann, T0.plus_ms(STEP_MS)).await;
    drop(held);
    assert_eq!(verified(&checked.await.unwrap()), "invalid_code");
    let next = at.plus_ms(STEP_MS);
    assert_eq!(verified(&fixture.verify(&ann, code(&new, next), next).await), "accepted");
}

#[tokio::test]
async fn an_administrator_made_elsewhere_invalidates_the_set_up_link() {
    let fixture = Installation::in_memory(unlimited());
    let link = fixture.access.setup_offer(context(T0)).await.unwrap().unwrap();
    fixture.user("ann", false).await;
    fixture.access.setup_check(link.token.duplicate(), T0).await.expect("ann administers nothing");
    fixture.user("root", true).await;
    let done = |result: Result<_, AccessError>| {
        matches!(result, Err(AccessError::Setup(SetupRefused::Done)))
    };
    assert!(done(fixture.access.setup_check(link.token.duplicate(), T0).await.map(|_| ())));
    let claim = SetupClaim {
        token: link.token,
        user: "eve".into(),
        password: Secret::new("another long password 7"),
    };
    assert!(done(fixture.access.setup_claim(claim, context(T0)).await.map(|_| ())));
    assert_eq!(fixture.access.users().await.unwrap().len(), 2);
}
