//! The socket while a tab is attached.

use std::net::IpAddr;
use std::time::Duration;

use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use waybill_engine::topics::{Subscriptions, TopicEvent};
use waybill_engine::{
    Attached, Attachment, Body, Command, Nack, NackCode, Received, Resume, Sent, ServerMessage,
    SessionId, SessionToken,
};
use waybill_machines::MachineName;
use waybill_platform::metric::Metric;
use waybill_platform::telemetry::{Attribute, Started};
use waybill_platform::trace::{self, Trace};

use super::topics::Rights;
use super::{Close, Connection, not_attached};
use crate::server::wait_until_true;
use crate::state::AppState;
use crate::wire::socket::{self as wire, ClientMessage};

const PING_EVERY: Duration = Duration::from_secs(25);
/// A browser that sends nothing for this long is considered gone.
const SILENT_MAX: Duration = Duration::from_secs(60);
/// Interval at which an open socket is authorized again, whatever was pushed in the meantime.
const REVALIDATE_EVERY: Duration = Duration::from_secs(300);
/// Maximum number of messages per second on a socket, including pings.
const MESSAGES_A_SECOND_MAX: u32 = 50;

/// The state of an attached tab.
pub(super) struct Live {
    pub(super) session: SessionId,
    pub(super) token: SessionToken,
    pub(super) attached: Attached,
    sent_seq: u64,
    last_received: Instant,
    window: Instant,
    messages: u32,
    pub(super) topics: Subscriptions,
    pub(super) rights: Rights,
}

impl Live {
    /// A newly attached tab.
    pub(super) fn new(session: SessionId, token: SessionToken, attached: Attached) -> Self {
        let (now, sent_seq) = (Instant::now(), attached.seq);
        Self {
            session,
            token,
            attached,
            sent_seq,
            last_received: now,
            window: now,
            messages: 0,
            topics: Subscriptions::default(),
            rights: Rights::default(),
        }
    }

    fn too_fast(&mut self) -> bool {
        if self.window.elapsed() >= Duration::from_secs(1) {
            self.window = Instant::now();
            self.messages = 0;
        }
        self.messages += 1;
        self.messages > MESSAGES_A_SECOND_MAX
    }
}

/// What an attached socket has waited for.
enum Next {
    Pushed(Received),
    Received(Result<Message, Option<Close>>),
    Ping,
    Topic(TopicEvent),
    RightsChanged,
    Revalidate,
}

impl Connection {
    /// Runs from attaching to detaching.
    pub(super) async fn run_tab(&mut self, live: &mut Live) -> Option<Close> {
        if let Err(close) = self.welcome(live).await {
            return close;
        }
        if let Err(close) = self.catch_up(live).await {
            return close;
        }
        self.serve(live).await
    }

    async fn catch_up(&mut self, live: &mut Live) -> Result<(), Option<Close>> {
        for message in std::mem::take(&mut live.attached.backlog) {
            self.send_text(message.to_string()).await?;
        }
        Ok(())
    }

    /// Runs until either side closes the socket.
    async fn serve(&mut self, live: &mut Live) -> Option<Close> {
        let mut shutdown = self.state.shutdown.clone();
        let mut ping = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        let first = Instant::now() + REVALIDATE_EVERY;
        let mut revalidate = tokio::time::interval_at(first, REVALIDATE_EVERY);
        loop {
            let next = tokio::select! {
                received = live.attached.outbox.receive() => Next::Pushed(received),
                message = self.receive() => Next::Received(message),
                _ = ping.tick() => Next::Ping,
                message = live.topics.next() => Next::Topic(message),
                () = live.rights.changed(live.attached.person.as_ref()) => Next::RightsChanged,
                _ = revalidate.tick() => Next::Revalidate,
                () = wait_until_true(&mut shutdown) => return Some(Close::GoingAway),
            };
            // Boxed, since acting takes ten times the memory of waiting, and most sockets wait.
            if let Err(close) = Box::pin(self.act(live, next)).await {
                return close;
            }
        }
    }

    async fn act(&mut self, live: &mut Live, next: Next) -> Result<(), Option<Close>> {
        match next {
            Next::Pushed(received) => self.forward(live, received).await,
            Next::Received(message) => {
                let message = message?;
                live.last_received = Instant::now();
                self.handle(live, message).await
            }
            Next::Ping if live.last_received.elapsed() > SILENT_MAX => Err(Some(Close::TooSlow)),
            Next::Ping => self.send_message(Message::Ping(Bytes::new())).await,
            Next::Topic(message) => self.send_topic(message).await,
            Next::RightsChanged => self.authorise_topics(live).await,
            Next::Revalidate => self.authorise(live).await,
        }
    }

    async fn authorise(&mut self, live: &mut Live) -> Result<(), Option<Close>> {
        let session = self.state.engine.session_of(&live.token);
        if session.is_none_or(|session| session != live.session) {
            return Err(Some(Close::CredentialsChanged));
        }
        self.authorise_topics(live).await
    }

    async fn forward(&mut self, live: &mut Live, received: Received) -> Result<(), Option<Close>> {
        match received {
            Received::Message(Sent::Text { seq, json }) => {
                live.sent_seq = seq;
                self.send_text(json.to_string()).await
            }
            Received::Message(Sent::Reauthorise) => Err(Some(Close::CredentialsChanged)),
            Received::Gone => Err(Some(Close::GoingAway)),
            Received::Lagged => self.resync(live).await,
        }
    }

    /// The tab could not keep up: it is sent `lagged` and then resumed from the last message it has.
    async fn resync(&mut self, live: &mut Live) -> Result<(), Option<Close>> {
        Metric::SocketsLagged.count(&[]);
        self.send(&ServerMessage::Lagged {}).await?;
        self.state.engine.detach(&live.session, live.attached.number).await;
        let token =
            SessionToken::parse(live.token.expose()).ok_or(Some(Close::CredentialsChanged))?;
        let resume = Resume { epoch: live.attached.epoch.clone(), seq: live.sent_seq };
        let tab = Some(live.attached.tab.clone());
        let attachment = Attachment { tab, resume: Some(resume), token };
        let attached = self.state.engine.attach(&live.session, attachment).await;
        let tab = std::mem::take(&mut live.attached.tab);
        live.attached = attached.map_err(|nack| Some(not_attached(&nack)))?;
        if live.attached.tab != tab {
            // Another page has attached with this tab's id at the same time: both start over.
            return Err(Some(Close::TooSlow));
        }
        live.sent_seq = live.attached.seq;
        self.catch_up(live).await
    }

    async fn handle(&mut self, live: &mut Live, message: Message) -> Result<(), Option<Close>> {
        let too_fast = live.too_fast();
        let text = match message {
            Message::Text(text) => text,
            // The console does not send them; the browser's pongs to our pings are far fewer.
            Message::Ping(_) | Message::Pong(_) if too_fast => return Err(Some(Close::TooFast)),
            // The pong is sent before the next message is read; otherwise pongs would pile up.
            Message::Ping(_) => return self.flush().await,
            Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(None),
            Message::Binary(_) | Message::Frame(_) => return Err(Some(Close::Malformed)),
        };
        match ClientMessage::read(&text) {
            Some(ClientMessage::Command(proposal)) => self.propose(live, proposal, too_fast).await,
            Some(ClientMessage::Subscribe(subscribe)) => {
                self.subscribe(live, subscribe, too_fast).await
            }
            Some(ClientMessage::Unsubscribe(unsubscribe)) => {
                live.topics.remove(&unsubscribe.id);
                Ok(())
            }
            Some(ClientMessage::Activity {}) if too_fast => Err(Some(Close::TooFast)),
            Some(ClientMessage::Activity {}) => {
                self.note_activity(live);
                Ok(())
            }
            Some(ClientMessage::Hello(_)) | None => Err(Some(Close::Malformed)),
        }
    }

    /// A socket that was opened with the present cookie may say so.
    fn note_activity(&self, live: &Live) {
        if self.state.engine.session_of(&live.token).as_ref() == Some(&live.session) {
            self.state.engine.record_activity(&live.session);
        }
    }

    async fn propose(
        &mut self,
        live: &mut Live,
        proposal: wire::Command<'_>,
        too_fast: bool,
    ) -> Result<(), Option<Close>> {
        let answer = if too_fast {
            let message = "Too many commands at once; the browser tries again.";
            Err(Nack::temporary(NackCode::TooFast, message))
        } else {
            command(&self.state, self.address, live, &proposal).await
        };
        let id = proposal.id;
        let reply = match answer {
            Ok(seq) => ServerMessage::Ack { id, seq },
            Err(nack) => ServerMessage::Nack { id, nack },
        };
        // Changes caused by the command were queued before its reply, and are sent first.
        while let Some(Received::Message(sent)) = live.attached.outbox.try_receive() {
            self.forward(live, Received::Message(sent)).await?;
        }
        if live.attached.outbox.has_lagged() {
            self.resync(live).await?;
        }
        self.send(&reply).await
    }
}

async fn command(
    state: &AppState,
    address: Option<IpAddr>,
    live: &Live,
    proposal: &wire::Command<'_>,
) -> Result<u64, Nack> {
    let wire::Command { id, machine, event, expected, .. } = proposal;
    let machine: MachineName = machine
        .parse()
        .map_err(|error| Nack::permanent(NackCode::UnknownMachine, format!("{error}")))?;
    let command = Command {
        paid_by: None,
        id: Some(id.clone()),
        machine,
        tab: Some(live.attached.tab.clone()),
        body: Body::Proposal(event.get().to_owned()),
        expected: *expected,
        who: None,
        presented: Some(live.token.digest()),
    };
    let span = Started::server(Trace::of_command(id).with_address(address));
    let work = state.engine.command(&live.session, command);
    let answer = trace::within(Some(span.trace()), work).await;
    span.end(|| {
        let mut attributes = vec![Attribute::Machine(machine.to_string())];
        let refused = answer.as_ref().err();
        attributes.extend(refused.map(|nack| Attribute::Error(nack.code.to_string())));
        ("command", refused.is_some_and(|nack| nack.code == NackCode::JournalFailed), attributes)
    });
    answer
}
