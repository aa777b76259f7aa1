//! Messages from a browser after the handshake.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A client message. It is not an internally tagged enum: an event is passed on verbatim, which a tagged enum supports
/// only if the tag is the first field.
pub(super) enum Said<'a> {
    /// Proposes an event.
    Command(Proposed<'a>),
    /// Subscribes to a topic.
    Subscribe(Wished<'a>),
    /// Ends a subscription.
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

/// An event proposed to a machine of the session.
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

/// A subscription to a topic.
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

/// Parses a message; none if it is invalid.
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
