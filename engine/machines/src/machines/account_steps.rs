//! The steps of the account machine that concern the user's devices, links and projects, and strangers' attempts.

use statig::prelude::*;

use super::account_profile::{
    DEVICE_LINKS_MAX, DEVICES_MAX, Device, DeviceClient, DevicesKept, LinkPurpose, NEW_DEVICE_MS,
    NEW_DEVICES_MAX, PASSWORDS_STOPPED_MS_MAX, PROJECTS_MAX, Profile, SessionsEnded, SessionsKept,
    UnusedLink,
};
use super::account_types::State;
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::projects::ProjectRole;
use crate::secret::Digest;
use crate::time::Timestamp;

/// Stops passwords on devices that are not known. It happens once a day, whatever strangers do: while one stop lasts,
/// no other one is recorded, even if the server has lost its counts.
pub(super) fn stop_passwords(
    profile: &mut Profile,
    until: Timestamp,
    context: &mut Context,
) -> Outcome<State> {
    // After the clock was set back, a stop of before must not outlast its day.
    let left_ms = profile.passwords_stopped_until.map(|end| end.ms_since(context.at));
    let is_stopped = left_ms.is_some_and(|left| (1..=PASSWORDS_STOPPED_MS_MAX).contains(&left));
    if context.guard("passwords_stopped", is_stopped) {
        return context.refuse(Rejection::new(RejectionCode::PasswordsStopped));
    }
    profile.passwords_stopped_until = Some(until);
    Handled
}

/// Makes a device known. A link is used up by this, so that of two devices with the same one the second is rejected.
pub(super) fn know_device(
    profile: &mut Profile,
    device: &Digest,
    link: Option<&Digest>,
    client: Option<&DeviceClient>,
    context: &mut Context,
) -> Outcome<State> {
    if let Some(link) = link {
        let is_valid = |unused: &UnusedLink| unused.digest == *link && context.at < unused.until;
        let found = profile.device_links.iter().position(is_valid);
        if context.guard("wrong_link", found.is_none()) {
            return context.refuse(Rejection::new(RejectionCode::WrongLink));
        }
        profile.device_links.retain(|unused| unused.digest != *link);
    }
    profile.devices.retain(|known| known.digest != *device);
    if profile.devices.len() >= DEVICES_MAX {
        let replaced = client.map_or(0, |_| replaced_device(&profile.devices, context.at));
        profile.devices.remove(replaced);
    }
    // Without what is known of its browser the event is older than this field.
    if client.is_some() {
        profile.last_sign_in = Some(context.at);
    }
    profile.devices.push(Device {
        digest: device.clone(),
        since: context.at,
        used_at: client.map(|_| context.at),
        client: client.cloned().unwrap_or_default(),
    });
    Handled
}

/// The device that a further one replaces: the one on which the user has not signed in for longest.
///
/// Anyone with the password, and the second factor if there is one, can make devices known by signing in without
/// cookies. Were it always the oldest or the least recently used device, a burst of such sign-ins would take from the
/// owner all those on which strangers cannot delay the owner. So once there are some new ones, only these give way. Of
/// the others a week takes `NEW_DEVICES_MAX` at most, and first those that are not in use; their owner has the list and
/// can change the password meanwhile, which ends all devices of the intruder.
fn replaced_device(devices: &[Device], at: Timestamp) -> usize {
    let is_new = |device: &Device| at.ms_since(device.since) < NEW_DEVICE_MS;
    let only_new = devices.iter().filter(|device| is_new(device)).count() >= NEW_DEVICES_MAX;
    let places = devices.iter().enumerate().filter(|(_, device)| !only_new || is_new(device));
    let unused = places.min_by_key(|(_, device)| device.used_at.unwrap_or(device.since));
    unused.map_or(0, |(place, _)| place)
}

/// Records a sign-in on a known device.
pub(super) fn use_device(
    profile: &mut Profile,
    device: &Digest,
    client: &DeviceClient,
    context: &mut Context,
) -> Outcome<State> {
    let known = profile.devices.iter_mut().find(|known| known.digest == *device);
    if context.guard("no_such_device", known.is_none()) {
        return context.refuse(Rejection::new(RejectionCode::NoSuchDevice));
    }
    if let Some(known) = known {
        known.used_at = Some(context.at);
        known.client = client.clone();
        profile.last_sign_in = Some(context.at);
    }
    Handled
}

/// Forgets one device.
pub(super) fn forget_device(
    profile: &mut Profile,
    device: &Digest,
    context: &mut Context,
) -> Outcome<State> {
    let is_known = profile.devices.iter().any(|known| known.digest == *device);
    if context.guard("no_such_device", !is_known) {
        return context.refuse(Rejection::new(RejectionCode::NoSuchDevice));
    }
    profile.devices.retain(|known| known.digest != *device);
    Handled
}

/// Adds a link for a new device, and discards the expired ones.
pub(super) fn allow_device(
    profile: &mut Profile,
    link: &Digest,
    until: Timestamp,
    context: &mut Context,
) -> Outcome<State> {
    if let Err(expired) = check_end(until, context) {
        return context.refuse(expired);
    }
    profile.device_links.retain(|unused| unused.until > context.at && unused.digest != *link);
    if profile.device_links.len() >= DEVICE_LINKS_MAX {
        profile.device_links.remove(0);
    }
    profile.device_links.push(UnusedLink { digest: link.clone(), until });
    Handled
}

/// A link that is made works for some time.
fn check_end(until: Timestamp, context: &mut Context) -> Result<(), Rejection> {
    let is_over = until <= context.at;
    if context.guard("link_expired", is_over) {
        return Err(Rejection::new(RejectionCode::LinkExpired).with("until", until));
    }
    Ok(())
}

/// Replaces the link for choosing a password, of the same purpose.
pub(super) fn allow_password(
    profile: &mut Profile,
    link: &Digest,
    until: Timestamp,
    purpose: LinkPurpose,
    context: &mut Context,
) -> Outcome<State> {
    if let Err(expired) = check_end(until, context) {
        return context.refuse(expired);
    }
    let link = Some(Box::new(UnusedLink { digest: link.clone(), until }));
    match purpose {
        LinkPurpose::Invitation => profile.password_link = link,
        LinkPurpose::Reset => profile.reset_link = link,
    }
    Handled
}

/// Checks the link with which a password is chosen. Whatever sets a password uses up all links for that.
pub(super) fn use_password_link(
    profile: &mut Profile,
    used: Option<&Digest>,
    context: &mut Context,
) -> Result<(), Rejection> {
    let at = context.at;
    let is_valid = |unused: &UnusedLink, used: &Digest| unused.digest == *used && at < unused.until;
    let mut own = profile.password_link.iter().chain(&profile.reset_link);
    let is_wrong = used.is_some_and(|used| !own.any(|unused| is_valid(unused, used)));
    if context.guard("wrong_link", is_wrong) {
        return Err(Rejection::new(RejectionCode::WrongLink));
    }
    profile.password_link = None;
    profile.reset_link = None;
    Ok(())
}

/// Makes the user a member of a project, changes the role in it, or ends the membership.
pub(super) fn set_project_role(
    profile: &mut Profile,
    project: &str,
    role: Option<ProjectRole>,
    context: &mut Context,
) -> Outcome<State> {
    let is_member = profile.projects.contains_key(project);
    let Some(role) = role else {
        if context.guard("not_a_member", !is_member) {
            return context.refuse(Rejection::new(RejectionCode::NotAMember));
        }
        profile.projects.remove(project);
        return Handled;
    };
    let has_too_many = !is_member && profile.projects.len() >= PROJECTS_MAX;
    if context.guard("too_many_projects", has_too_many) {
        let most = PROJECTS_MAX.to_string();
        return context.refuse(Rejection::new(RejectionCode::TooManyProjects).with("most", most));
    }
    profile.projects.insert(project.to_owned(), role);
    Handled
}

/// Anyone who knew the old password may have a known device or a link of their own.
pub(super) fn forget_devices(profile: &mut Profile, kept: &DevicesKept) {
    match kept {
        DevicesKept::All {} => return,
        DevicesKept::Only { device } => profile.devices.retain(|known| known.digest == *device),
        DevicesKept::None {} => profile.devices.clear(),
    }
    profile.device_links.clear();
}

/// Anyone who knew the old password, or had the old second factor, may have a session of their own.
pub(super) fn end_sessions(profile: &mut Profile, kept: &SessionsKept, at: Timestamp) {
    let kept = match kept {
        SessionsKept::All {} => return,
        SessionsKept::Only { session } => Some(session.clone()),
        SessionsKept::None {} => None,
    };
    profile.sessions_ended = Some(Box::new(SessionsEnded { at, kept }));
}

#[cfg(test)]
mod tests {
    use super::super::account::{Account, Details, Event};
    use super::*;
    use crate::machine::decide;
    use crate::secret::{Personal, SecretRef};

    const DAY_MS: i64 = 24 * 3_600_000;

    fn device(number: usize, since_ms: i64, used_ms: i64) -> Device {
        Device {
            digest: Digest(format!("{number:064}")),
            since: Timestamp::from_ms(since_ms),
            used_at: Some(Timestamp::from_ms(used_ms)),
            client: DeviceClient::default(),
        }
    }

    #[test]
    fn the_least_recently_used_device_gives_way_and_of_many_new_ones_only_these() {
        let now_ms = 100 * DAY_MS;
        let now = Timestamp::from_ms(now_ms);
        let old = |number: usize, used_ms| device(number, 0, used_ms);
        // The oldest one is in use, the third is not.
        let mut devices: Vec<_> = (0..4).map(|number| old(number, now_ms - 1)).collect();
        devices[2] = old(2, DAY_MS);
        assert_eq!(replaced_device(&devices, now), 2);
        // One that was recorded before uses were has been unused since it became known.
        devices[3].used_at = None;
        assert_eq!(replaced_device(&devices, now), 3);
        let new = |number, ms: i64| device(number, now_ms - ms, now_ms - ms);
        devices.extend((4..4 + NEW_DEVICES_MAX - 1).map(|number| new(number, 10)));
        assert_eq!(replaced_device(&devices, now), 3, "there are few new ones");
        devices.push(new(9, 20));
        assert_eq!(replaced_device(&devices, now), devices.len() - 1, "the least recently used");
        let later = Timestamp::from_ms(now_ms + NEW_DEVICE_MS);
        assert_eq!(replaced_device(&devices, later), 3, "none is new after a week");
    }

    /// covers: [EVT-03]
    #[test]
    fn a_new_password_or_no_second_factor_ends_sessions_and_that_of_an_older_record_ends_none() {
        let at = Timestamp::from_ms(DAY_MS);
        let after = |state: &State, event: &Event| {
            decide::<Account>(state, event, at).expect("it is accepted").state
        };
        let ended = |state: &State, event: &Event| match after(state, event) {
            State::Active { profile } => profile.sessions_ended,
            other => panic!("{other:?}"),
        };
        let all_but = |kept: Option<&str>| {
            Some(Box::new(SessionsEnded { at, kept: kept.map(str::to_owned) }))
        };
        let set = |sessions| Event::SetPassword {
            password: SecretRef("s_2".into()),
            must_change_password: false,
            devices: DevicesKept::None {},
            link: None,
            sessions,
        };
        let create = Event::Create {
            name: Personal::new("0".repeat(64)),
            admin: false,
            must_change_password: false,
            password: SecretRef("s_1".into()),
            details: Details::default(),
        };
        let new = after(&State::Absent {}, &create);
        let here = SessionsKept::Only { session: "session/1".into() };
        assert_eq!(ended(&new, &set(here)), all_but(Some("session/1")));
        let none = set(SessionsKept::None {});
        for event in [&none, &Event::ResetMfa { sessions: SessionsKept::None {} }] {
            assert_eq!(ended(&new, event), all_but(None));

            let mut old = serde_json::to_value(event).expect("JSON");
            old.as_object_mut().expect("an object").remove("sessions");
            let old: Event = serde_json::from_value(old).expect("an event of an older record");
            assert_eq!(ended(&new, &old), None);
        }
        // A hash that is new while the password is not takes back nothing.
        assert_eq!(ended(&after(&new, &none), &set(SessionsKept::All {})), all_but(None));
    }
}
