//! A user's account: the history of one person's rights and credentials, in a stream of its own.
//!
//! ```text
//! absent --create--> active --disable--> disabled --enable--> active
//! ```
//!
//! The credentials themselves lie in the vault; here stand their names, and which codes have been used. That a
//! code works once is this machine's guard together with compare-and-append on the stream: of two commands
//! that saw the same state, one is refused.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::rules::custom_data::{CustomChange, CustomData};
use crate::secret::{Digest, Personal, SecretRef};
use crate::time::Timestamp;

pub use super::account_types::{AccessToken, TOKENS_MAX};

/// How many recovery codes are given out at once.
pub const RECOVERY_CODES: u8 = 10;

/// A time-based one-time password that somebody has enrolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Totp {
    /// Where its secret lies.
    pub secret: SecretRef,
    /// The newest time step whose code was used; older ones do not count any more.
    pub last_step: u64,
}

/// Recovery codes that somebody was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RecoveryCodes {
    /// Where their digests lie.
    pub secret: SecretRef,
    /// The numbers of those that have been used.
    pub used: BTreeSet<u8>,
}

/// What an account holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The user name.
    pub name: Personal,
    /// May administer the installation.
    pub admin: bool,
    /// Must change the password before signing in.
    pub must_change_password: bool,
    /// Where the password's hash lies.
    pub password: SecretRef,
    /// The second factor.
    pub totp: Option<Totp>,
    /// The recovery codes that came with it.
    pub recovery: Option<RecoveryCodes>,
    /// When the account was made.
    pub created_at: Timestamp,
    /// What is kept beside it. Accounts of before there was such a thing have nothing.
    #[serde(default)]
    pub custom_data: CustomData,
    /// The access tokens that were not revoked, by id. Accounts of before there were any have none.
    #[serde(default)]
    pub tokens: BTreeMap<String, AccessToken>,
}

/// Where an account stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "AccountState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// There is none.
    Absent {},
    /// Its owner may sign in.
    Active {
        /// What it holds.
        profile: Profile,
    },
    /// Its owner may not.
    Disabled {
        /// What it holds.
        profile: Profile,
    },
}
named!(State { Absent = "absent", Active = "active", Disabled = "disabled" });

/// What happens to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "AccountEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It is made.
    Create {
        /// The user name.
        name: Personal,
        /// May administer the installation.
        admin: bool,
        /// Must change the password before signing in.
        must_change_password: bool,
        /// Where the password's hash lies.
        password: SecretRef,
    },
    /// Its password is another now.
    SetPassword {
        /// Where the new hash lies.
        password: SecretRef,
        /// An admin set it, so its owner must change it.
        must_change_password: bool,
    },
    /// A second factor is enrolled; its first code has been used by that.
    Enrol {
        /// Where its secret lies.
        secret: SecretRef,
        /// The time step of the first code.
        step: u64,
        /// Where the recovery codes' digests lie.
        recovery: SecretRef,
    },
    /// A code was given.
    UseCode {
        /// Its time step.
        step: u64,
    },
    /// A recovery code was given.
    UseRecoveryCode {
        /// Its number.
        number: u8,
    },
    /// The second factor is taken away, so that the owner enrols a new one.
    ResetMfa {},
    /// Rights are given or taken.
    SetAdmin {
        /// May administer the installation.
        admin: bool,
    },
    /// Its owner is inside for the first time.
    Enter {
        /// The stream of the session.
        session: String,
    },
    /// What is kept beside it changes.
    SetCustomData {
        /// How.
        change: CustomChange,
    },
    /// A program may act in its owner's name from now on.
    MakeToken {
        /// Names the token: `t_` and 16 hex digits.
        id: String,
        /// The SHA-256 of the token itself, which is nowhere but with its holder.
        digest: Digest,
        /// What it is for.
        description: Option<Personal>,
        /// Until when it works.
        until: Timestamp,
    },
    /// A token does not work any more.
    RevokeToken {
        /// Which.
        id: String,
    },
    /// Its owner may not sign in any more.
    Disable {},
    /// Its owner may again.
    Enable {},
}
named!(Event {
    Create = "create",
    SetPassword = "set_password",
    Enrol = "enrol",
    UseCode = "use_code",
    UseRecoveryCode = "use_recovery_code",
    ResetMfa = "reset_mfa",
    SetAdmin = "set_admin",
    Enter = "enter",
    SetCustomData = "set_custom_data",
    MakeToken = "make_token",
    RevokeToken = "revoke_token",
    Disable = "disable",
    Enable = "enable",
});

/// A tab proposes nothing here: accounts are changed by the access service.
pub type Proposal = super::session::Proposal;

/// The account machine.
#[derive(Debug, Default)]
pub struct Account;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Account {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { name, admin, must_change_password, password } = event else {
            return Super;
        };
        Transition(State::Active {
            profile: Profile {
                name: name.clone(),
                admin: *admin,
                must_change_password: *must_change_password,
                password: password.clone(),
                totp: None,
                recovery: None,
                created_at: context.at,
                custom_data: CustomData::default(),
                tokens: BTreeMap::new(),
            },
        })
    }

    #[state(superstate = "existing")]
    fn active(event: &Event, profile: &mut Profile, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Enrol { secret, step, recovery } => {
                if context.guard("already_enrolled", profile.totp.is_some()) {
                    return context.refuse(Rejection::new("already_enrolled"));
                }
                profile.totp = Some(Totp { secret: secret.clone(), last_step: *step });
                let used = BTreeSet::new();
                profile.recovery = Some(RecoveryCodes { secret: recovery.clone(), used });
                Handled
            }
            Event::UseCode { step } => use_code(profile, *step, context),
            Event::UseRecoveryCode { number } => use_recovery_code(profile, *number, context),
            Event::Enter { session } => {
                if context.guard("was_inside", profile.custom_data.first_session.is_some()) {
                    return context.refuse(Rejection::new("was_inside"));
                }
                profile.custom_data.first_session = Some(session.clone());
                Handled
            }
            Event::SetCustomData { change } => {
                profile.custom_data.take(change);
                Handled
            }
            Event::MakeToken { id, digest, description, until } => {
                let (digest, description) = (digest.clone(), description.clone());
                let token =
                    AccessToken { digest, description, created_at: context.at, until: *until };
                make_token(profile, id, token, context)
            }
            // What somebody left behind in programs must not come back to life with the account.
            Event::Disable {} => Transition(State::Disabled {
                profile: Profile { tokens: BTreeMap::new(), ..profile.clone() },
            }),
            _ => Super,
        }
    }

    #[state(superstate = "existing")]
    fn disabled(event: &Event, profile: &Profile) -> Outcome<State> {
        match event {
            Event::Enable {} => Transition(State::Active { profile: profile.clone() }),
            _ => Super,
        }
    }

    /// What an admin may do to any account, whether its owner may sign in or not.
    #[superstate(superstate = "root")]
    fn existing(event: &Event, profile: &mut Profile, context: &mut Context) -> Outcome<State> {
        match event {
            Event::RevokeToken { id } => {
                if context.guard("no_such_token", profile.tokens.remove(id).is_none()) {
                    return context.refuse(Rejection::new("no_such_token"));
                }
            }
            Event::SetPassword { password, must_change_password } => {
                profile.password = password.clone();
                profile.must_change_password = *must_change_password;
            }
            Event::ResetMfa {} => {
                profile.totp = None;
                profile.recovery = None;
            }
            Event::SetAdmin { admin } => profile.admin = *admin,
            _ => return Super,
        }
        Handled
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn use_code(profile: &mut Profile, step: u64, context: &mut Context) -> Outcome<State> {
    let Some(totp) = &mut profile.totp else {
        return context.refuse(Rejection::new("not_enrolled"));
    };
    if context.guard("code_already_used", step <= totp.last_step) {
        return context.refuse(Rejection::new("code_already_used"));
    }
    totp.last_step = step;
    Handled
}

fn make_token(
    profile: &mut Profile,
    id: &str,
    token: AccessToken,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("token_expired", token.until <= context.at) {
        return context.refuse(Rejection::new("token_expired"));
    }
    if context.guard("token_id_taken", profile.tokens.contains_key(id)) {
        return context.refuse(Rejection::new("token_id_taken"));
    }
    profile.tokens.retain(|_, token| token.until > context.at);
    if context.guard("too_many_tokens", profile.tokens.len() >= TOKENS_MAX) {
        return context.refuse(Rejection::new("too_many_tokens"));
    }
    profile.tokens.insert(id.to_owned(), token);
    Handled
}

fn use_recovery_code(profile: &mut Profile, number: u8, context: &mut Context) -> Outcome<State> {
    let Some(recovery) = &mut profile.recovery else {
        return context.refuse(Rejection::new("not_enrolled"));
    };
    if context.guard("no_such_code", number >= RECOVERY_CODES) {
        return context.refuse(Rejection::new("no_such_code"));
    }
    if context.guard("code_already_used", recovery.used.contains(&number)) {
        return context.refuse(Rejection::new("code_already_used"));
    }
    recovery.used.insert(number);
    Handled
}

impl Machine for Account {
    const NAME: &'static str = "account";
    const SCOPE: Scope = Scope::Installation;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Account);

    fn admit(proposal: Proposal, _: Stamp<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn examples() -> Vec<Event> {
        let password = SecretRef("s_1".into());
        let make_token = |id: &str, until_ms| Event::MakeToken {
            id: id.into(),
            digest: Digest("0".repeat(64)),
            description: Some(Personal::new("1".repeat(64))),
            until: Timestamp::from_ms(until_ms),
        };
        vec![
            Event::Create {
                name: Personal::new("0".repeat(64)),
                admin: true,
                must_change_password: false,
                password: password.clone(),
            },
            Event::SetPassword { password, must_change_password: true },
            Event::Enrol {
                secret: SecretRef("s_2".into()),
                step: 10,
                recovery: SecretRef("s_3".into()),
            },
            Event::UseCode { step: 11 },
            Event::UseCode { step: 9 },
            Event::UseRecoveryCode { number: 0 },
            Event::UseRecoveryCode { number: RECOVERY_CODES },
            Event::ResetMfa {},
            Event::SetAdmin { admin: false },
            Event::SetAdmin { admin: true },
            Event::Enter { session: "session/1".into() },
            Event::SetCustomData { change: CustomChange::OnboardingDismissed {} },
            make_token("t_1", 4_102_444_800_000),
            make_token("t_2", 0),
            Event::RevokeToken { id: "t_1".into() },
            Event::Disable {},
            Event::Enable {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Absent {} => name.to_owned(),
            State::Active { profile } | State::Disabled { profile } => format!(
                "{name} admin={} must_change={} step={:?} used={:?} tokens={}",
                profile.admin,
                profile.must_change_password,
                profile.totp.as_ref().map(|totp| totp.last_step),
                profile.recovery.as_ref().map(|recovery| recovery.used.len()),
                profile.tokens.len(),
            ),
        }
    }
}
