//! Judging attempts to guess a password or a code, without locking accounts.
//!
//! An attempt is counted before it is verified, so that concurrent ones are counted too. Who makes it decides which
//! counts have to allow it:
//!
//! - a known device of the account: its own count alone, so that no other client delays it;
//! - an account at a source where it was signed in to before: the count of the account at this source;
//! - a stranger: that count as well, the count of the source over all accounts, and the number of attempts by strangers
//!   on the account in a day.
//!
//! A delay is short and ends: a client that comes back when it was asked to is let in, see [`tickets`]. Beyond the
//! number of a day, an account can be signed in to on a known device only.
//!
//! Nothing here reads a clock.

mod table;
mod tickets;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use waybill_machines::Timestamp;

use super::hashing::Queue;
pub use table::Entry;
use table::Table;
use tickets::{SessionTurns, SourceTurns};

/// From which attempt on a count delays, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// This many attempts in a row are not delayed.
    pub free: u32,
    /// The first delay, in milliseconds; each further attempt doubles it.
    pub delay_ms: i64,
    /// The longest delay, in milliseconds.
    pub delay_max_ms: i64,
}

impl Limits {
    /// For an account at one source.
    pub const PAIR: Self = Self { free: 5, delay_ms: 1_000, delay_max_ms: 6_000 };
    /// For a source over all accounts: an office behind one address has many users. With the delay of a pair it is
    /// less than the 10 s within which a right password is accepted on a new device.
    pub const SOURCE: Self = Self { free: 50, delay_ms: 1_000, delay_max_ms: 2_000 };
    /// For a known device of an account: a stolen cookie must not make guessing fast.
    pub const DEVICE: Self = Self { free: 5, delay_ms: 1_000, delay_max_ms: 15_000 };
    /// For invalid access tokens of a source. A valid one is never delayed.
    pub const TOKENS: Self = Self { free: 50, delay_ms: 1_000, delay_max_ms: 60_000 };
}

/// This many wrong attempts in a row on a day, and a device is no longer trusted.
const DEVICE_FAILURES_MAX: u32 = 20;

/// The limits for one kind of attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// For an account at one source.
    pub pair: Limits,
    /// For a source over all accounts.
    pub source: Limits,
    /// The wrong attempts of strangers on an account in a day, beyond which only known devices are let in.
    pub strangers_a_day: u32,
    /// The same for a source where the account was signed in to before, which is counted for itself.
    pub known_source_a_day: u32,
}

impl Rules {
    /// For passwords.
    pub const PASSWORDS: Self = Self {
        pair: Limits::PAIR,
        source: Limits::SOURCE,
        strangers_a_day: 100,
        known_source_a_day: 100,
    };
    /// For codes, of which a million guesses find one: a source is no reason to allow more of them.
    pub const CODES: Self = Self { strangers_a_day: 50, known_source_a_day: 0, ..Self::PASSWORDS };
    /// For access tokens, which are counted by source alone.
    pub const TOKENS: Self = Self {
        pair: Limits::TOKENS,
        source: Limits::TOKENS,
        strangers_a_day: u32::MAX,
        known_source_a_day: 0,
    };

    /// The same with another limit for an account at one source; no looser limit is stricter than this one.
    #[must_use]
    pub fn with_pair(self, pair: Limits) -> Self {
        Self {
            pair,
            source: Limits { free: self.source.free.max(pair.free), ..self.source },
            strangers_a_day: self.strangers_a_day.max(pair.free),
            ..self
        }
    }
}

/// A digest of an account's canonical name, of a source, a session or a device.
pub type Key = [u8; 32];

/// Who makes an attempt, and on what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// The account.
    pub account: Key,
    /// The network address.
    pub source: Key,
    /// The session, if there is one.
    pub session: Option<Key>,
    /// The known device of the account on which it is made. The caller has checked that it is one of this account.
    pub device: Option<Key>,
    /// The unused link for a new device that it was opened with, if it is one of this account.
    pub link: Option<Key>,
}

impl Attempt {
    /// An attempt by a client of which only the source is known.
    pub const fn from_source(account: Key, source: Key) -> Self {
        Self { account, source, session: None, device: None, link: None }
    }

    fn pair(&self) -> Key {
        joined(&self.account, &self.source)
    }
}

fn joined(one: &Key, other: &Key) -> Key {
    let mut hash = Sha256::new();
    hash.update(one);
    hash.update(other);
    hash.finalize().into()
}

/// Which counts an attempt belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    Device(Key),
    KnownSource,
    Stranger,
}

/// An attempt that is counted and may be verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "it was counted; whether it succeeded has to be reported"]
pub struct Reserved {
    /// The attempt.
    pub attempt: Attempt,
    lane: Lane,
    /// Until when it stops strangers on this account if it fails, because it is their last one today.
    pub stops_until: Option<Timestamp>,
}

impl Reserved {
    /// Whether it was allowed because of its link, which is then used up by a success.
    pub(super) fn is_by_link(&self) -> bool {
        self.attempt.link.is_some_and(|link| self.lane == Lane::Device(link))
    }

    /// Where the hash of its password waits.
    pub(super) fn queue(&self) -> Queue {
        match self.lane {
            Lane::Device(device) => Queue::Device(device),
            Lane::KnownSource | Lane::Stranger => Queue::Source(self.attempt.source),
        }
    }
}

/// Why an attempt may not be verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delayed {
    /// It came too early. It may be made again at this time.
    Until(Timestamp),
    /// There were too many wrong attempts by strangers today: only known devices are let in until this time.
    NeedsDevice(Timestamp),
}

/// The counts of one kind of attempt.
#[derive(Debug)]
pub struct SlowDown {
    rules: Rules,
    pairs: Table,
    sources: Table,
    accounts: Table,
    devices: Table,
    source_turns: SourceTurns,
    session_turns: SessionTurns,
}

/// The counts that a restart keeps.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Saved {
    pairs: Vec<(String, Entry)>,
    sources: Vec<(String, Entry)>,
    accounts: Vec<(String, Entry)>,
    devices: Vec<(String, Entry)>,
}

/// An account is not delayed by its strangers one after another, but limited by their number in a day.
const NO_DELAY: Limits = Limits { free: u32::MAX, delay_ms: 0, delay_max_ms: 0 };

impl Default for SlowDown {
    fn default() -> Self {
        Self::new(Rules::PASSWORDS)
    }
}

impl SlowDown {
    /// Without attempts.
    pub fn new(rules: Rules) -> Self {
        let device = Limits { free: Limits::DEVICE.free.max(rules.pair.free), ..Limits::DEVICE };
        Self {
            rules,
            pairs: Table::new(rules.pair),
            sources: Table::new(rules.source),
            accounts: Table::new(NO_DELAY),
            devices: Table::new(device),
            source_turns: SourceTurns::default(),
            session_turns: SessionTurns::default(),
        }
    }

    /// Whether strangers have made the most attempts of a day on an account.
    pub fn is_spent(&mut self, account: &Key, at: Timestamp) -> bool {
        self.accounts.day(account, at).0 >= self.rules.strangers_a_day
    }

    /// Forgets the attempts of strangers on an account.
    pub fn forget_account(&mut self, account: &Key) {
        self.accounts.forget(account);
    }

    /// Counts an attempt that may be verified now. An attempt that comes too early is not counted.
    pub fn reserve(&mut self, attempt: Attempt, at: Timestamp) -> Result<Reserved, Delayed> {
        let lane = self.lane(&attempt, at);
        match lane {
            Lane::Device(device) => {
                let open_at = self.devices.open_at(&device, at);
                if open_at > at {
                    return Err(Delayed::Until(open_at));
                }
                self.devices.count(device, at);
            }
            Lane::KnownSource => {
                self.pass_pair(&attempt, at)?;
                self.forget_turn(&attempt);
                self.pairs.count(attempt.pair(), at);
            }
            Lane::Stranger => {
                let (failures, day_ends_at) = self.accounts.day(&attempt.account, at);
                if failures >= self.rules.strangers_a_day {
                    return Err(Delayed::NeedsDevice(day_ends_at));
                }
                self.pass_source(&attempt, at)?;
                self.pass_pair(&attempt, at)?;
                self.source_turns.take(&attempt.source, &attempt.pair());
                self.forget_turn(&attempt);
                self.sources.count(attempt.source, at);
                self.pairs.count(attempt.pair(), at);
                let number = self.accounts.count(attempt.account, at);
                let is_last = number == self.rules.strangers_a_day;
                let (_, day_ends_at) = self.accounts.day(&attempt.account, at);
                let stops_until = is_last.then_some(day_ends_at);
                return Ok(Reserved { attempt, lane, stops_until });
            }
        }
        Ok(Reserved { attempt, lane, stops_until: None })
    }

    /// The attempt was right. The count of the device, or of the account at this source, is reset; the others are only
    /// decreased by this attempt, so that having an account does not help to guess others'.
    pub fn succeed(&mut self, reserved: Reserved, at: Timestamp) {
        let Reserved { attempt, lane, .. } = reserved;
        match lane {
            Lane::Device(device) => self.devices.reset(&device),
            Lane::KnownSource => self.pairs.make_known(attempt.pair(), at),
            Lane::Stranger => {
                self.sources.take_back(&attempt.source);
                self.accounts.take_back(&attempt.account);
                self.pairs.make_known(attempt.pair(), at);
                // A device that was no longer trusted is the owner's after all.
                if let Some(device) = &attempt.device {
                    self.devices.reset(device);
                }
            }
        }
    }

    /// The attempt was not verified after all, so it delays no other one.
    pub fn cancel(&mut self, reserved: Reserved) {
        let Reserved { attempt, lane, .. } = reserved;
        match lane {
            Lane::Device(device) => self.devices.cancel(&device),
            Lane::KnownSource => self.pairs.cancel(&attempt.pair()),
            Lane::Stranger => {
                self.sources.cancel(&attempt.source);
                self.accounts.cancel(&attempt.account);
                self.pairs.cancel(&attempt.pair());
            }
        }
    }

    /// The counts to keep over a restart.
    pub fn save(&self, at: Timestamp) -> Saved {
        Saved {
            pairs: self.pairs.save(at),
            sources: self.sources.save(at),
            accounts: self.accounts.save(at),
            devices: self.devices.save(at),
        }
    }

    /// Takes over the counts from before a restart.
    pub fn load(&mut self, saved: Saved) {
        self.pairs.load(saved.pairs);
        self.sources.load(saved.sources);
        self.accounts.load(saved.accounts);
        self.devices.load(saved.devices);
    }

    fn lane(&mut self, attempt: &Attempt, at: Timestamp) -> Lane {
        let failures_max = DEVICE_FAILURES_MAX.max(self.rules.pair.free);
        // A device with too many wrong attempts does not keep its owner from using a link.
        for device in attempt.device.into_iter().chain(attempt.link) {
            if self.devices.day(&device, at).0 < failures_max {
                return Lane::Device(device);
            }
        }
        let pair = attempt.pair();
        let is_trusted = self.pairs.day(&pair, at).0 < self.rules.known_source_a_day;
        if is_trusted && self.pairs.is_known(&pair, at) {
            Lane::KnownSource
        } else {
            Lane::Stranger
        }
    }

    /// The delay of a source applies to accounts that were not tried from it lately; the others are limited by their
    /// own counts.
    fn pass_source(&mut self, attempt: &Attempt, at: Timestamp) -> Result<(), Delayed> {
        let (source, pair) = (attempt.source, attempt.pair());
        let open_at = self.sources.open_at(&source, at);
        let is_open = open_at <= at
            || self.pairs.is_known(&pair, at)
            || self.pairs.is_recent(&pair, at)
            || self.source_turns.is_now(&source, &pair, at);
        if is_open {
            return Ok(());
        }
        Err(Delayed::Until(self.source_turns.give(source, pair, open_at, at)))
    }

    fn forget_turn(&mut self, attempt: &Attempt) {
        if let Some(session) = &attempt.session {
            self.session_turns.take(session);
        }
    }

    fn pass_pair(&mut self, attempt: &Attempt, at: Timestamp) -> Result<(), Delayed> {
        let open_at = self.pairs.open_at(&attempt.pair(), at);
        match attempt.session {
            _ if open_at <= at => Ok(()),
            Some(session) if self.session_turns.is_now(&session, &attempt.account, at) => Ok(()),
            Some(session) => {
                let account = attempt.account;
                Err(Delayed::Until(self.session_turns.give(session, account, open_at, at)))
            }
            None => Err(Delayed::Until(open_at)),
        }
    }
}

/// The key by which attempts on a device of an account are counted.
pub fn device_key(account: &Key, digest: &str) -> Key {
    let device: Key = Sha256::digest(digest.as_bytes()).into();
    joined(account, &device)
}

#[cfg(test)]
mod tests;
