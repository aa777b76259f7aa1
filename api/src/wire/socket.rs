//! The socket: its protocol, the messages of tabs, and how the server closes it. The server's messages are
//! `waybill_engine::ServerMessage`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[cfg(feature = "schema")]
use super::Empty;
#[cfg(feature = "schema")]
use super::builds::{BuildChanges, BuildsArgs};
#[cfg(feature = "schema")]
use super::packages::{PackageChanges, PackagesArgs};
#[cfg(feature = "schema")]
use super::status::StatusByType;
#[cfg(feature = "schema")]
use super::tree::{TreeArgs, TreeChanges};
#[cfg(feature = "schema")]
use waybill_engine::{InstallationArgs, InstallationMessage, LogArgs, UntypedEvent};
#[cfg(feature = "schema")]
use waybill_machines::MachineName;
#[cfg(feature = "schema")]
use waybill_platform::logs::Appended;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// Its name, as the WebSocket's sub-protocol.
pub const SUB_PROTOCOL: &str = "waybill.v1";

/// The code with which the server closes a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum CloseCode {
    /// The server is shutting down.
    GoingAway = 4000,
    /// The session's credentials changed.
    CredentialsChanged = 4001,
    /// The tab was too slow or silent, or sent too much at once, or the session has too many tabs.
    TooSlow = 4002,
    /// The hello did not arrive in time.
    HelloLate = 4003,
    /// The page is of a different protocol or build.
    OtherBuild = 4500,
    /// A message is malformed or too long.
    Malformed = 4501,
}

#[cfg(feature = "schema")]
impl CloseCode {
    /// Every code.
    pub const ALL: [Self; 6] = [
        Self::GoingAway,
        Self::CredentialsChanged,
        Self::TooSlow,
        Self::HelloLate,
        Self::OtherBuild,
        Self::Malformed,
    ];
}

/// A message of a tab. It is not read as an internally tagged enum: an event is passed on verbatim, which such an enum
/// supports only if the tag is the first field.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(tag = "type", rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", schemars(tag = "type", rename_all = "snake_case"))]
pub enum ClientMessage<'a> {
    /// The first message.
    Hello(Hello),
    /// Proposes an event to a machine of the session.
    Command(Command<'a>),
    /// Subscribes to a topic.
    Subscribe(Subscribe<'a>),
    /// Ends a subscription.
    Unsubscribe(Unsubscribe),
    /// Says that the user is active. Nothing is recorded of it.
    Activity {},
}

#[derive(Deserialize)]
struct Tagged {
    #[serde(rename = "type")]
    kind: Kind,
}

/// The type of a message. The messages have it too, since they accept no unknown fields.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Hello,
    Command,
    Subscribe,
    Unsubscribe,
    Activity,
}

/// What a tab knows when it connects.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Hello {
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", ts(skip), schemars(skip))]
    _kind: Kind,
    /// The version of the protocol.
    pub protocol: u32,
    /// The id of the build that the page was loaded from.
    pub build: String,
    /// The hash of the charts that the page was built with.
    pub charts: String,
    /// The id that the tab already has.
    pub tab: Option<String>,
    /// Where it resumes, if it was connected before.
    pub resume: Option<Resume>,
}

/// Where a tab resumes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Resume {
    /// The epoch of its sequence numbers.
    pub epoch: String,
    /// The newest sequence number that it has received.
    pub seq: u64,
}

/// An event proposed to a machine of the session.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Command<'a> {
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", ts(skip), schemars(skip))]
    _kind: Kind,
    /// The id, which the answer repeats; a repeated command is not applied again.
    pub id: String,
    /// The machine.
    #[cfg_attr(feature = "schema", ts(as = "MachineName"), schemars(with = "MachineName"))]
    pub machine: String,
    /// The event.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", ts(as = "UntypedEvent"), schemars(with = "UntypedEvent"))]
    pub event: &'a RawValue,
    /// The version of the machine that the tab has seen; null for any.
    pub expected: Option<u64>,
}

/// A subscription to a topic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Subscribe<'a> {
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", ts(skip), schemars(skip))]
    _kind: Kind,
    /// The id of the subscription.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// Its arguments.
    #[serde(borrow)]
    #[cfg_attr(feature = "schema", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub args: &'a RawValue,
    /// Where to continue.
    pub cursor: Option<String>,
}

/// A subscription to end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Unsubscribe {
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", ts(skip), schemars(skip))]
    _kind: Kind,
    /// The id of the subscription.
    pub id: String,
}

/// A message that has its type alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bare {
    #[serde(rename = "type")]
    _kind: Kind,
}

impl<'a> ClientMessage<'a> {
    /// Reads a message; none if it is invalid.
    pub fn read(text: &'a str) -> Option<Self> {
        let Tagged { kind } = serde_json::from_str(text).ok()?;
        let message = match kind {
            Kind::Hello => Self::Hello(serde_json::from_str(text).ok()?),
            Kind::Command => Self::Command(serde_json::from_str(text).ok()?),
            Kind::Subscribe => Self::Subscribe(serde_json::from_str(text).ok()?),
            Kind::Unsubscribe => Self::Unsubscribe(serde_json::from_str(text).ok()?),
            Kind::Activity => {
                serde_json::from_str::<Bare>(text).ok()?;
                Self::Activity {}
            }
        };
        let id = match &message {
            Self::Hello(_) | Self::Activity {} => return Some(message),
            Self::Command(Command { id, .. })
            | Self::Subscribe(Subscribe { id, .. })
            | Self::Unsubscribe(Unsubscribe { id, .. }) => id,
        };
        let is_name =
            (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then_some(message)
    }
}

/// The arguments of each topic.
#[cfg(feature = "schema")]
#[derive(ts_rs::TS)]
#[allow(dead_code, reason = "only its type is used")]
pub struct TopicArgs {
    artifacts: TreeArgs,
    builds: BuildsArgs,
    installation: InstallationArgs,
    logs: LogArgs,
    packages: PackagesArgs,
    service_status: Empty,
}

/// What each topic sends.
#[cfg(feature = "schema")]
#[derive(ts_rs::TS)]
#[allow(dead_code, reason = "only its type is used")]
pub struct TopicData {
    artifacts: TreeChanges,
    builds: BuildChanges,
    installation: InstallationMessage,
    logs: Appended,
    packages: PackageChanges,
    service_status: StatusByType,
}
