//! Messages from a browser after the handshake.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A client message. It is not an internally tagged enum: an event is passed on verbatim, which a tagged enum supports
/// only if the tag is the first field.
pub(super) enum ClientMessage<'a> {
    /// Proposes an event.
    Command(CommandMessage<'a>),
    /// Subscribes to a topic.
    Subscribe(SubscribeMessage<'a>),
    /// Ends a subscription.
    Unsubscribe(UnsubscribeMessage),
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
pub(super) struct CommandMessage<'a> {
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
pub(super) struct SubscribeMessage<'a> {
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
pub(super) struct UnsubscribeMessage {
    #[serde(rename = "type")]
    _kind: Kind,
    pub id: String,
}

/// Parses a message; none if it is invalid.
pub(super) fn parse(text: &str) -> Option<ClientMessage<'_>> {
    let Tagged { kind } = serde_json::from_str(text).ok()?;
    let message = match kind {
        Kind::Command => ClientMessage::Command(serde_json::from_str(text).ok()?),
        Kind::Subscribe => ClientMessage::Subscribe(serde_json::from_str(text).ok()?),
        Kind::Unsubscribe => ClientMessage::Unsubscribe(serde_json::from_str(text).ok()?),
    };
    let id = match &message {
        ClientMessage::Command(CommandMessage { id, .. })
        | ClientMessage::Subscribe(SubscribeMessage { id, .. })
        | ClientMessage::Unsubscribe(UnsubscribeMessage { id, .. }) => id,
    };
    let is_name = (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
    is_name.then_some(message)
}
