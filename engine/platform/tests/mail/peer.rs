//! A mail server of a few lines, and an installation that sends to it.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use waybill_journal::{MemoryJournal, scan_all};
use waybill_machines::Timestamp;
use waybill_machines::rules::mail::{MailFailure, MailKind, MailSecurity, MailServer};
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::access::{
    Accounts, Administration as _, Cost, Embedded, NewUser, Options, PasswordToken,
};
use waybill_platform::mail::{
    EmbeddedMail, GivenPassword, LoggedMail, Mail, MailServers as _, MailSources, MailState,
    NewMail,
};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Kind;
use waybill_platform::{Secret, Vault};

/// 2026-01-01T00:00:00Z.
pub const T0: Timestamp = Timestamp::from_ms(1_767_225_600_000);
pub const PASSWORD: &str = "correct horse battery";
pub const ADDRESS: &str = "ann@example.org";
pub const MINUTE_MS: i64 = 60_000;
pub const HOUR_MS: i64 = 60 * MINUTE_MS;

/// What the server does with mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    Takes,
    TakesSlowly,
    Later,
    Refuses,
    /// Takes the message, and never says so.
    Hangs,
}

/// The server.
pub struct Peer {
    pub address: SocketAddr,
    does: Mutex<Does>,
    messages: Mutex<Vec<String>>,
}

impl Peer {
    pub async fn start() -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (does, messages) = (Mutex::new(Does::Takes), Mutex::default());
        let peer = Arc::new(Self { address, does, messages });
        let serving = Arc::clone(&peer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let peer = Arc::clone(&serving);
                tokio::spawn(async move { drop(peer.serve(stream).await) });
            }
        });
        peer
    }

    pub fn now(&self, does: Does) {
        *self.does.lock().unwrap() = does;
    }

    /// The messages that were sent, with line ends of one character and without soft ones.
    pub fn messages(&self) -> Vec<String> {
        let messages = self.messages.lock().unwrap();
        messages.iter().map(|text| text.replace("=\n", "").replace("=3D", "=")).collect()
    }

    async fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 peer ESMTP\r\n").await?;
        while let Some(line) = lines.next_line().await? {
            let does = *self.does.lock().unwrap();
            let command = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            let reply: &[u8] = match (command.as_str(), does) {
                ("EHLO", _) => b"250-peer\r\n250 SIZE 1000000\r\n",
                ("RCPT", Does::Later) => b"451 ann@example.org is busy\r\n",
                ("RCPT", Does::Refuses) => b"550 no ann@example.org\r\n",
                ("DATA", _) => {
                    write.write_all(b"354 go on\r\n").await?;
                    let mut message = String::new();
                    while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                        message.push_str(&line);
                        message.push('\n');
                    }
                    self.messages.lock().unwrap().push(message);
                    match does {
                        Does::Hangs => std::future::pending().await,
                        Does::TakesSlowly => tokio::time::sleep(Duration::from_millis(300)).await,
                        Does::Takes | Does::Later | Does::Refuses => {}
                    }
                    // In Latin-1, as some servers write.
                    b"250 f\xfcr ann\r\n"
                }
                ("QUIT", _) => return write.write_all(b"221 bye\r\n").await,
                _ => b"250 ok\r\n",
            };
            write.write_all(reply).await?;
        }
        Ok(())
    }
}

/// An installation with a user who has a mail address.
pub struct Fixture {
    pub memory: MemoryJournal,
    pub vault: Arc<Vault>,
    pub access: Arc<Embedded>,
    pub mail: Arc<EmbeddedMail>,
    pub peer: Arc<Peer>,
    pub ann: PersonId,
    clock: Arc<AtomicI64>,
    folder: TempDir,
}

pub fn context(at: Timestamp) -> ChangeContext {
    ChangeContext::system(at)
}

impl Fixture {
    pub async fn new() -> Self {
        let (folder, memory) = (tempfile::tempdir().unwrap(), MemoryJournal::new());
        let clock = Arc::new(AtomicI64::new(T0.as_ms()));
        let peer = Peer::start().await;
        let unknown = PersonId("p_".into());
        let mut fixture = Self::open(folder, memory, peer, unknown, clock);
        let server = fixture.server();
        fixture.mail.set(server, GivenPassword::None, context(T0)).await.unwrap();
        fixture.ann = fixture.user("ann", ADDRESS).await;
        fixture
    }

    fn open(
        folder: TempDir,
        memory: MemoryJournal,
        peer: Arc<Peer>,
        ann: PersonId,
        clock: Arc<AtomicI64>,
    ) -> Self {
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).unwrap());
        let cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };
        let options = Options { cost, ..Options::default() };
        let access = Embedded::open(Arc::new(memory.clone()), vault.clone(), options).unwrap();
        let access = Arc::new(access);
        let allow = vec![format!("127.0.0.1/32:{}", peer.address.port()).parse().unwrap()];
        let outbound = Outbound::new(OutboundSettings { allow, ..Default::default() }).unwrap();
        let now = Arc::clone(&clock);
        let sources = MailSources {
            journal: Arc::new(memory.clone()),
            vault: vault.clone(),
            outbound,
            accounts: Arc::clone(&access) as Arc<dyn Accounts>,
            public_url: Some("https://waybill.example.org/base/".into()),
            server_name: "Acme builds".into(),
            now: Arc::new(move || Timestamp::from_ms(now.load(Ordering::SeqCst))),
        };
        let mail = Arc::new(EmbeddedMail::open(sources).unwrap());
        mail.begin(&tokio::runtime::Handle::current());
        let port: Arc<dyn Mail> = mail.clone();
        access.send_mails_by(&port);
        Self { memory, vault, access, mail, peer, ann, clock, folder }
    }

    /// The installation as a new process finds it.
    pub async fn reopen(self) -> Self {
        let Self { memory, vault, access, mail, peer, ann, clock, folder } = self;
        mail.stop();
        drop((mail, access, vault));
        // What was aborted is dropped when its task is polled.
        tokio::time::sleep(Duration::from_millis(50)).await;
        Self::open(folder, memory.restart(), peer, ann, clock)
    }

    pub fn server(&self) -> MailServer {
        MailServer {
            host: "127.0.0.1".into(),
            port: self.peer.address.port(),
            security: MailSecurity::None,
            user: None,
            from: "waybill@example.org".into(),
            from_name: "Waybill".into(),
        }
    }

    pub async fn user(&self, name: &str, email: &str) -> PersonId {
        let new = NewUser {
            name: name.into(),
            password: Some(Secret::new(PASSWORD)),
            email: Some(email.into()),
            ..NewUser::default()
        };
        self.access.create_user(new, context(T0)).await.unwrap().person
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.clock.load(Ordering::SeqCst))
    }

    pub fn pass(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::SeqCst);
    }

    /// A mail with a link to the user.
    pub fn reset_mail(&self) -> NewMail {
        NewMail {
            kind: MailKind::ResetPassword,
            person: self.ann.clone(),
            secret: Some(PasswordToken::fresh_reset(&self.ann).to_secret()),
            language: None,
            expires_at: self.now().plus_ms(HOUR_MS),
        }
    }

    /// Waits until the newest mail is in a state.
    pub async fn newest_is(&self, state: MailState) -> LoggedMail {
        self.newest_that(|mail| mail.state == state).await
    }

    /// Waits until the newest mail has failed for a reason, and waits for another attempt.
    pub async fn newest_waits_after(&self, failure: MailFailure) -> LoggedMail {
        let is_meant =
            |mail: &LoggedMail| mail.state == MailState::Waiting && mail.failure == Some(failure);
        self.newest_that(is_meant).await
    }

    async fn newest_that(&self, is_meant: impl Fn(&LoggedMail) -> bool) -> LoggedMail {
        until(|| self.mail.log(1).into_iter().next().filter(|mail| is_meant(mail))).await
    }

    /// Waits until the vault has no link of a mail: each is removed after the record of how its mail has ended.
    pub async fn has_no_link(&self) {
        until(|| self.vault.names(Kind::MailContent).unwrap().is_empty().then_some(())).await;
    }

    /// Every line of the journal.
    pub fn lines(&self) -> String {
        let records = scan_all(&self.memory, 0).map(|record| record.unwrap().line.to_string());
        records.collect::<Vec<_>>().join("\n")
    }
}

/// Waits until there is a value.
pub async fn until<T>(value: impl Fn() -> Option<T>) -> T {
    for _ in 0..3_000 {
        if let Some(value) = value() {
            return value;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen within half a minute")
}
