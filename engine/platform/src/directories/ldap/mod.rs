//! LDAP (RFC 4511), as far as it is needed to bind and to search, over a connection whose address was checked. Nothing
//! is sent before the connection is encrypted but the request to do so.
//!
//! Referrals and references are not followed: they lead to servers that no administrator has entered. What a server
//! sends is bounded in bytes and entries, and the caller bounds the time.

mod ber;
mod looking_up;
mod message;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_machines::rules::user_directories::{LdapSecurity, LdapServer};
use waybill_outbound::{CheckedStream, Endpoint, Outbound, TargetError};

use super::fault::DirectoryFault;
use ber::{SEQUENCE, length_bytes, length_of};
use message::{Answer, Entry, Search, code};

pub(super) use looking_up::Lookup;

/// The longest message that a server sends, in bytes.
const MESSAGE_BYTES_MAX: usize = 1_024 * 1_024;
/// The most that a server sends in one conversation, in bytes.
const READ_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// The most references among the entries of a search.
const REFERENCES_MAX: usize = 1_000;
/// The codes with which a server says that a name and a password do not let a user in: wrong, of no kind that can be
/// compared, locked, forbidden, or of an entry that is gone.
const NOT_LET_IN: [u32; 6] = [19, 32, 48, 49, 50, 53];

/// The place of a server.
pub(super) fn endpoint_of(server: &LdapServer) -> Result<Endpoint, TargetError> {
    Ok(Endpoint::over_tls(&server.host, server.port)?.for_ldap())
}

/// A conversation with a server.
struct Conversation {
    stream: CheckedStream,
    last_id: u32,
    bytes_left: usize,
}

impl Conversation {
    /// Connects, and encrypts the connection.
    async fn begin(outbound: &Outbound, server: &LdapServer) -> Result<Self, DirectoryFault> {
        let endpoint = endpoint_of(server).map_err(|_| DirectoryFault::Malformed("the host"))?;
        let stream = outbound.connect(&endpoint).await?;
        let mut conversation = Self { stream, last_id: 0, bytes_left: READ_BYTES_MAX };
        if server.security == LdapSecurity::Starttls {
            conversation.start_tls().await?;
        }
        let Self { stream, last_id, bytes_left } = conversation;
        Ok(Self { stream: stream.over_tls().await?, last_id, bytes_left })
    }

    /// Asks for encryption. No byte beyond the server's answer is read: what an attacker puts behind it is taken for
    /// the beginning of TLS, which then fails.
    async fn start_tls(&mut self) -> Result<(), DirectoryFault> {
        let id = self.send(message::start_tls).await?;
        match self.answer(id).await? {
            Answer::Extended(code::SUCCESS) => Ok(()),
            _ => Err(DirectoryFault::NoTls),
        }
    }

    /// Binds with a name and a password, and answers whether these let in.
    async fn bind(&mut self, name: &str, password: &str) -> Result<bool, DirectoryFault> {
        if !is_sent(name, password) {
            return Ok(false);
        }
        let id = self.send(|id| message::bind(id, name, password)).await?;
        match self.answer(id).await? {
            Answer::Bound(code::SUCCESS) => Ok(true),
            Answer::Bound(code) if NOT_LET_IN.contains(&code) => Ok(false),
            Answer::Bound(code::REFERRAL) => Err(DirectoryFault::Referral),
            Answer::Bound(code) => Err(DirectoryFault::Code(code)),
            _ => Err(DirectoryFault::Malformed("the answer to a bind")),
        }
    }

    /// Searches; `None` if there are more entries than wanted.
    async fn search(&mut self, search: &Search<'_>) -> Result<Option<Vec<Entry>>, DirectoryFault> {
        let id = self.send(|id| message::search(id, search)).await?;
        let (mut entries, mut references) = (Vec::new(), 0);
        let entries_max = usize::try_from(search.entries_max).unwrap_or(usize::MAX);
        loop {
            match self.answer(id).await? {
                // A server that does not apply the limit is not read to its end.
                Answer::Found(_) if entries.len() >= entries_max => return Ok(None),
                Answer::Found(entry) => entries.push(entry),
                Answer::Elsewhere if references < REFERENCES_MAX => references += 1,
                Answer::Elsewhere => return Err(DirectoryFault::TooMuch),
                Answer::Searched(code::SUCCESS) => return Ok(Some(entries)),
                Answer::Searched(code::SIZE_LIMIT_EXCEEDED) => return Ok(None),
                Answer::Searched(code::REFERRAL) => return Err(DirectoryFault::Referral),
                Answer::Searched(code::NO_SUCH_OBJECT) => return Err(DirectoryFault::NoBase),
                Answer::Searched(code) => return Err(DirectoryFault::Code(code)),
                _ => return Err(DirectoryFault::Malformed("the answer to a search")),
            }
        }
    }

    /// Ends it. Whatever comes of that, the connection is closed.
    async fn end(mut self) {
        drop(self.send(message::unbind).await);
        drop(self.stream.shutdown().await);
    }

    async fn send(&mut self, request: impl FnOnce(u32) -> Vec<u8>) -> Result<u32, DirectoryFault> {
        self.last_id += 1;
        let bytes = zeroize::Zeroizing::new(request(self.last_id));
        self.stream.write_all(&bytes).await.map_err(|_| DirectoryFault::Ended)?;
        self.stream.flush().await.map_err(|_| DirectoryFault::Ended)?;
        Ok(self.last_id)
    }

    /// The next message, which has to answer this request.
    async fn answer(&mut self, id: u32) -> Result<Answer, DirectoryFault> {
        let content = self.message().await?;
        match message::read(&content) {
            Some((answered, answer)) if answered == id => Ok(answer),
            // What a server sends without a request is that it ends the conversation (RFC 4511, 4.4.1).
            Some((0, _)) => Err(DirectoryFault::Ended),
            _ => Err(DirectoryFault::Malformed("a message of the directory")),
        }
    }

    /// The content of the next message.
    async fn message(&mut self) -> Result<Vec<u8>, DirectoryFault> {
        let tag = self.byte().await?;
        let first = self.byte().await?;
        let malformed = || DirectoryFault::Malformed("a message of the directory");
        let count = length_bytes(first).filter(|_| tag == SEQUENCE).ok_or_else(malformed)?;
        let length = if count == 0 {
            usize::from(first)
        } else {
            let bytes = self.bytes(count).await?;
            length_of(&bytes).ok_or_else(malformed)?
        };
        if length > MESSAGE_BYTES_MAX {
            return Err(DirectoryFault::TooMuch);
        }
        self.bytes(length).await
    }

    async fn byte(&mut self) -> Result<u8, DirectoryFault> {
        self.bytes(1).await.map(|bytes| bytes.first().copied().unwrap_or_default())
    }

    async fn bytes(&mut self, count: usize) -> Result<Vec<u8>, DirectoryFault> {
        self.bytes_left = self.bytes_left.checked_sub(count).ok_or(DirectoryFault::TooMuch)?;
        let mut bytes = vec![0; count];
        self.stream.read_exact(&mut bytes).await.map_err(|_| DirectoryFault::Ended)?;
        Ok(bytes)
    }
}

/// Whether a name and a password are sent. A server takes an empty one for a user without a name (RFC 4513, 5.1.2).
fn is_sent(name: &str, password: &str) -> bool {
    !name.is_empty() && !password.is_empty() && !password.contains('\0')
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn no_empty_name_and_no_empty_password_is_sent() {
        assert!(is_sent("uid=ann", "a password"));
        for (name, password) in [("", "a password"), ("uid=ann", ""), ("uid=ann", "\0"), ("", "")] {
            assert!(!is_sent(name, password), "{name:?} {password:?}");
        }
    }
}
