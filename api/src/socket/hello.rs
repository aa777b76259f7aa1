//! The handshake: the browser sends a hello, the server answers with a welcome.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use waybill_engine::{Attachment, Resume, SessionToken};
use waybill_machines::CHARTS_HASH;

use super::live::Live;
use super::{Close, Connection, not_attached};

/// The protocol version.
const PROTOCOL: u32 = 1;
const HELLO_WITHIN: Duration = Duration::from_secs(10);

/// The first message of a browser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    #[serde(rename = "type")]
    _kind: HelloKind,
    protocol: u32,
    build: String,
    charts: String,
    tab: Option<String>,
    resume: Option<ResumeFrom>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HelloKind {
    Hello,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumeFrom {
    epoch: String,
    seq: u64,
}

impl Connection {
    pub(super) async fn handshake(
        &mut self,
        token: Option<SessionToken>,
    ) -> Result<Live, Option<Close>> {
        let hello = match timeout(HELLO_WITHIN, self.receive()).await {
            Err(_) => return Err(Some(Close::HelloLate)),
            Ok(Ok(Message::Text(text))) => text,
            Ok(Ok(_)) => return Err(Some(Close::Malformed)),
            Ok(Err(close)) => return Err(close),
        };
        let Ok(Hello { protocol, build, charts, tab, resume, .. }) = serde_json::from_str(&hello)
        else {
            return Err(Some(Close::Malformed));
        };
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
        Ok(Live::new(session, token, attached))
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
        let welcome = json!({
            "type": "welcome",
            "protocol": PROTOCOL,
            "build": self.state.build,
            "epoch": attached.epoch,
            "tab": attached.tab,
            "resumed": attached.resumed,
            "seq": attached.seq,
            "at": self.state.engine.now(),
            "person": attached.person,
            "name": name,
        });
        self.send(welcome.to_string()).await
    }
}
