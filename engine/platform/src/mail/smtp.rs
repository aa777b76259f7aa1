//! Handing a mail to the mail server (RFC 5321), over a connection whose address was checked.
//!
//! STARTTLS is spoken here, and the rest by `lettre`, which gets a stream that is encrypted already: with STARTTLS
//! chosen nothing is sent in clear beyond the command itself, whatever the server offers.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream};
use lettre::transport::smtp::extension::ClientId;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::time::timeout;
use waybill_machines::rules::mail::{MailFailure, MailSecurity, MailServer};
use waybill_outbound::{CheckedStream, Outbound, OutboundError};

use super::server::endpoint_of;
use crate::secret::Secret;

/// The most bytes that a server sends in one connection.
const READ_BYTES_MAX: usize = 256 * 1_024;
/// The longest reply before the connection is encrypted.
const REPLY_BYTES_MAX: usize = 8 * 1_024;
/// How long saying goodbye may take; the mail was taken before.
const QUIT_WITHIN: Duration = Duration::from_secs(1);
/// In place of the greeting of a server that has sent its own before the connection was encrypted.
const GREETING: &[u8] = b"220 continued over TLS\r\n";

/// A connection to the mail server that can be made.
pub(super) struct Smtp<'a> {
    pub outbound: &'a Outbound,
    pub server: &'a MailServer,
    pub password: Option<&'a Secret>,
    /// The host of this installation, by which it introduces itself.
    pub host: Option<&'a str>,
}

impl Smtp<'_> {
    /// Hands a message to the server. Once this answers, the server has taken it; with an error after a connection that
    /// ended, it may have too.
    pub(super) async fn send(
        &self,
        message: &Message,
        within: Duration,
    ) -> Result<(), MailFailure> {
        let sent = timeout(within, self.converse(message)).await;
        let mut connection = sent.unwrap_or(Err(MailFailure::Unreachable {}))?;
        // The mail is the server's now, whatever comes of this, and however long it has taken.
        drop(timeout(QUIT_WITHIN, connection.quit()).await);
        Ok(())
    }

    /// Hands a message over; the connection is still open then.
    async fn converse(&self, message: &Message) -> Result<AsyncSmtpConnection, MailFailure> {
        let (stream, hello) = self.connect().await?;
        let connected = AsyncSmtpConnection::connect_with_transport(Box::new(stream), &hello).await;
        let mut connection = connected.map_err(|error| failure_of(&error))?;
        if let Some(user) = &self.server.user {
            let password = self.password.map_or("", Secret::expose);
            let credentials = Credentials::new(user.clone(), password.to_owned());
            let accepted = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
            accepted.map_err(|error| not_let_in(&error))?;
        }
        let sent = connection.send(message.envelope(), &message.formatted()).await;
        sent.map_err(|error| failure_of(&error))?;
        Ok(connection)
    }

    /// A stream on which the server's greeting is next.
    async fn connect(&self) -> Result<(SmtpStream, ClientId), MailFailure> {
        let endpoint = endpoint_of(self.server).map_err(|_| MailFailure::Unreachable {})?;
        let mut stream = self.outbound.connect(&endpoint).await.map_err(of_outbound)?;
        let hello = self.hello(stream.local());
        let stream = match self.server.security {
            MailSecurity::None => SmtpStream::new(stream, &[]),
            MailSecurity::Tls => {
                SmtpStream::new(stream.over_tls().await.map_err(of_outbound)?, &[])
            }
            MailSecurity::Starttls => {
                start_tls(&mut stream, &hello).await?;
                SmtpStream::new(stream.over_tls().await.map_err(of_outbound)?, GREETING)
            }
        };
        Ok((stream, hello))
    }

    /// The name of this installation if it has one, otherwise the address of this end.
    fn hello(&self, local: io::Result<SocketAddr>) -> ClientId {
        let is_name = |host: &&str| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
            host.bytes().all(is_letter) && host.parse::<IpAddr>().is_err()
        };
        match (self.host.filter(is_name), local.map(|local| local.ip().to_canonical())) {
            (Some(name), _) => ClientId::Domain(name.to_owned()),
            (None, Ok(IpAddr::V4(address))) => ClientId::Ipv4(address),
            (None, Ok(IpAddr::V6(address))) => ClientId::Ipv6(address),
            (None, Err(_)) => ClientId::default(),
        }
    }
}

/// Asks for encryption. No byte beyond the server's last reply is read: what an attacker puts behind it is taken for
/// the beginning of TLS, which then fails.
async fn start_tls(stream: &mut CheckedStream, hello: &ClientId) -> Result<(), MailFailure> {
    let agreed = timeout(Duration::from_secs(30), async {
        expected(&reply(stream).await?, 220)?;
        command(stream, &format!("EHLO {hello}\r\n")).await?;
        let offered = reply(stream).await?;
        expected(&offered, 250)?;
        let is_offered = |line: &String| line.trim().eq_ignore_ascii_case("STARTTLS");
        if !offered.lines.iter().any(is_offered) {
            return Err(MailFailure::Tls {});
        }
        command(stream, "STARTTLS\r\n").await?;
        let ready = reply(stream).await?;
        if ready.code == 220 { Ok(()) } else { Err(MailFailure::Tls {}) }
    });
    agreed.await.unwrap_or(Err(MailFailure::Unreachable {}))
}

/// A reply of the server.
#[derive(Debug, PartialEq, Eq)]
struct Reply {
    code: u16,
    /// What follows the code, line by line.
    lines: Vec<String>,
}

async fn command(stream: &mut CheckedStream, text: &str) -> Result<(), MailFailure> {
    stream.write_all(text.as_bytes()).await.map_err(|_| MailFailure::Unreachable {})
}

async fn reply(stream: &mut (impl AsyncRead + Unpin)) -> Result<Reply, MailFailure> {
    let (mut bytes_left, mut lines) = (REPLY_BYTES_MAX, Vec::new());
    loop {
        let mut line = Vec::new();
        while !line.ends_with(b"\n") {
            bytes_left = bytes_left.checked_sub(1).ok_or(MailFailure::Unreachable {})?;
            line.push(stream.read_u8().await.map_err(|_| MailFailure::Unreachable {})?);
        }
        let (code, is_last, text) = parsed(&line).ok_or(MailFailure::Unreachable {})?;
        lines.push(text);
        if is_last {
            return Ok(Reply { code, lines });
        }
    }
}

/// The code of a line, whether it is the last one, and the text behind.
fn parsed(line: &[u8]) -> Option<(u16, bool, String)> {
    let line = String::from_utf8_lossy(line);
    let line = line.trim_end();
    let code = line.get(..3).filter(|code| code.bytes().all(|byte| byte.is_ascii_digit()))?;
    let is_last = match line.as_bytes().get(3) {
        None | Some(b' ') => true,
        Some(b'-') => false,
        Some(_) => return None,
    };
    Some((code.parse().ok()?, is_last, line.get(4..).unwrap_or_default().to_owned()))
}

fn expected(reply: &Reply, code: u16) -> Result<(), MailFailure> {
    if reply.code == code { Ok(()) } else { Err(failure_with(reply.code)) }
}

/// What a code means with which the server does not go on.
const fn failure_with(code: u16) -> MailFailure {
    match code {
        400..=499 => MailFailure::Temporary { code },
        500..=599 => MailFailure::Refused { code },
        _ => MailFailure::Unreachable {},
    }
}

fn of_outbound(error: OutboundError) -> MailFailure {
    tracing::debug!(%error, "the mail server is not connected to");
    match error {
        OutboundError::NotTrusted | OutboundError::NotTls | OutboundError::NoAuthorities => {
            MailFailure::Tls {}
        }
        _ => MailFailure::Unreachable {},
    }
}

/// What an error means. Its text is not kept: servers repeat addresses in it.
fn failure_of(error: &Error) -> MailFailure {
    match error.status() {
        Some(code) => failure_with(code.into()),
        // The address has letters that this server does not take.
        None if error.is_client() => MailFailure::AddressMissing {},
        None => MailFailure::Unreachable {},
    }
}

/// The same for an answer to the user and the password.
fn not_let_in(error: &Error) -> MailFailure {
    match failure_of(error) {
        MailFailure::Refused { .. } | MailFailure::AddressMissing {} => {
            MailFailure::Authentication {}
        }
        failure => failure,
    }
}

/// A stream as `lettre` takes one. What a server sends is bounded here: a line without an end would be read for as long
/// as the server sends.
#[derive(Debug)]
struct SmtpStream {
    stream: CheckedStream,
    /// What is read before anything else.
    first: &'static [u8],
    bytes_left: usize,
}

impl SmtpStream {
    const fn new(stream: CheckedStream, first: &'static [u8]) -> Self {
        Self { stream, first, bytes_left: READ_BYTES_MAX }
    }
}

impl AsyncTokioStream for SmtpStream {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.stream.peer())
    }
}

impl AsyncRead for SmtpStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if !this.first.is_empty() {
            let (now, later) = this.first.split_at(this.first.len().min(buffer.remaining()));
            buffer.put_slice(now);
            this.first = later;
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut this.stream).poll_read(context, buffer);
        let read = &mut buffer.filled_mut()[before..];
        // In whatever encoding a server writes, its codes are read: otherwise a mail that it takes would be sent again.
        read.iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b'?');
        match this.bytes_left.checked_sub(read.len()) {
            Some(left) => this.bytes_left = left,
            None => return Poll::Ready(Err(io::Error::other("the mail server sends too much"))),
        }
        polled
    }
}

impl AsyncWrite for SmtpStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [PASS-04]
    #[tokio::test]
    async fn a_reply_is_read_to_its_last_line_and_no_further() {
        let mut stream: &[u8] =
            b"250-mail.example\r\n250-STARTTLS\r\n250 SIZE 1\r\n220 injected\r\n";
        let lines = ["mail.example", "STARTTLS", "SIZE 1"].map(str::to_owned).into();
        assert_eq!(reply(&mut stream).await, Ok(Reply { code: 250, lines }));
        assert_eq!(stream, b"220 injected\r\n");
        let endless = vec![b'2'; 2 * REPLY_BYTES_MAX];
        for wrong in [&b"25"[..], b"hello\r\n", b"250_x\r\n", b"", &endless[..]] {
            let mut stream = wrong;
            assert_eq!(reply(&mut stream).await, Err(MailFailure::Unreachable {}));
        }
    }

    #[test]
    fn a_code_says_whether_to_try_again() {
        assert_eq!(failure_with(451), MailFailure::Temporary { code: 451 });
        assert_eq!(failure_with(550), MailFailure::Refused { code: 550 });
        assert_eq!(failure_with(250), MailFailure::Unreachable {});
    }
}
