//! What a browser says once it has been greeted.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A message. Not one tagged enum: an event is passed on as it was written, and a tagged enum can keep that only if
/// its tag happens to come first.
pub(super) enum Said<'a> {
    /// An event is proposed.
    Command(Proposed<'a>),
    /// A topic is to be told.
    Subscribe(Wished<'a>),
    /// A topic is not to be told any more.
    Unsubscribe(Unwished),
}

#[derive(Deserialize)]
struct Tagged {
    #[serde(rename = "type")]
    kind: Kind,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Command,
    Subscribe,
    Unsubscribe,
}

/// An event for a machine of the session.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Proposed<'a> {
    #[serde(rename = "type")]
    _kind: Kind,
    pub id: String,
    pub machine: String,
    #[serde(borrow)]
    pub event: &'a RawValue,
    pub expected: Option<u64>,
}

/// A topic to follow.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wished<'a> {
    #[serde(rename = "type")]
    _kind: Kind,
    pub id: String,
    pub topic: String,
    #[serde(borrow)]
    pub args: &'a RawValue,
    pub cursor: Option<String>,
}

/// A subscription to end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unwished {
    #[serde(rename = "type")]
    _kind: Kind,
    pub id: String,
}

/// Reads a message; none where it is not one of these.
pub(super) fn read(text: &str) -> Option<Said<'_>> {
    let Tagged { kind } = serde_json::from_str(text).ok()?;
    let said = match kind {
        Kind::Command => Said::Command(serde_json::from_str(text).ok()?),
        Kind::Subscribe => Said::Subscribe(serde_json::from_str(text).ok()?),
        Kind::Unsubscribe => Said::Unsubscribe(serde_json::from_str(text).ok()?),
    };
    let id = match &said {
        Said::Command(Proposed { id, .. })
        | Said::Subscribe(Wished { id, .. })
        | Said::Unsubscribe(Unwished { id, .. }) => id,
    };
    let is_name = (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
    is_name.then_some(said)
}
