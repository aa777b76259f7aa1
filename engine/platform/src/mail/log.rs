//! The mails of the last days, for administrators: what they were about and what came of them, without addresses.

use std::collections::VecDeque;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::machines::mail_outbox::Event;
use waybill_machines::rules::mail::{MailFailure, MailId, MailKind};
use waybill_machines::secret::PersonId;

/// How many mails are listed.
const LOGGED_MAX: usize = 100;
/// How long they are listed.
pub(super) const LOGGED_MS: i64 = 8 * 24 * 3_600_000;

/// What has come of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    /// It waits, for the first attempt or for another one.
    Waiting,
    /// It is being handed to the server.
    Sending,
    /// The server has taken it.
    Sent,
    /// It was given up because it cannot be sent.
    Failed,
    /// It was given up because it was of no use any longer.
    Expired,
}

impl MailState {
    /// The name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }
}

/// A mail as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedMail {
    /// Its id, which is part of its `Message-ID`.
    pub id: MailId,
    /// What it is about.
    pub kind: MailKind,
    /// The user; `None` for a test.
    pub person: Option<PersonId>,
    /// When it was queued.
    pub queued_at: Timestamp,
    /// What has come of it.
    pub state: MailState,
    /// How often it was handed to the server.
    pub attempts: u32,
    /// Why the last attempt failed.
    pub failure: Option<MailFailure>,
    /// When it was sent or given up.
    pub ended_at: Option<Timestamp>,
}

/// The newest mails, in the order in which they were queued.
#[derive(Debug, Default)]
pub(super) struct Log {
    mails: VecDeque<LoggedMail>,
}

impl Log {
    /// Notes what has happened.
    pub(super) fn note(&mut self, event: &Event, at: Timestamp) {
        match event {
            Event::Queue { id, mail } => {
                if self.mails.len() >= LOGGED_MAX {
                    self.mails.pop_front();
                }
                self.mails.push_back(LoggedMail {
                    id: MailId(id.clone()),
                    kind: mail.kind,
                    person: mail.person.clone(),
                    queued_at: at,
                    state: MailState::Waiting,
                    attempts: 0,
                    failure: None,
                    ended_at: None,
                });
            }
            Event::Begin { id } => self.change(id, |mail| {
                mail.state = MailState::Sending;
                mail.attempts = mail.attempts.saturating_add(1);
            }),
            Event::Deferred { id, reason, .. } => self.change(id, |mail| {
                mail.state = MailState::Waiting;
                mail.failure = Some(*reason);
            }),
            Event::Sent { id } => self.end(id, MailState::Sent, None, at),
            Event::Failed { id, reason } => self.end(id, MailState::Failed, Some(*reason), at),
            Event::Expired { id } => self.change(id, |mail| {
                mail.state = MailState::Expired;
                mail.ended_at = Some(at);
            }),
        }
    }

    /// The newest mails that were queued since a time, the newest first.
    pub(super) fn newest(&self, limit: usize, since: Timestamp) -> Vec<LoggedMail> {
        let newest = self.mails.iter().rev().filter(|mail| mail.queued_at >= since);
        newest.take(limit).cloned().collect()
    }

    fn end(&mut self, id: &str, state: MailState, failure: Option<MailFailure>, at: Timestamp) {
        self.change(id, |mail| {
            (mail.state, mail.failure, mail.ended_at) = (state, failure, Some(at));
        });
    }

    fn change(&mut self, id: &str, change: impl FnOnce(&mut LoggedMail)) {
        if let Some(mail) = self.mails.iter_mut().rev().find(|mail| mail.id.0 == id) {
            change(mail);
        }
    }
}
