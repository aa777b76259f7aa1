//! The events of the account machine for exploring it: one for each class that a guard distinguishes.

use std::collections::BTreeSet;

use super::account::{
    Details, DeviceClient, DevicesKept, Edit, EmailChange, Event, LinkPurpose, NewIdentity,
    PasskeySigned, ProvisionedChange, RECOVERY_CODES, SessionsKept, SignInStep,
};
use crate::rules::custom_data::CustomChange;
use crate::rules::projects::ProjectRole;
use crate::secret::{Digest, Personal, SecretRef};
use crate::time::Timestamp;

/// All of them.
pub(super) fn all() -> Vec<Event> {
    let mut all = of_owners();
    all.extend(of_identities());
    all.extend(of_passkeys());
    all.extend(of_administrators());
    all
}

fn identity(letter: &str) -> NewIdentity {
    NewIdentity { mark: Digest(letter.repeat(64)), provider: "corporate".into() }
}

/// What happens to the identities of an account.
fn of_identities() -> Vec<Event> {
    let invitation = Digest("9".repeat(64));
    vec![
        Event::LinkIdentity { identity: identity("a"), link: None },
        Event::LinkIdentity { identity: identity("b"), link: None },
        Event::LinkIdentity { identity: identity("b"), link: Some(invitation) },
        Event::UnlinkIdentity { mark: identity("a").mark },
        Event::UnlinkIdentity { mark: identity("c").mark },
    ]
}

/// What happens to the passkeys of an account.
fn of_passkeys() -> Vec<Event> {
    let digest = |letter: &str| Digest(letter.repeat(64));
    let name = || Personal::new("7".repeat(64));
    let signed = |counter| PasskeySigned { counter, backup_eligible: true, backed_up: true };
    let add = |letter: &str, recovery: Option<&str>| Event::AddPasskey {
        id: digest(letter),
        secret: SecretRef("s_6".into()),
        name: name(),
        signed: signed(5),
        recovery: recovery.map(|name| SecretRef(name.into())),
    };
    vec![
        add("a", Some("s_7")),
        add("b", None),
        Event::UsePasskey { id: digest("a"), signed: signed(6) },
        Event::UsePasskey { id: digest("a"), signed: signed(5) },
        Event::UsePasskey { id: digest("c"), signed: signed(6) },
        Event::RenamePasskey { id: digest("a"), name: name() },
        Event::RenamePasskey { id: digest("c"), name: name() },
        Event::RemovePasskey { id: digest("a") },
        Event::RemovePasskey { id: digest("c") },
    ]
}

/// What administrators do with an account that is there.
fn of_administrators() -> Vec<Event> {
    let edited = |change: fn(&mut Edit)| {
        let mut edit = Edit::default();
        change(&mut edit);
        Event::Edit { edit }
    };
    vec![
        Event::ResetMfa { sessions: SessionsKept::None {} },
        Event::SetAdmin { admin: false },
        Event::SetAdmin { admin: true },
        Event::SetProjectRole { project: "dflt".into(), role: Some(ProjectRole::ProjectAdmin) },
        Event::SetProjectRole { project: "dflt".into(), role: Some(ProjectRole::Viewer) },
        Event::SetProjectRole { project: "dflt".into(), role: None },
        edited(|edit| edit.admin = Some(true)),
        edited(|edit| edit.enabled = Some(false)),
        edited(|edit| edit.enabled = Some(true)),
        edited(|edit| edit.email = Some(EmailChange::Remove {})),
        edited(|edit| edit.join = BTreeSet::from(["g_1".into()])),
        edited(|edit| edit.leave = BTreeSet::from(["g_1".into()])),
        edited(|edit| edit.external = Some(false)),
        edited(|edit| edit.seen = Some(u64::MAX)),
        edited(|edit| edit.name = Some(Personal::new("8".repeat(64)))),
        edited(|edit| {
            edit.link = Some(identity("d"));
            edit.unlink = Some(identity("a").mark);
        }),
        edited(|edit| {
            let attributes = Personal::new("9".repeat(64));
            edit.provisioned = Some(ProvisionedChange::Set { attributes });
        }),
        edited(|edit| edit.provisioned = Some(ProvisionedChange::Remove {})),
        Event::Unlock {},
    ]
}

/// What creates an account, and what its owner does.
#[allow(clippy::too_many_lines, reason = "it is a list")]
fn of_owners() -> Vec<Event> {
    let password = SecretRef("s_1".into());
    let make_token = |id: &str, until_ms| Event::MakeToken {
        id: id.into(),
        digest: Digest("0".repeat(64)),
        description: Some(Personal::new("1".repeat(64))),
        until: Timestamp::from_ms(until_ms),
        scope: None,
    };
    let make_api_key = |id: &str, until_ms| Event::MakeApiKey {
        id: id.into(),
        digest: Digest("5".repeat(64)),
        secret: SecretRef("s_5".into()),
        until: Timestamp::from_ms(until_ms),
    };
    let digest = |digit: char| Digest(digit.to_string().repeat(64));
    let allow_device = |link, until_ms| Event::AllowDevice {
        link: digest(link),
        until: Timestamp::from_ms(until_ms),
    };
    let allow_password = |link, until_ms, purpose| Event::AllowPassword {
        link: digest(link),
        until: Timestamp::from_ms(until_ms),
        purpose,
    };
    let know_device = |device, link: Option<char>| Event::KnowDevice {
        device: digest(device),
        link: link.map(digest),
        client: None,
    };
    let client = DeviceClient { agent: Some(Personal::new("6".repeat(64))), address: None };
    vec![
        Event::Create {
            name: Personal::new("0".repeat(64)),
            admin: true,
            must_change_password: false,
            password: password.clone(),
            // From the beginning: whether there is one multiplies no states.
            details: Details {
                identity: Some(identity("a")),
                provisioned: Some(Personal::new("7".repeat(64))),
                ..Details::default()
            },
        },
        Event::SetPassword {
            password: password.clone(),
            must_change_password: true,
            devices: DevicesKept::None {},
            link: None,
            sessions: SessionsKept::None {},
        },
        Event::SetPassword {
            password: password.clone(),
            must_change_password: false,
            devices: DevicesKept::All {},
            link: None,
            sessions: SessionsKept::All {},
        },
        Event::SetPassword {
            password: password.clone(),
            must_change_password: false,
            devices: DevicesKept::None {},
            link: Some(digest('9')),
            sessions: SessionsKept::None {},
        },
        allow_password('9', 4_102_444_800_000, LinkPurpose::Invitation),
        allow_password('9', 0, LinkPurpose::Invitation),
        allow_password('4', 4_102_444_800_000, LinkPurpose::Reset),
        Event::SetPassword {
            password: password.clone(),
            must_change_password: false,
            devices: DevicesKept::None {},
            link: Some(digest('4')),
            sessions: SessionsKept::None {},
        },
        Event::SetPassword {
            password,
            must_change_password: false,
            devices: DevicesKept::Only { device: Digest("2".repeat(64)) },
            link: None,
            sessions: SessionsKept::Only { session: "session/1".into() },
        },
        Event::Enrol {
            secret: SecretRef("s_2".into()),
            step: 10,
            recovery: SecretRef("s_3".into()),
        },
        Event::UseCode { step: 11 },
        Event::UseCode { step: 9 },
        Event::UseRecoveryCode { number: 0 },
        Event::UseRecoveryCode { number: RECOVERY_CODES },
        make_api_key("t_3", 4_102_444_800_000),
        make_api_key("t_4", 0),
        Event::RenewRecovery { recovery: SecretRef("s_4".into()) },
        Event::Enter { session: "session/1".into() },
        Event::SetCustomData { change: CustomChange::OnboardingDismissed {} },
        make_token("t_1", 4_102_444_800_000),
        make_token("t_2", 0),
        Event::RevokeToken { id: "t_1".into() },
        allow_device('3', 4_102_444_800_000),
        allow_device('4', 0),
        know_device('2', None),
        know_device('5', Some('3')),
        know_device('5', Some('4')),
        Event::KnowDevice { device: digest('7'), link: None, client: Some(client.clone()) },
        Event::UseDevice { device: digest('2'), client: client.clone() },
        Event::UseDevice { device: digest('8'), client },
        Event::ForgetDevice { device: digest('2') },
        Event::ForgetDevice { device: digest('8') },
        Event::ForgetDevices { kept: DevicesKept::Only { device: digest('5') } },
        Event::FailSignIn { step: SignInStep::Password, times: 1 },
        Event::StopCodes {},
        Event::StopPasswords { until: Timestamp::from_ms(4_102_444_800_000) },
        Event::BreakGlass {},
        Event::Disable {},
        Event::Enable {},
        Event::Restore { backup: "2026-01-01".into(), cut_at: Timestamp::from_ms(0) },
    ]
}
