//! What a session's task takes in, and what it answers with.

use std::sync::Arc;

use tokio::sync::oneshot;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::facts::Facts;
use waybill_machines::rules::view_as::View;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyEvent, AnyState, MachineName};
use waybill_stream::{StreamState, Who};

use crate::common_facts::CommonFacts;
use crate::error::Nack;
use crate::identity::SessionToken;
use crate::push::Outbox;

/// What somebody proposes.
#[derive(Debug)]
pub enum Body {
    /// The JSON of a tab's proposal, as it came over the socket.
    Proposal(String),
    /// An event that the server's edge made.
    Event(Box<AnyEvent>),
}

/// A command.
#[derive(Debug)]
pub struct Command {
    /// The idempotency key.
    pub id: Option<String>,
    /// Whom it is for.
    pub machine: MachineName,
    /// Which tab it comes from.
    pub tab: Option<String>,
    /// What is proposed.
    pub body: Body,
    /// The version of the machine that the sender saw.
    pub expected: Option<u64>,
    /// On whose behalf, where that is not the session's own user.
    pub who: Option<Who>,
    /// Recognises the cookie that the sender came with; none where the server itself is the sender.
    pub presented: Option<Digest>,
}

/// Where a tab that comes back left off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume {
    /// The epoch that its numbers belong to.
    pub epoch: String,
    /// The newest sequence number that it has.
    pub seq: u64,
}

/// A tab that wants to be told.
#[derive(Debug)]
pub struct Attachment {
    /// The id that it has, if it has one.
    pub tab: Option<String>,
    /// Where it left off.
    pub resume: Option<Resume>,
    /// The cookie that it came with.
    pub token: SessionToken,
}

/// What such a tab gets.
#[derive(Debug)]
pub struct Attached {
    /// Its id.
    pub tab: String,
    /// The epoch that sequence numbers belong to.
    pub epoch: String,
    /// It goes on where it left off.
    pub resumed: bool,
    /// The newest sequence number.
    pub seq: u64,
    /// Who has signed in.
    pub person: Option<PersonId>,
    /// The messages that bring it up to date.
    pub backlog: Vec<Arc<str>>,
    /// Where all further messages come from.
    pub outbox: Outbox,
    /// Names this attachment when it ends.
    pub number: u64,
}

/// What a session's menus go by.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The facts as they are to be shown; none while start-up has not gathered them.
    pub facts: Option<Box<Facts>>,
    /// The record that they came from.
    pub facts_from: Option<u64>,
    /// Whose eyes an administrator looks with, where they are not their own.
    pub view: Option<View>,
    /// Whoever has signed in is really an administrator, whatever they look like.
    pub is_admin: bool,
    /// A tab that is open is at quick setup.
    pub on_quick_setup: bool,
}

/// Whoever waits until a machine has left some states.
pub(crate) struct Waiter {
    pub key: InstanceKey,
    pub moving: &'static [&'static str],
    pub reply: oneshot::Sender<Result<AnyState, Nack>>,
}

/// What a session's runner takes, beside what every runner does.
pub(crate) enum Input {
    /// A command. It is answered with the sequence number of its own record.
    Command(Command, oneshot::Sender<Result<u64, Nack>>),
    /// A tab connects.
    Attach(Attachment, oneshot::Sender<Result<Attached, Nack>>),
    /// A tab has disconnected.
    Detach(u64),
    /// A request waits until a machine has left all of these states.
    Settle(InstanceKey, &'static [&'static str], oneshot::Sender<Result<AnyState, Nack>>),
    /// A request asks what menus depend on.
    Show(oneshot::Sender<Result<Shown, Nack>>),
    /// A scenario looks at the whole session.
    Inspect(oneshot::Sender<Result<StreamState, Nack>>),
    /// The facts that all sessions share may have changed.
    Facts {
        /// The facts as they are now.
        facts: Arc<CommonFacts>,
        /// How many changes there had been by then: overtaken facts are dropped.
        changes: u64,
        /// Answers that start-up waits for may be older than these facts.
        is_awaited: bool,
    },
}
