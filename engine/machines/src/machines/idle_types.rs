//! The states and events of the idle check.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::time::Timestamp;

/// How long a user may be away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IdleLimit {
    /// The sign-in ends after this long without activity, in minutes.
    pub idle_minutes: u32,
    /// When it ends, by the newest activity that is recorded.
    pub until: Timestamp,
}

/// The answer of the access service to the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Checked {
    /// The session is valid.
    Valid {
        /// The newest activity that a tab has reported; none if there was none, and in records that are older than this
        /// field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        active_at: Option<Timestamp>,
    },
    /// The session is no longer valid.
    Expired {},
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of the idle check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "IdleState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Waiting for activity after an idle period, and for the time to warn.
    Watching {
        /// How long the user may be away; none where that is not limited, and in records that are older than this
        /// field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        limit: Option<IdleLimit>,
    },
    /// The access service checks the session.
    Checking {
        /// How long the user may be away; none where that is not limited, and in records that are older than this
        /// field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        limit: Option<IdleLimit>,
    },
    /// The user is away, and every tab says when the sign-in ends.
    Warned {
        /// How long the user may be away.
        limit: IdleLimit,
    },
    /// The session is no longer valid.
    Expired {},
}
named!(State {
    Watching = "watching",
    Checking = "checking",
    Warned = "warned",
    Expired = "expired",
});

/// The events of the idle check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "IdleEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A mouse movement, key press, click or touch.
    Activity {
        /// The time without activity before it, in milliseconds.
        idle_ms: u64,
    },
    /// The answer to the check.
    #[serde(rename = "access.check_session")]
    Checked(Checked),
    /// The user stays signed in, after a warning.
    Stay {},
    /// It is time to warn, or the end has come.
    Due {},
    /// A user has signed in; the check starts from the beginning.
    Reset {
        /// How long the user may be away, in minutes; none where that is not limited, and in records that are older
        /// than this field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        idle_minutes: Option<u32>,
    },
}
named!(Event {
    Activity = "activity",
    Checked = "access.check_session",
    Stay = "stay",
    Due = "due",
    Reset = "reset",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Report activity.
    Activity {
        /// The time without activity before it, in milliseconds.
        idle_ms: u64,
    },
    /// Stay signed in.
    Stay {},
}
named!(Proposal { Activity = "activity", Stay = "stay" });
