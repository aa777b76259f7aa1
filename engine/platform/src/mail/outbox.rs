//! The mails that wait, in the platform journal: a stream for each day, in memory too.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Mutex as AsyncMutex;
use waybill_journal::{DayName, Journal, ReadError, RecordView};
use waybill_machines::machines::mail_outbox::{Event, OpenMail, State};
use waybill_machines::rules::mail::{MailId, MailKind};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::{AnyEvent, AnyState, MachineName, RejectionCode, Timestamp};

use super::budgets::DAY_MS;
use super::log::{LOGGED_MS, LoggedMail};
use super::view::{View, Waiting};
use super::{Language, MailError, NewMail};
use crate::marked_secrets::MarkedSecrets;
use crate::metric::Metric;
use crate::secret::{Secret, hex, random};
use crate::streams::{ChangeContext, Command, StreamError, Streams};
use crate::vault::{Kind, Vault, VaultError};

/// The prefix of the streams.
const PREFIX: &str = "mail_outbox/";
/// How many of a day's records the log and the budgets are read from, the newest ones.
const RECORDS_READ_MAX: u64 = 5_000;
/// How many of them are in memory at the same time: each has all mails that waited then.
const PORTION: usize = 64;
/// How long a mail may wait, whatever its link says.
const WAITS_MS_MAX: i64 = LOGGED_MS;

/// The outbox.
pub(super) struct Outbox {
    streams: Streams,
    contents: MarkedSecrets,
    view: Mutex<View>,
    /// Held from what a new mail is admitted on until it is recorded.
    queueing: AsyncMutex<()>,
}

impl Outbox {
    /// Reads what waits, and what was queued lately. Blocks on the disk.
    pub(super) fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        now: Timestamp,
    ) -> Result<Self, StreamError> {
        let streams = Streams::new(journal);
        let contents = MarkedSecrets::new(vault, Kind::MailContent, "mail.contents");
        let mut view = View::default();
        let first = stream_at(now.plus_ms(-LOGGED_MS));
        for stream in streams.names(PREFIX) {
            if stream >= first {
                read_recent(&mut view, &**streams.journal(), &stream, now)?;
            }
            let state = streams.state(&stream, MachineName::MailOutbox)?;
            if let AnyState::MailOutbox(State::Day { open, .. }) = state {
                let waiting = |mail| Waiting { stream: stream.clone(), mail, is_taken: false };
                view.open.extend(open.into_iter().map(|(id, mail)| (id, waiting(mail))));
            }
        }
        Metric::MailsOpen.set(&[], view.open.len() as u64);
        for outcome in ["sent", "deferred", "failed", "expired"] {
            Metric::Mails.show(&[outcome]);
        }
        Ok(Self { streams, contents, view: Mutex::new(view), queueing: AsyncMutex::default() })
    }

    /// Removes contents that no mail has. Blocks on the disk.
    pub(super) fn sweep(&self) -> Result<usize, VaultError> {
        if self.streams.may_lack_records() {
            return Ok(0);
        }
        let open = self.view().open.clone();
        let named = open.iter();
        self.contents.sweep(
            named.filter_map(|(id, waiting)| Some((id.as_str(), waiting.mail.content.as_ref()?))),
        )
    }

    fn view(&self) -> MutexGuard<'_, View> {
        // Each change of the view is a single step, so a panic leaves nothing half done.
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another mail to a user would be queued.
    pub(super) fn admits(
        &self,
        person: &PersonId,
        kind: MailKind,
        at: Timestamp,
    ) -> Result<(), MailError> {
        self.view().admits(person, kind, at)
    }

    /// The newest mails, the newest first.
    pub(super) fn log(&self, limit: usize, now: Timestamp) -> Vec<LoggedMail> {
        self.view().log.newest(limit, now.plus_ms(-LOGGED_MS))
    }

    /// Queues a mail to a user.
    pub(super) async fn queue(
        &self,
        mail: NewMail,
        context: &ChangeContext,
    ) -> Result<MailId, MailError> {
        let NewMail { kind, person, secret, language, expires_at } = mail;
        let _queueing = self.queueing.lock().await;
        self.admits(&person, kind, context.at)?;
        let id = new_id();
        let content = match secret {
            Some(secret) => {
                let mark = self.contents.mark(&[id.0.as_str(), kind.as_str()], &secret);
                self.contents.store::<MailError>(&id.0, &mark, secret).await?;
                Some(mark)
            }
            None => None,
        };
        let expires_at = expires_at.min(context.at.plus_ms(WAITS_MS_MAX));
        let language = language.unwrap_or_default();
        let mail =
            OpenMail { content: content.clone(), expires_at, ..new_mail(kind, language, context) };
        let mail = OpenMail { person: Some(person), ..mail };
        let recorded = self.record_queued(&id, mail, context).await;
        if let (Err(error), Some(mark)) = (&recorded, &content)
            && error.is_certain()
        {
            self.forget(&id.0, mark).await;
        }
        recorded.map(|()| id)
    }

    /// Queues a test, which the caller sends.
    pub(super) async fn queue_test(
        &self,
        language: Language,
        expires_at: Timestamp,
        context: &ChangeContext,
    ) -> Result<MailId, MailError> {
        let id = new_id();
        let mail = OpenMail { expires_at, ..new_mail(MailKind::Test, language, context) };
        self.record_queued(&id, mail, context).await.map(|()| id)
    }

    async fn record_queued(
        &self,
        id: &MailId,
        mail: OpenMail,
        context: &ChangeContext,
    ) -> Result<(), MailError> {
        let event = Event::Queue { id: id.0.clone(), mail };
        self.record(&stream_at(context.at), event, context).await
    }

    /// Takes a mail that is due, for the caller alone. While no mail is tried only those are due that are of no use any
    /// longer.
    pub(super) fn take_due(&self, now: Timestamp, is_paused: bool) -> Option<(MailId, Waiting)> {
        self.view().take_due(now, is_paused)
    }

    /// Gives a mail back that could not be recorded as begun; it is not taken again before a time.
    pub(super) fn give_back(&self, id: &MailId, not_before: Timestamp) {
        if let Some(waiting) = self.view().open.get_mut(&id.0) {
            waiting.mail.not_before = not_before;
            waiting.is_taken = false;
        }
    }

    /// Whether a mail waits that no task is at.
    pub(super) fn has_waiting(&self) -> bool {
        self.view().open.values().any(|waiting| !waiting.is_taken)
    }

    /// Records what happens to a mail that the caller has taken.
    pub(super) async fn note(
        &self,
        id: &MailId,
        event: Event,
        context: &ChangeContext,
    ) -> Result<(), MailError> {
        let found = self.view().open.get(&id.0).cloned();
        let Waiting { stream, mail, .. } = found.ok_or_else(|| unknown(id))?;
        let outcome = outcome_of(&event);
        let ends =
            matches!(event, Event::Sent { .. } | Event::Failed { .. } | Event::Expired { .. });
        self.record(&stream, event, context).await?;
        if let Some(outcome) = outcome {
            Metric::Mails.count(&[outcome]);
        }
        if let Some(mark) = mail.content.filter(|_| ends) {
            self.forget(&id.0, &mark).await;
        }
        Ok(())
    }

    /// Gives up all mails that wait.
    pub(super) async fn end_all(&self, context: &ChangeContext) -> Result<usize, MailError> {
        let open: Vec<String> = self.view().open.keys().cloned().collect();
        for id in &open {
            self.note(&MailId(id.clone()), Event::Expired { id: id.clone() }, context).await?;
        }
        Ok(open.len())
    }

    /// The secret that a mail was queued with; `None` if the vault does not have it.
    pub(super) async fn content(
        &self,
        id: &MailId,
        mail: &OpenMail,
    ) -> Result<Option<Secret>, MailError> {
        let Some(mark) = &mail.content else { return Ok(None) };
        let given_for = [id.0.as_str(), mail.kind.as_str()];
        self.contents.read::<MailError>(&id.0, mark, &given_for).await
    }

    async fn record(
        &self,
        stream: &str,
        event: Event,
        context: &ChangeContext,
    ) -> Result<(), MailError> {
        // Strangers can cause these: a rejection is no record.
        let command = Command { record_refusal: false, ..Command::new(stream, event.clone()) };
        match self.streams.submit(command, context).await? {
            Ok(_) => {
                self.view().note(stream, &event, context.at);
                Ok(())
            }
            Err(refused) => match refused.rejection.code {
                RejectionCode::TooManyMails => Err(MailError::Full),
                code => Err(MailError::Rejected(code.to_string())),
            },
        }
    }

    /// Removes a content. One that could not be removed is at the next start.
    async fn forget(&self, id: &str, mark: &Digest) {
        if let Err(error) = self.contents.remove::<MailError>(id, mark).await {
            tracing::warn!(%error, "the link of a mail is removed from the vault later");
        }
    }
}

fn unknown(id: &MailId) -> MailError {
    MailError::Rejected(format!("the mail {id} has ended"))
}

fn new_id() -> MailId {
    MailId(format!("m_{}", hex(&random::<16>())))
}

/// A mail that was not handed to the server yet, for no user.
fn new_mail(kind: MailKind, language: Language, context: &ChangeContext) -> OpenMail {
    OpenMail {
        kind,
        person: None,
        content: None,
        language: language.as_str().to_owned(),
        queued_at: context.at,
        expires_at: context.at,
        attempts: 0,
        not_before: context.at,
        sending: false,
    }
}

/// The value of the metric's label.
const fn outcome_of(event: &Event) -> Option<&'static str> {
    match event {
        Event::Sent { .. } => Some("sent"),
        Event::Deferred { .. } => Some("deferred"),
        Event::Failed { .. } => Some("failed"),
        Event::Expired { .. } => Some("expired"),
        Event::Queue { .. } | Event::Begin { .. } => None,
    }
}

/// The stream of a day.
fn stream_at(at: Timestamp) -> String {
    format!("{PREFIX}{}", DayName::of(at).date())
}

/// Reads the newest records of a day for the log and the budgets.
fn read_recent(
    view: &mut View,
    journal: &dyn Journal,
    stream: &str,
    now: Timestamp,
) -> Result<(), ReadError> {
    let newest = journal.head(stream).map_or(0, |head| head.seq);
    let mut next = newest.saturating_sub(RECORDS_READ_MAX) + 1;
    while next <= newest {
        let portion = journal.read(stream, next, PORTION)?;
        if portion.is_empty() {
            break;
        }
        next += portion.len() as u64;
        for record in portion {
            note_recent(view, &record.view()?, now);
        }
    }
    Ok(())
}

fn note_recent(view: &mut View, record: &RecordView<'_>, now: Timestamp) {
    let event = MachineName::MailOutbox.recorded_event(record.schema, record.event);
    let Ok(AnyEvent::MailOutbox(event)) = event else { return };
    if record.refused.is_some() {
        return;
    }
    view.log.note(&event, record.at);
    if let Event::Queue { mail, .. } = &event
        && let Some(person) = &mail.person
        && now.ms_since(record.at) < DAY_MS
    {
        view.budgets.note(person, mail.kind, record.at);
    }
}
