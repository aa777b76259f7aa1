//! The topic `installation`: the current states of machines of the installation, and then each of their changes.
//!
//! Arguments are `{"stream": NAME}` or `{"prefix": PREFIX}`. The cursor counts records: those of the one stream, or of
//! all streams under the prefix together. Streams only grow and none is removed, so an equal count means that nothing
//! has changed; otherwise the missed changes of a stream are sent, or all states under a prefix again.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use waybill_platform::streams::StreamError;

use super::message::{InstallationMessage, Part};
use super::{Family, Published, Readers, StreamSnapshot};
use crate::perform::{Services, Viewer as Reader};
use crate::registry::{Engine, Shared};
use crate::session;
use crate::topics::{TopicEndCode, TopicRefusal, TopicSender, TopicSource, TopicStream, Viewer};

/// A follower that missed more than this many changes of a stream is sent the current state instead.
const MISSED_MAX: u64 = 256;

/// The arguments of a subscription.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum InstallationArgs {
    /// The machine of this stream.
    Stream(String),
    /// All machines whose streams begin with this.
    Prefix(String),
}

impl InstallationArgs {
    fn read(engine: &Engine, args: &Value) -> Result<(Self, &'static Family), TopicRefusal> {
        let args: Self = serde_json::from_value(args.clone()).map_err(|_| {
            TopicRefusal::bad_args("name a 'stream' or a 'prefix', as a text and nothing else")
        })?;
        let installation = &engine.shared.installation;
        let family = match &args {
            Self::Stream(stream) => installation.family_of(stream),
            Self::Prefix(prefix) => {
                let mut families = installation.families.iter();
                families.find(|family| {
                    family.prefix.ends_with('/') && prefix.starts_with(family.prefix)
                })
            }
        };
        let family = family.ok_or_else(|| TopicRefusal::not_found("such machine"))?;
        Ok((args, family))
    }

    fn covers(&self, stream: &str) -> bool {
        match self {
            Self::Stream(name) => stream == name,
            Self::Prefix(prefix) => stream.starts_with(prefix),
        }
    }

    fn names(&self, engine: &Engine) -> Vec<String> {
        match self {
            Self::Stream(name) => vec![name.clone()],
            Self::Prefix(prefix) => engine.shared.installation.streams.names(prefix),
        }
    }
}

/// The source of the topic. The engine owns it, so it must not own the engine: the cycle would keep both, and the
/// journals, open beyond the end of the server.
pub(crate) struct InstallationTopic(Weak<Shared<Services>>);

impl InstallationTopic {
    pub(crate) fn of(engine: &Engine) -> Self {
        Self(Arc::downgrade(&engine.shared))
    }

    fn engine(&self) -> Result<Engine, TopicRefusal> {
        let stopping =
            || TopicRefusal::temporary(TopicEndCode::Unavailable, "The server is going away.");
        self.0.upgrade().map(|shared| Engine { shared }).ok_or_else(stopping)
    }
}

impl TopicSource for InstallationTopic {
    fn name(&self) -> &'static str {
        "installation"
    }

    fn authorise(&self, viewer: &Viewer, args: &Value) -> Result<(), TopicRefusal> {
        // Checked first, so that the answer does not reveal to anonymous users which machines exist.
        viewer.require_person()?;
        match InstallationArgs::read(&self.engine()?, args) {
            Ok((_, family)) => match family.readers {
                Readers::Administrators => viewer.require_admin(),
                Readers::SignedIn => Ok(()),
            },
            Err(refusal) => Err(refusal),
        }
    }

    fn open(
        &self,
        _: Viewer,
        args: Value,
        cursor: Option<String>,
    ) -> Result<TopicStream, TopicRefusal> {
        let engine = self.engine()?;
        let (args, family) = InstallationArgs::read(&engine, &args)?;
        let follower = Follower {
            changes: engine.shared.installation.changes.subscribe(),
            engine,
            args,
            family,
            known: HashMap::new(),
            count: 0,
        };
        Ok(TopicStream::spawn(move |sender| follower.run(sender, cursor)))
    }
}

/// The task behind one subscription.
struct Follower {
    engine: Engine,
    /// Subscribed to before the states are read, so that no change is missed in between.
    changes: broadcast::Receiver<Arc<Published>>,
    args: InstallationArgs,
    family: &'static Family,
    /// The newest record that has been sent, by stream.
    known: HashMap<String, u64>,
    /// The sum of these sequence numbers.
    count: u64,
}

impl Follower {
    async fn run(
        mut self,
        sender: TopicSender,
        cursor: Option<String>,
    ) -> Result<(), TopicRefusal> {
        if !self.resume(&sender, cursor.as_deref()).await? {
            let names = self.args.names(&self.engine);
            self.send_all(&sender, names).await?;
        }
        loop {
            match self.changes.recv().await {
                Ok(published) => self.publish(&sender, &published).await?,
                Err(RecvError::Lagged(_)) => return Err(TopicRefusal::lagged()),
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }

    /// Continues after a cursor. False when all states have to be sent again.
    async fn resume(
        &mut self,
        sender: &TopicSender,
        cursor: Option<&str>,
    ) -> Result<bool, TopicRefusal> {
        let Some(cursor) = cursor.and_then(|cursor| self.count_of(cursor)) else {
            return Ok(false);
        };
        let journal = Arc::clone(self.engine.shared.installation.streams.journal());
        let names = self.args.names(&self.engine);
        let heads = names.into_iter().filter_map(|name| {
            let head = journal.head(&name)?;
            Some((name, head.seq))
        });
        self.known = heads.collect();
        self.count = self.known.values().sum();
        let InstallationArgs::Stream(stream) = &self.args else { return Ok(cursor == self.count) };
        let stream = stream.clone();
        let Some(missed) = self.count.checked_sub(cursor).filter(|missed| *missed <= MISSED_MAX)
        else {
            return Ok(false);
        };
        let limit = usize::try_from(missed).unwrap_or(0);
        let records = journal.read(&stream, cursor + 1, limit).map_err(unreadable)?;
        for record in records {
            let view = record.view().map_err(unreadable)?;
            let shared = &self.engine.shared;
            let change = session::change(shared, &Reader::default(), &record.line, &view);
            let message = InstallationMessage::Change { change };
            sender.send(Some(self.cursor(record.seq)), &message).await?;
        }
        Ok(true)
    }

    /// Sends the states of machines, in as many parts as necessary.
    async fn send_all(
        &mut self,
        sender: &TopicSender,
        names: Vec<String>,
    ) -> Result<(), TopicRefusal> {
        self.known.clear();
        self.count = 0;
        let mut part = Part::new(true);
        for name in names {
            let snapshot = self.snapshot(&name)?;
            if snapshot.seq == 0 {
                continue;
            }
            self.note(&name, snapshot.seq);
            part.add(&self.engine, &snapshot)?;
            if part.is_full() {
                sender.send(None, &part.end(false)).await?;
                part = Part::new(false);
            }
        }
        sender.send(Some(self.cursor(self.count)), &part.end(true)).await
    }

    async fn publish(
        &mut self,
        sender: &TopicSender,
        published: &Published,
    ) -> Result<(), TopicRefusal> {
        let Published { stream, seq, change } = published;
        let known = self.known.get(stream).copied().unwrap_or(0);
        if !self.args.covers(stream) || *seq <= known {
            return Ok(());
        }
        if *seq == known + 1 {
            self.note(stream, *seq);
            let message = InstallationMessage::Change { change: change.clone() };
            return sender.send(Some(self.cursor(self.count)), &message).await;
        }
        // Another writer has appended to the stream too.
        let snapshot = self.snapshot(stream)?;
        self.note(stream, snapshot.seq);
        let mut part = Part::new(false);
        part.add(&self.engine, &snapshot)?;
        sender.send(Some(self.cursor(self.count)), &part.end(true)).await
    }

    fn snapshot(&self, stream: &str) -> Result<StreamSnapshot, TopicRefusal> {
        let snapshot = self.engine.shared.installation.snapshot(stream, self.family.machine);
        snapshot.map_err(|error: StreamError| unreadable(error))
    }

    fn note(&mut self, stream: &str, seq: u64) {
        let before = self.known.insert(stream.to_owned(), seq).unwrap_or(0);
        self.count += seq.saturating_sub(before);
    }

    /// The epoch is part of a cursor because a restored journal may have the same count with other records.
    fn cursor(&self, count: u64) -> String {
        format!("{}.{count}", self.engine.shared.epoch())
    }

    fn count_of(&self, cursor: &str) -> Option<u64> {
        let (epoch, count) = cursor.rsplit_once('.')?;
        (epoch == self.engine.shared.epoch()).then(|| count.parse().ok())?
    }
}

pub(super) fn unreadable(error: impl std::fmt::Display) -> TopicRefusal {
    tracing::error!(%error, "machines of the installation could not be read");
    TopicRefusal::temporary(TopicEndCode::Unreadable, "This cannot be read now; it is tried again.")
}
