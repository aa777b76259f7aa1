//! A user account: the history of one person's rights and credentials, in a stream of its own.
//!
//! ```text
//! absent --create--> active --disable--> disabled --enable--> active
//! ```
//!
//! The credentials themselves are stored in the vault; the state has the names of their entries, and which codes have
//! been used. This machine's guards together with compare-and-append on the stream ensure that each code is valid only
//! once: of two commands that saw the same state, one is rejected.

use std::collections::{BTreeMap, BTreeSet};

use statig::prelude::*;

pub use super::account_edit::{Details, Edit, EmailChange, NewIdentity};
use super::account_edit::{edit, without_credentials};
use super::account_examples;
use super::account_identities::{first_identity, link_identity, unlink_identity};
use super::account_passkeys::{add_passkey, remove_passkey, rename_passkey, use_passkey};
pub use super::account_profile::{
    AccessToken, ApiKey, DEVICE_LINKS_MAX, DEVICES_MAX, Device, DeviceClient, DevicesKept,
    GROUPS_MAX, IDENTITIES_MAX, LinkPurpose, LinkedIdentity, NEW_DEVICE_MS, NEW_DEVICES_MAX,
    PASSKEYS_MAX, PASSWORDS_STOPPED_MS_MAX, PROJECTS_MAX, Passkey, PasskeySigned, Profile,
    RECOVERY_CODES, RecoveryCodes, SessionsEnded, SessionsKept, TOKENS_MAX, Totp, UnusedLink,
};
pub use super::account_provisioned::{Provisioned, ProvisionedChange};
use super::account_provisioned::{disables, provisioned};
use super::account_steps::{
    allow_device, allow_password, end_sessions, forget_device, forget_devices, know_device,
    set_project_role, stop_passwords, use_device, use_password_link,
};
use super::account_tokens::{make_api_key, make_token, revoke_token};
pub use super::account_types::{Event, SignInStep, State};
use crate::machine::{Context, Machine, Rejection, RejectionCode};

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
        let Event::Create { name, admin, must_change_password, password, details } = event else {
            return Super;
        };
        if context.guard("too_many_groups", details.groups.len() > GROUPS_MAX) {
            let most = GROUPS_MAX.to_string();
            return context.refuse(Rejection::new(RejectionCode::TooManyGroups).with("most", most));
        }
        let profile = Profile {
            name: name.clone(),
            admin: *admin,
            must_change_password: *must_change_password,
            password: password.clone(),
            totp: None,
            recovery: None,
            created_at: context.at,
            custom_data: Box::default(),
            tokens: BTreeMap::new(),
            devices: Vec::new(),
            device_links: Vec::new(),
            password_link: None,
            reset_link: None,
            codes_stopped_at: None,
            passwords_stopped_until: None,
            projects: BTreeMap::new(),
            email: details.email.clone(),
            auditor: details.auditor,
            groups: details.groups.clone(),
            // ROBOT-01: a robot has no password that works, whatever the other details are.
            external: details.external || details.robot,
            fixed: details.fixed,
            last_sign_in: None,
            edits: 0,
            api_key: None,
            robot: details.robot,
            identities: first_identity(details, context.at),
            passkeys: Vec::new(),
            credentials_ended_at: None,
            sessions_ended: None,
            provisioned: provisioned(details.provisioned.as_ref(), context.at),
            pending: details.pending,
        };
        Transition(if details.disabled || details.pending {
            State::Disabled { profile }
        } else {
            State::Active { profile }
        })
    }

    #[state(superstate = "existing")]
    fn active(event: &Event, profile: &mut Profile, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Enrol { secret, step, recovery } => {
                if context.guard("already_enrolled", profile.has_second_factor()) {
                    return context.refuse(Rejection::new(RejectionCode::AlreadyEnrolled));
                }
                profile.totp = Some(Totp { secret: secret.clone(), last_step: *step });
                let used = BTreeSet::new();
                profile.recovery = Some(RecoveryCodes { secret: recovery.clone(), used });
                Handled
            }
            Event::UseCode { step } => use_code(profile, *step, context),
            Event::UseRecoveryCode { number } => use_recovery_code(profile, *number, context),
            Event::RenewRecovery { recovery } => {
                if context.guard("not_enrolled", !profile.has_second_factor()) {
                    return context.refuse(Rejection::new(RejectionCode::NotEnrolled));
                }
                let used = BTreeSet::new();
                profile.recovery = Some(RecoveryCodes { secret: recovery.clone(), used });
                Handled
            }
            Event::Enter { session } => {
                if context.guard("was_inside", profile.custom_data.first_session.is_some()) {
                    return context.refuse(Rejection::new(RejectionCode::WasInside));
                }
                profile.custom_data.first_session = Some(session.clone());
                Handled
            }
            Event::SetCustomData { change } => {
                profile.custom_data.take(change);
                Handled
            }
            Event::MakeToken { id, digest, description, until, scope } => {
                let (digest, description) = (digest.clone(), description.clone());
                let (created_at, until, scope) = (context.at, *until, scope.clone());
                let token = AccessToken { digest, description, created_at, until, scope };
                make_token(profile, id, token, context)
            }
            Event::MakeApiKey { id, digest, secret, until } => {
                let (digest, created_at, until) = (digest.clone(), context.at, *until);
                let token =
                    AccessToken { digest, description: None, created_at, until, scope: None };
                make_api_key(profile, id, token, secret, context)
            }
            Event::KnowDevice { device, link, client } => {
                know_device(profile, device, link.as_ref(), client.as_ref(), context)
            }
            Event::UseDevice { device, client } => use_device(profile, device, client, context),
            Event::ForgetDevice { device } => forget_device(profile, device, context),
            Event::ForgetDevices { kept } => {
                forget_devices(profile, kept);
                Handled
            }
            Event::AllowDevice { link, until } => allow_device(profile, link, *until, context),
            Event::AllowPassword { link, until, purpose } => {
                allow_password(profile, link, *until, *purpose, context)
            }
            Event::LinkIdentity { identity, link } => {
                link_identity(profile, identity, link.as_ref(), context)
            }
            Event::AddPasskey { .. } => add_passkey(profile, event, context),
            Event::UsePasskey { id, signed } => use_passkey(profile, id, *signed, context),
            Event::RenamePasskey { id, name } => rename_passkey(profile, id, name, context),
            Event::StopCodes {} => {
                profile.codes_stopped_at = Some(context.at);
                Handled
            }
            Event::StopPasswords { until } => stop_passwords(profile, *until, context),
            // It is here for auditors.
            Event::BreakGlass {} => Handled,
            Event::Disable {} => {
                profile.edits += 1;
                Transition(State::Disabled { profile: without_credentials(profile, context.at) })
            }
            Event::Edit { edit: changes } => {
                if let Err(rejection) = edit(profile, changes, context) {
                    return context.refuse(rejection);
                }
                if disables(changes) {
                    let profile = without_credentials(profile, context.at);
                    return Transition(State::Disabled { profile });
                }
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "existing")]
    fn disabled(event: &Event, profile: &mut Profile, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Enable {} => {
                profile.edits += 1;
                profile.pending = false;
                Transition(State::Active { profile: profile.clone() })
            }
            Event::Edit { edit: changes } => {
                if let Err(rejection) = edit(profile, changes, context) {
                    return context.refuse(rejection);
                }
                if changes.enabled == Some(true) && !disables(changes) {
                    return Transition(State::Active { profile: profile.clone() });
                }
                Handled
            }
            _ => Super,
        }
    }

    /// Events that an administrator may cause in any account, whether enabled or not.
    #[superstate(superstate = "root")]
    fn existing(event: &Event, profile: &mut Profile, context: &mut Context) -> Outcome<State> {
        match event {
            Event::RevokeToken { id } => {
                if let Err(rejection) = revoke_token(profile, id, context) {
                    return context.refuse(rejection);
                }
            }
            Event::SetPassword { password, must_change_password, devices, link, sessions } => {
                if let Err(rejection) = use_password_link(profile, link.as_ref(), context) {
                    return context.refuse(rejection);
                }
                profile.password = password.clone();
                profile.must_change_password = *must_change_password;
                forget_devices(profile, devices);
                end_sessions(profile, sessions, context.at);
            }
            Event::UnlinkIdentity { mark } => return unlink_identity(profile, mark, context),
            Event::RemovePasskey { id } => return remove_passkey(profile, id, context),
            Event::ResetMfa { sessions } => {
                profile.totp = None;
                profile.passkeys.clear();
                profile.recovery = None;
                end_sessions(profile, sessions, context.at);
            }
            Event::SetAdmin { admin } => {
                profile.admin = *admin;
                profile.edits += 1;
            }
            Event::Unlock {} => {
                profile.codes_stopped_at = None;
                profile.passwords_stopped_until = None;
            }
            Event::SetProjectRole { project, role } => {
                return set_project_role(profile, project, *role, context);
            }
            // It is here for auditors; limits on attempts are elsewhere.
            Event::FailSignIn { .. } => {}
            Event::Restore { .. } => {
                profile.tokens.clear();
                profile.api_key = None;
                profile.password_link = None;
                profile.reset_link = None;
                profile.credentials_ended_at = Some(context.at);
                forget_devices(profile, &DevicesKept::None {});
            }
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
        return context.refuse(Rejection::new(RejectionCode::NotEnrolled));
    };
    if context.guard("code_already_used", step <= totp.last_step) {
        return context.refuse(Rejection::new(RejectionCode::CodeAlreadyUsed));
    }
    totp.last_step = step;
    Handled
}

fn use_recovery_code(profile: &mut Profile, number: u8, context: &mut Context) -> Outcome<State> {
    let Some(recovery) = &mut profile.recovery else {
        return context.refuse(Rejection::new(RejectionCode::NotEnrolled));
    };
    if context.guard("no_such_code", number >= RECOVERY_CODES) {
        return context.refuse(Rejection::new(RejectionCode::NoSuchCode));
    }
    if context.guard("code_already_used", recovery.used.contains(&number)) {
        return context.refuse(Rejection::new(RejectionCode::CodeAlreadyUsed));
    }
    recovery.used.insert(number);
    Handled
}

/// Whether an account has no other lists with something in them.
fn has_little_else(profile: &Profile) -> bool {
    profile.tokens.is_empty()
        && profile.devices.is_empty()
        && profile.device_links.is_empty()
        && profile.projects.is_empty()
        && profile.groups.is_empty()
        && profile.password_link.is_none()
}

impl Machine for Account {
    const NAME: &'static str = "account";

    // Accounts are changed by the access service.
    crate::installation_machine!(Account);

    fn examples() -> Vec<Event> {
        account_examples::all()
    }

    /// Without the link for a forgotten password, which is decided like the other one. Passkeys are decided apart from
    /// most of the rest, and so multiply few states.
    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Absent {} => name.to_owned(),
            State::Active { profile } | State::Disabled { profile } => format!(
                "{name} admin={} must_change={} step={:?} used={:?} tokens={} devices={} links={} password_link={} \
                 projects={} groups={} key={} passkeys={}",
                profile.admin,
                profile.must_change_password,
                profile.totp.as_ref().map(|totp| totp.last_step),
                profile.recovery.as_ref().map(|recovery| recovery.used.len()),
                profile.tokens.len(),
                profile.devices.len().min(1),
                profile.device_links.len(),
                profile.password_link.is_some(),
                profile.projects.len(),
                profile.groups.len(),
                profile.api_key.is_some(),
                if has_little_else(profile) { profile.passkeys.len().min(1) } else { 0 },
            ),
        }
    }
}
