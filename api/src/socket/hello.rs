//! The handshake: the browser sends a hello, the server answers with a welcome.

use std::time::Duration;

use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use waybill_engine::{Attachment, Resume, ServerMessage, SessionToken, Welcome};
use waybill_machines::CHARTS_HASH;

use super::live::Live;
use super::{Close, Connection, not_attached};
use crate::wire::socket::{ClientMessage, Hello, PROTOCOL};

const HELLO_WITHIN: Duration = Duration::from_secs(10);

impl Connection {
    pub(super) async fn handshake(
        &mut self,
        token: Option<SessionToken>,
    ) -> Result<Box<Live>, Option<Close>> {
        let hello = match timeout(HELLO_WITHIN, self.receive()).await {
            Err(_) => return Err(Some(Close::HelloLate)),
            Ok(Ok(Message::Text(text))) => text,
            Ok(Ok(_)) => return Err(Some(Close::Malformed)),
            Ok(Err(close)) => return Err(close),
        };
        let Some(ClientMessage::Hello(hello)) = ClientMessage::read(&hello) else {
            return Err(Some(Close::Malformed));
        };
        let Hello { protocol, build, charts, tab, resume, .. } = hello;
        if protocol != PROTOCOL || charts != CHARTS_HASH || build != self.state.build {
            return Err(Some(Close::OtherBuild));
        }
        let token = token.ok_or(Some(Close::CredentialsChanged))?;
        let session =
            self.state.engine.session_of(&token).ok_or(Some(Close::CredentialsChanged))?;
        let resume = resume.map(|from| Resume { epoch: from.epoch, seq: from.seq });
        let copy = SessionToken::parse(token.expose()).ok_or(Some(Close::CredentialsChanged))?;
        let attachment = Attachment { tab, resume, token: copy };
        let attached = self.state.engine.attach(&session, attachment).await;
        let attached = attached.map_err(|nack| Some(not_attached(&nack)))?;
        Ok(Box::new(Live::new(session, token, attached)))
    }

    pub(super) async fn welcome(&mut self, live: &Live) -> Result<(), Option<Close>> {
        let attached = &live.attached;
        let name = match &attached.person {
            Some(person) => {
                let user = self.state.engine.ports().accounts.user(person.clone()).await;
                user.ok().flatten().and_then(|user| user.name)
            }
            None => None,
        };
        let welcome = Welcome {
            protocol: PROTOCOL,
            build: self.state.build.clone(),
            epoch: attached.epoch.clone(),
            tab: attached.tab.clone(),
            resumed: attached.resumed,
            seq: attached.seq,
            at: self.state.engine.now(),
            person: attached.person.clone(),
            name,
        };
        self.send(&ServerMessage::Welcome(welcome)).await
    }
}
