//! The path that a user requested before they had to sign in (MEM-01).
//!
//! The browser keeps it in session storage and sends it with a proposal; whether it is valid is decided here.

use serde::{Deserialize, Serialize};

use super::routes::{self, Access, Place, RouteName};
use crate::time::Timestamp;

/// A stored path expires after 8 hours; in milliseconds.
pub const EXPIRY_MS: i64 = 8 * 3_600_000;

/// The place that the browser has stored.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StoredPlace {
    /// The requested place.
    pub place: Place,
    /// When it was requested.
    pub at: Timestamp,
}

/// The path that the browser has stored, as it sends it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPath {
    /// Path and query under `/ui`.
    pub path: String,
    /// When it was requested.
    pub at: Timestamp,
}

impl StoredPath {
    /// The place that the path refers to.
    pub fn into_place(self) -> StoredPlace {
        StoredPlace { place: routes::place_of(&self.path), at: self.at }
    }
}

/// Pages that are stored only if forced. That of a command-line client is of use with the client's session alone;
/// without one it leads to login, which would lead back to it.
pub const EXCLUDED: [RouteName; 1] = [RouteName::ClientExtension];

/// Whether a place is stored. Places of the login area and error pages never are: no user is to land there.
pub fn is_stored(place: &Place, forced: bool) -> bool {
    let is_open_to_all = place.route.route().access == Access::Unauthenticated;
    !is_open_to_all && (forced || !EXCLUDED.contains(&place.route))
}

/// Why a stored place is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ignored {
    /// It is older than 8 hours, or from the future.
    Expired,
    /// It is an administration page, and the user is not an administrator.
    AdminOnly,
    /// It is a page of the login area.
    LoginArea,
}

/// The stored place, if it is valid for this user at this time.
pub fn judge(stored: &StoredPlace, at: Timestamp, admin: bool) -> Result<&Place, Ignored> {
    let age_ms = at.ms_since(stored.at);
    if !(0..=EXPIRY_MS).contains(&age_ms) {
        return Err(Ignored::Expired);
    }
    match stored.place.route.route().access {
        Access::Unauthenticated => Err(Ignored::LoginArea),
        Access::Admin if !admin => Err(Ignored::AdminOnly),
        Access::ProjectSettings if !admin && stored.place.project().is_none() => {
            Err(Ignored::AdminOnly)
        }
        _ => Ok(&stored.place),
    }
}
