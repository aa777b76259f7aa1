//! The steps of the account machine that concern passkeys (MFA-01).

use std::collections::BTreeSet;

use statig::prelude::*;

use super::account_profile::{PASSKEYS_MAX, Passkey, PasskeySigned, Profile, RecoveryCodes};
use super::account_types::{Event, State};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::secret::{Digest, Personal};

/// Adds a passkey, with recovery codes if the account has none: losing the only passkey must not lose the account.
pub(super) fn add_passkey(
    profile: &mut Profile,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    let Event::AddPasskey { id, secret, name, signed, recovery } = event else { return Super };
    if context.guard("robot_has_no_passkey", profile.robot) {
        return context.refuse(Rejection::new(RejectionCode::RobotHasNoPassword));
    }
    if context.guard("passkey_known", profile.passkeys.iter().any(|known| known.id == *id)) {
        return context.refuse(Rejection::new(RejectionCode::PasskeyKnown));
    }
    if context.guard("too_many_passkeys", profile.passkeys.len() >= PASSKEYS_MAX) {
        let most = PASSKEYS_MAX.to_string();
        return context.refuse(Rejection::new(RejectionCode::TooManyPasskeys).with("most", most));
    }
    if context.guard("no_recovery_codes", profile.recovery.is_none() && recovery.is_none()) {
        return context.refuse(Rejection::new(RejectionCode::NoRecoveryCodes));
    }
    if let Some(secret) = recovery {
        profile.recovery = Some(RecoveryCodes { secret: secret.clone(), used: BTreeSet::new() });
    }
    profile.passkeys.push(Passkey {
        id: id.clone(),
        secret: secret.clone(),
        name: name.clone(),
        since: context.at,
        used_at: None,
        counter: signed.counter,
        backup_eligible: signed.backup_eligible,
        backed_up: signed.backed_up,
    });
    Handled
}

/// Uses a passkey. A counter that does not grow means that there is a copy of it, of which one is not the user's.
pub(super) fn use_passkey(
    profile: &mut Profile,
    id: &Digest,
    signed: PasskeySigned,
    context: &mut Context,
) -> Outcome<State> {
    let Some(passkey) = profile.passkeys.iter_mut().find(|known| known.id == *id) else {
        context.guard("no_such_passkey", true);
        return context.refuse(Rejection::new(RejectionCode::NoSuchPasskey));
    };
    // Those that are synchronised do not count.
    let counts = signed.counter > 0 || passkey.counter > 0;
    if context.guard("counter_went_back", counts && signed.counter <= passkey.counter) {
        return context.refuse(Rejection::new(RejectionCode::PasskeyCounterWentBack));
    }
    passkey.counter = signed.counter;
    passkey.backup_eligible = signed.backup_eligible;
    passkey.backed_up = signed.backed_up;
    passkey.used_at = Some(context.at);
    Handled
}

/// Gives a passkey another name.
pub(super) fn rename_passkey(
    profile: &mut Profile,
    id: &Digest,
    name: &Personal,
    context: &mut Context,
) -> Outcome<State> {
    let Some(passkey) = profile.passkeys.iter_mut().find(|known| known.id == *id) else {
        context.guard("no_such_passkey", true);
        return context.refuse(Rejection::new(RejectionCode::NoSuchPasskey));
    };
    passkey.name = name.clone();
    Handled
}

/// Removes a passkey, and the recovery codes with the last second factor.
pub(super) fn remove_passkey(
    profile: &mut Profile,
    id: &Digest,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("no_such_passkey", !profile.passkeys.iter().any(|known| known.id == *id)) {
        return context.refuse(Rejection::new(RejectionCode::NoSuchPasskey));
    }
    profile.passkeys.retain(|known| known.id != *id);
    if !profile.has_second_factor() {
        profile.recovery = None;
    }
    Handled
}

#[cfg(test)]
mod tests {
    use super::super::account::{Account, Details, SessionsKept};
    use super::*;
    use crate::machine::decide;
    use crate::secret::SecretRef;
    use crate::time::Timestamp;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn digest(letter: &str) -> Digest {
        Digest(letter.repeat(64))
    }

    const fn signed(counter: u32) -> PasskeySigned {
        PasskeySigned { counter, backup_eligible: true, backed_up: false }
    }

    fn add(letter: &str, counter: u32, recovery: Option<&str>) -> Event {
        Event::AddPasskey {
            id: digest(letter),
            secret: SecretRef(format!("s_{letter}")),
            name: Personal::new("0".repeat(64)),
            signed: signed(counter),
            recovery: recovery.map(|name| SecretRef(name.into())),
        }
    }

    fn decided(state: &State, event: &Event) -> Result<State, RejectionCode> {
        match decide::<Account>(state, event, AT) {
            Ok(accepted) => Ok(accepted.state),
            Err(refused) => Err(refused.rejection.code),
        }
    }

    fn active() -> State {
        let create = Event::Create {
            name: Personal::new("0".repeat(64)),
            admin: false,
            must_change_password: false,
            password: SecretRef("s_1".into()),
            details: Details::default(),
        };
        decided(&State::Absent {}, &create).expect("decided")
    }

    fn profile(state: &State) -> &Profile {
        match state {
            State::Active { profile } | State::Disabled { profile } => profile,
            State::Absent {} => panic!("no account"),
        }
    }

    /// covers: [MFA-01]
    #[test]
    fn a_counter_has_to_grow_unless_it_never_counts() {
        let known = decided(&active(), &add("a", 5, Some("s_2"))).expect("decided");
        let uses = |state: &State, counter| {
            decided(state, &Event::UsePasskey { id: digest("a"), signed: signed(counter) })
        };
        for counter in [0, 4, 5] {
            assert_eq!(uses(&known, counter), Err(RejectionCode::PasskeyCounterWentBack));
        }
        let used = uses(&known, 6).expect("decided");
        assert_eq!(profile(&used).passkeys[0].counter, 6);
        assert_eq!(profile(&used).passkeys[0].used_at, Some(AT));
        assert_eq!(uses(&used, 6), Err(RejectionCode::PasskeyCounterWentBack));
        let synced = decided(&active(), &add("a", 0, Some("s_2"))).expect("decided");
        let synced = uses(&synced, 0).and_then(|used| uses(&used, 0)).expect("decided");
        assert_eq!(profile(&synced).passkeys[0].counter, 0);
    }

    /// covers: [MFA-01, MFA-02]
    #[test]
    fn the_first_passkey_brings_recovery_codes_and_the_last_takes_them_away() {
        assert_eq!(decided(&active(), &add("a", 0, None)), Err(RejectionCode::NoRecoveryCodes));
        let one = decided(&active(), &add("a", 0, Some("s_2"))).expect("decided");
        assert!(profile(&one).has_second_factor());
        assert_eq!(decided(&one, &add("a", 0, None)), Err(RejectionCode::PasskeyKnown));
        let two = decided(&one, &add("b", 0, None)).expect("decided");
        let enrol = Event::Enrol {
            secret: SecretRef("s_3".into()),
            step: 1,
            recovery: SecretRef("s_4".into()),
        };
        assert_eq!(decided(&two, &enrol), Err(RejectionCode::AlreadyEnrolled));
        let remove = |letter: &str| Event::RemovePasskey { id: digest(letter) };
        let left = decided(&two, &remove("a")).expect("decided");
        assert!(profile(&left).recovery.is_some());
        assert_eq!(decided(&left, &remove("a")), Err(RejectionCode::NoSuchPasskey));
        let none = decided(&left, &remove("b")).expect("decided");
        assert!(profile(&none).recovery.is_none() && !profile(&none).has_second_factor());
        let reset = Event::ResetMfa { sessions: SessionsKept::None {} };
        let reset = decided(&two, &reset).expect("decided");
        assert!(profile(&reset).passkeys.is_empty() && profile(&reset).recovery.is_none());
    }

    /// covers: [MFA-01]
    #[test]
    fn an_account_has_ten_passkeys_at_most_and_a_disabled_one_uses_none() {
        let mut state = active();
        for letter in ["a", "b", "c", "d", "e", "f", "0", "1", "2", "3"] {
            let recovery = (letter == "a").then_some("s_2");
            state = decided(&state, &add(letter, 0, recovery)).expect("decided");
        }
        assert_eq!(decided(&state, &add("4", 0, None)), Err(RejectionCode::TooManyPasskeys));
        let disabled = decided(&state, &Event::Disable {}).expect("decided");
        let uses = Event::UsePasskey { id: digest("a"), signed: signed(1) };
        assert_eq!(decided(&disabled, &uses), Err(RejectionCode::NotInThisState));
    }
}
