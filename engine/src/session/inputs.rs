//! The inputs of a session's runner and their replies.

use std::sync::Arc;

use tokio::sync::oneshot;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::facts::Facts;
use waybill_machines::rules::view_as::View;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyEvent, AnyState, MachineName};
use waybill_platform::trace::Trace;
use waybill_stream::{StreamState, Who};

use crate::common_facts::CommonFacts;
use crate::error::Nack;
use crate::identity::SessionToken;
use crate::push::Outbox;

/// What a command proposes.
#[derive(Debug)]
pub enum Body {
    /// The JSON of a tab's proposal as received over the socket.
    Proposal(String),
    /// An event that the server itself built.
    Event(Box<AnyEvent>),
}

/// An event on its way to be decided.
#[derive(Debug)]
pub struct Command {
    /// The idempotency key.
    pub id: Option<String>,
    /// The machine that decides it.
    pub machine: MachineName,
    /// The tab that sent it, if any.
    pub tab: Option<String>,
    /// The proposal or the event.
    pub body: Body,
    /// The version of the machine that the sender expects.
    pub expected: Option<u64>,
    /// The actor, where that is not the session's own user.
    pub who: Option<Who>,
    /// The digest of the cookie that the sender presented; none where the server itself is the sender.
    pub presented: Option<Digest>,
    /// Who pays for its records, where that is not the session's own user: the owner of a known device who is signing in.
    pub paid_by: Option<PersonId>,
}

/// The position from which a reconnecting tab resumes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    /// The epoch that its sequence numbers belong to.
    pub epoch: String,
    /// The newest sequence number that it has received.
    pub seq: u64,
}

/// A tab that connects.
#[derive(Debug)]
pub struct Attachment {
    /// The id that it already has, if any.
    pub tab: Option<String>,
    /// Where it resumes, if it was connected before.
    pub resume: Option<Resume>,
    /// The cookie that it presented.
    pub token: SessionToken,
}

/// The reply to a tab that connects.
#[derive(Debug)]
pub struct Attached {
    /// The id of the tab.
    pub tab: String,
    /// The epoch that sequence numbers belong to.
    pub epoch: String,
    /// Whether it resumes from its previous position.
    pub resumed: bool,
    /// The newest sequence number of the session.
    pub seq: u64,
    /// The person who has signed in, if any.
    pub person: Option<PersonId>,
    /// The messages that bring it up to date.
    pub backlog: Vec<Arc<str>>,
    /// The queue of all further messages.
    pub outbox: Outbox,
    /// Identifies this attachment when the tab disconnects.
    pub number: u64,
}

/// What the menus of a session depend on.
#[derive(Debug, Clone)]
pub struct MenuInputs {
    /// The facts as seen under view-as; none until start-up has gathered them.
    pub facts: Option<Box<Facts>>,
    /// The record that set them.
    pub facts_from: Option<u64>,
    /// The active view-as of an administrator, if any.
    pub view: Option<View>,
    /// Whether the user is an administrator, regardless of view-as.
    pub is_admin: bool,
    /// Whether a connected tab is at quick setup.
    pub on_quick_setup: bool,
}

/// What a machine has come to.
#[derive(Debug)]
pub(crate) struct Settled {
    /// Its state.
    pub state: AnyState,
    /// The state of the login machine at the same time.
    pub login: AnyState,
}

/// A request that waits until a machine has left some states.
pub(crate) struct Waiter {
    pub key: InstanceKey,
    pub moving: &'static [&'static str],
    pub reply: oneshot::Sender<Result<Settled, Nack>>,
}

/// The inputs of a session's runner, beside those of every runner.
pub(crate) enum Input {
    /// A command, and the trace that it is sent in. The reply is the sequence number of its own record.
    Command(Command, Option<Trace>, oneshot::Sender<Result<u64, Nack>>),
    /// A tab connects.
    Attach(Attachment, oneshot::Sender<Result<Attached, Nack>>),
    /// A tab has disconnected.
    Detach(u64),
    /// A request waits until a machine has left all of these states.
    Settle(InstanceKey, &'static [&'static str], oneshot::Sender<Result<Settled, Nack>>),
    /// A request for what menus depend on.
    Menus(oneshot::Sender<Result<MenuInputs, Nack>>),
    /// A scenario's request for the whole session.
    Inspect(oneshot::Sender<Result<StreamState, Nack>>),
    /// The facts that all sessions share may have changed.
    Facts {
        /// The facts as they are now.
        facts: Arc<CommonFacts>,
        /// How many changes there had been by then: outdated facts are dropped.
        changes: u64,
        /// Whether answers that start-up waits for may be older than these facts.
        is_awaited: bool,
    },
}
