//! The steps of the account machine that concern the user's devices.

use statig::prelude::*;

use super::account_types::{
    DEVICE_LINKS_MAX, DEVICES_MAX, Device, DeviceLink, DevicesKept, Profile, State,
};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::secret::Digest;
use crate::time::Timestamp;

/// Makes a device known. A link is used up by this, so that of two devices with the same one the second is rejected.
pub(super) fn know_device(
    profile: &mut Profile,
    device: &Digest,
    link: Option<&Digest>,
    context: &mut Context,
) -> Outcome<State> {
    if let Some(link) = link {
        let is_valid = |unused: &DeviceLink| unused.digest == *link && context.at < unused.until;
        let found = profile.device_links.iter().position(is_valid);
        if context.guard("wrong_link", found.is_none()) {
            return context.refuse(Rejection::new(RejectionCode::WrongLink));
        }
        profile.device_links.retain(|unused| unused.digest != *link);
    }
    profile.devices.retain(|known| known.digest != *device);
    if profile.devices.len() >= DEVICES_MAX {
        profile.devices.remove(0);
    }
    profile.devices.push(Device { digest: device.clone(), since: context.at });
    Handled
}

/// Adds a link for a new device, and discards the expired ones.
pub(super) fn allow_device(
    profile: &mut Profile,
    link: &Digest,
    until: Timestamp,
    context: &mut Context,
) -> Outcome<State> {
    if context.guard("link_expired", until <= context.at) {
        let expired = Rejection::new(RejectionCode::LinkExpired);
        return context.refuse(expired.with("until", until));
    }
    profile.device_links.retain(|unused| unused.until > context.at && unused.digest != *link);
    if profile.device_links.len() >= DEVICE_LINKS_MAX {
        profile.device_links.remove(0);
    }
    profile.device_links.push(DeviceLink { digest: link.clone(), until });
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
