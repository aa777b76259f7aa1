//! The states and events of a grant to an application, and the lines of tokens that it has.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::applications::ApplicationScope;
use crate::secret::Digest;
use crate::time::Timestamp;

/// How long a line of tokens goes on at most: then the user signs in again.
pub const LINE_LIVES_MS: i64 = 365 * 24 * 60 * 60 * 1_000;

/// The tokens of a sign-in to an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenLine {
    /// When the user signed in.
    pub began_at: Timestamp,
    /// What the tokens permit, which is no more than what was consented to.
    pub scopes: BTreeSet<ApplicationScope>,
    /// The digest of the access token.
    pub access: Digest,
    /// Until when that is good.
    pub access_until: Timestamp,
    /// The digest of the refresh token; none if the application may not act while the user is away.
    pub refresh: Option<Digest>,
    /// Until when that is good.
    pub refresh_until: Timestamp,
    /// The digests of the newest refresh tokens that were used, the oldest first.
    pub used: Vec<Digest>,
}

impl TokenLine {
    /// When it cannot be refreshed any longer.
    pub(super) fn ends_at(&self) -> Timestamp {
        self.began_at.plus_ms(LINE_LIVES_MS).min(self.refresh_until)
    }

    /// Whether one of its tokens is good at a time.
    pub fn goes_on(&self, at: Timestamp) -> bool {
        at < self.access_until || (self.refresh.is_some() && at < self.ends_at())
    }
}

/// Why a line of tokens ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineEnded {
    /// The application has ended it, as at a sign-out.
    #[default]
    ByApplication,
    /// One of its refresh tokens was used twice.
    TokenReused,
    /// The code that it began with was used twice.
    CodeReused,
}

/// Why a grant is no longer good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GrantEnded {
    /// The user revoked it.
    ByUser,
    /// An administrator revoked it.
    ByAdministrator,
    /// The application was deleted.
    ApplicationDeleted,
    /// A refresh token was used twice. Only in old records: now that ends its line.
    TokenReused,
    /// A code was used twice. Only in old records: now that ends its line.
    CodeReused,
}

/// The state of a grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ApplicationGrantState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The user has not consented to anything.
    Absent {},
    /// The user has consented.
    Granted {
        /// To what.
        scopes: BTreeSet<ApplicationScope>,
        /// When, the last time.
        consented_at: Timestamp,
        /// The lines of tokens, by their ids.
        lines: BTreeMap<String, TokenLine>,
    },
    /// It is no longer good, with all tokens.
    Revoked {
        /// Why.
        why: GrantEnded,
    },
}
named!(State { Absent = "absent", Granted = "granted", Revoked = "revoked" });

/// The events of a grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ApplicationGrantEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The user consents. What was consented to before stays.
    Consent {
        /// To what.
        scopes: BTreeSet<ApplicationScope>,
    },
    /// A code was exchanged for tokens.
    Issue {
        /// The id of the line that begins.
        line: String,
        /// What the tokens permit.
        scopes: BTreeSet<ApplicationScope>,
        /// The digest of the access token.
        access: Digest,
        /// The digest of the refresh token, if there is one.
        refresh: Option<Digest>,
    },
    /// A refresh token is exchanged for others.
    Refresh {
        /// The digest of the one that is presented.
        presented: Digest,
        /// The digest of the new access token.
        access: Digest,
        /// The digest of the new refresh token.
        refresh: Digest,
    },
    /// A line of tokens ends.
    End {
        /// The id of the line.
        line: String,
        /// Why. Old records have none: only applications ended lines then.
        #[serde(default)]
        why: LineEnded,
    },
    /// The grant is no longer good.
    Revoke {
        /// Why.
        why: GrantEnded,
    },
}
named!(Event {
    Consent = "consent",
    Issue = "issue",
    Refresh = "refresh",
    End = "end",
    Revoke = "revoke"
});
