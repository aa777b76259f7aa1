//! The table of limits: the section `[limits]` of the configuration file.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

const KIB: u32 = 1_024;
const MIB: u32 = 1_024 * KIB;

/// Zero would admit nothing.
const fn at_least_one(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// How much may be used at once, and how much of it comes back in a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// The most at once.
    pub at_once: NonZeroU32,
    /// What comes back in a minute.
    pub a_minute: NonZeroU32,
}

impl Allowance {
    /// Both numbers; zero counts as one.
    pub const fn new(at_once: u32, a_minute: u32) -> Self {
        Self { at_once: at_least_one(at_once), a_minute: at_least_one(a_minute) }
    }

    /// A part of it.
    pub(super) fn part(self, of: u32, whole: u32) -> Self {
        let part = |number: NonZeroU32| {
            let part = u64::from(number.get()) * u64::from(of) / u64::from(whole);
            at_least_one(u32::try_from(part).unwrap_or(u32::MAX))
        };
        Self { at_once: part(self.at_once), a_minute: part(self.a_minute) }
    }

    const UNLIMITED: Self = Self::new(u32::MAX, u32::MAX);
}

/// A part that leaves something to others, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Percent(u32);

/// A share of nothing or of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} percent is not between 1 and 99: visitors and users both need places")]
pub struct NotAShare(u32);

impl TryFrom<u32> for Percent {
    type Error = NotAShare;

    fn try_from(percent: u32) -> Result<Self, NotAShare> {
        if (1..=99).contains(&percent) { Ok(Self(percent)) } else { Err(NotAShare(percent)) }
    }
}

impl From<Percent> for u32 {
    fn from(percent: Percent) -> Self {
        percent.0
    }
}

impl Percent {
    /// This part of a number, at least one.
    pub fn of(self, whole: u32) -> u32 {
        let part = u64::from(whole) * u64::from(self.0) / 100;
        u32::try_from(part).unwrap_or(whole).max(1)
    }
}

/// How long something is kept, in days. Each day has a journal of its own, which is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct KeptDays(u32);

/// Too few or too many days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not between 1 and 31 days")]
pub struct NotKeptDays(u32);

impl TryFrom<u32> for KeptDays {
    type Error = NotKeptDays;

    fn try_from(days: u32) -> Result<Self, NotKeptDays> {
        if (1..=31).contains(&days) { Ok(Self(days)) } else { Err(NotKeptDays(days)) }
    }
}

impl From<KeptDays> for u32 {
    fn from(days: KeptDays) -> Self {
        days.0
    }
}

/// What each of those who ask may use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Of one session without sign-in.
    pub session: SessionLimits,
    /// Of all visitors at one address. A network of IPv6 (/64) counts as one.
    pub address: AddressLimits,
    /// Of one user, in all sessions and with all tokens.
    pub person: PersonLimits,
    /// Of all visitors together.
    pub visitors: VisitorsLimits,
    /// Of the whole server.
    pub server: ServerLimits,
}

/// What one session without sign-in may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionLimits {
    /// Tabs that are connected.
    pub tabs: NonZeroU32,
    /// Bytes of records. A first visit takes some 2,500, a sign-in some 6,000.
    pub recorded_bytes: Allowance,
}

impl Default for SessionLimits {
    fn default() -> Self {
        let recorded_bytes = Allowance::new(128 * KIB, 16 * KIB);
        Self { tabs: at_least_one(16), recorded_bytes }
    }
}

/// What all visitors at one address may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AddressLimits {
    /// Open connections, except those of trusted proxies.
    pub connections: NonZeroU32,
    /// Open WebSocket connections.
    pub sockets: NonZeroU32,
    /// New sessions. A whole office may be behind one address.
    pub new_sessions: Allowance,
    /// Requests.
    pub requests: Allowance,
    /// Bytes of records.
    pub recorded_bytes: Allowance,
}

impl Default for AddressLimits {
    fn default() -> Self {
        Self {
            connections: at_least_one(512),
            sockets: at_least_one(64),
            new_sessions: Allowance::new(300, 300),
            requests: Allowance::new(3_000, 6_000),
            recorded_bytes: Allowance::new(MIB, 64 * KIB),
        }
    }
}

/// What one user may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PersonLimits {
    /// Open connections that count as those of a user; more count as those of a visitor.
    pub connections: NonZeroU32,
    /// Open WebSocket connections.
    pub sockets: NonZeroU32,
    /// Requests. An application that signs users in here has as many for its own calls.
    pub requests: Allowance,
    /// Bytes of records.
    pub recorded_bytes: Allowance,
    /// Sources of failed sign-ins with the user's name that records of a day name. One that goes on after ten minutes
    /// is another one; the failures of further ones are counted together.
    pub failed_sign_in_sources_a_day: NonZeroU32,
}

impl Default for PersonLimits {
    fn default() -> Self {
        Self {
            connections: at_least_one(512),
            sockets: at_least_one(512),
            requests: Allowance::new(6_000, 12_000),
            recorded_bytes: Allowance::new(64 * MIB, 16 * MIB),
            failed_sign_in_sources_a_day: at_least_one(64),
        }
    }
}

/// What all visitors together may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VisitorsLimits {
    /// The part of all connections and of all sockets, in percent; the rest is kept for users.
    pub places_percent: Percent,
    /// Requests. A quarter is kept for addresses that send few.
    pub requests: Allowance,
    /// Bytes of records of all that is not a step of signing in.
    pub recorded_bytes: Allowance,
    /// Bytes of records of signing in. A quarter is kept for addresses at which few sign in.
    pub sign_in_bytes: Allowance,
    /// Days that the records of sessions without sign-in are kept, after the day on which these began.
    pub kept_days: KeptDays,
}

impl Default for VisitorsLimits {
    fn default() -> Self {
        let half = Allowance::new(4 * MIB, 512 * KIB);
        Self {
            places_percent: Percent(75),
            requests: Allowance::new(10_000, 60_000),
            recorded_bytes: half,
            sign_in_bytes: half,
            kept_days: KeptDays(2),
        }
    }
}

/// What the whole server may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerLimits {
    /// Open connections, within what the limit of open files admits.
    pub connections: NonZeroU32,
    /// Open WebSocket connections.
    pub sockets: NonZeroU32,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self { connections: at_least_one(8_000), sockets: at_least_one(16_384) }
    }
}

impl Limits {
    /// Without limits over time, for engines that no client reaches.
    pub fn unlimited() -> Self {
        let unlimited = Allowance::UNLIMITED;
        let mut limits = Self::default();
        limits.session.recorded_bytes = unlimited;
        limits.address.new_sessions = unlimited;
        limits.address.requests = unlimited;
        limits.address.recorded_bytes = unlimited;
        limits.person.requests = unlimited;
        limits.person.recorded_bytes = unlimited;
        limits.visitors.requests = unlimited;
        limits.visitors.recorded_bytes = unlimited;
        limits.visitors.sign_in_bytes = unlimited;
        limits
    }
}
