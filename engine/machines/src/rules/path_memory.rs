//! The path that somebody wanted before they had to sign in (MEM-01).
//!
//! The browser keeps it in session storage and hands it in as a fact; whether it counts is decided here.

use serde::{Deserialize, Serialize};

use super::routes::{self, Access, Place};
use crate::time::Timestamp;

/// A remembered path is forgotten after 8 hours.
pub const EXPIRY_MS: i64 = 8 * 3_600_000;

/// What the browser remembered.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StoredPlace {
    /// Where they wanted to go.
    pub place: Place,
    /// When that was.
    pub at: Timestamp,
}

/// What the browser remembered, as it hands it in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPath {
    /// Path and query under `/ui`.
    pub path: String,
    /// When that was.
    pub at: Timestamp,
}

impl StoredPath {
    /// The place that it means.
    pub fn into_place(self) -> StoredPlace {
        StoredPlace { place: routes::place_of(&self.path), at: self.at }
    }
}

/// Whether a place is worth remembering: places of the login area and error pages never are, unless forced.
pub fn is_stored(place: &Place, forced: bool) -> bool {
    forced || place.route.route().access != Access::Unauthenticated
}

/// Why a remembered place does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ignored {
    /// It is older than 8 hours, or from the future.
    Expired,
    /// It is an admin page, and the user is no admin.
    AdminOnly,
    /// It is a page of the login area.
    LoginArea,
}

/// The remembered place, if it counts for this user at this moment.
pub fn judge(stored: &StoredPlace, at: Timestamp, admin: bool) -> Result<&Place, Ignored> {
    let age_ms = at.ms_since(stored.at);
    if !(0..=EXPIRY_MS).contains(&age_ms) {
        return Err(Ignored::Expired);
    }
    match stored.place.route.route().access {
        Access::Unauthenticated => Err(Ignored::LoginArea),
        Access::Admin if !admin => Err(Ignored::AdminOnly),
        _ => Ok(&stored.place),
    }
}
