//! Mail: the server that takes it, which settings of it are valid, what mails are about, and why one was not sent
//! (PASS-01, PASS-04).

mod outbox;

use core::net::Ipv6Addr;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use outbox::{
    MailFailure, MailId, MailKind, OPEN_MAILS_MAX, OPEN_MAILS_OF_PERSON_MAX, is_mail_id,
};

use super::display_text::{is_invisible, is_invisible_in_names};
use crate::rejection::{Rejection, RejectionCode};

/// The longest host, in bytes: that of a name (RFC 1035).
pub const MAIL_HOST_BYTES_MAX: usize = 253;
/// The longest user name at a mail server, in characters.
pub const MAIL_USER_CHARS_MAX: usize = 255;
/// The longest password at a mail server, in characters.
pub const MAIL_PASSWORD_CHARS_MAX: usize = 1_024;
/// The longest name of the sender, in characters.
pub const MAIL_FROM_NAME_CHARS_MAX: usize = 100;
/// The longest mail address, in characters (RFC 5321).
pub const MAIL_ADDRESS_CHARS_MAX: usize = 254;

/// How the connection to a mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailSecurity {
    /// It begins in clear text and must be encrypted before anything is sent.
    Starttls,
    /// It is encrypted from its first byte.
    Tls,
    /// It is not encrypted.
    None,
}

/// The server that takes the mails of the installation. Its password is kept apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MailServer {
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection to it is encrypted.
    pub security: MailSecurity,
    /// The user that this installation is at the server; none if the server asks for none.
    pub user: Option<String>,
    /// The mail address of the sender.
    pub from: String,
    /// The name of the sender; empty for none.
    pub from_name: String,
}

impl MailServer {
    /// Whether another one has the same host, port and user, for which its password was given.
    pub fn is_at(&self, other: &Self) -> bool {
        self.host == other.host && self.port == other.port && self.user == other.user
    }
}

/// What is wrong with a mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailProblem {
    /// The host is neither a name nor an address.
    Host,
    /// There is no such port.
    Port,
    /// A user and a password would be sent in clear text.
    Security,
    /// The user name is empty, too long, or has a character that is not permitted.
    User,
    /// The address of the sender is none.
    From,
    /// The name of the sender is too long, or has a character that is not permitted.
    FromName,
    /// The password is too long, has characters that cannot be sent, or there is no user for it.
    Password,
    /// The password would be sent to another host, port or user than the one that it was given for.
    PasswordKept,
}

impl MailProblem {
    /// The field that it is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Port => "port",
            Self::Security => "security",
            Self::User => "user",
            Self::From => "from",
            Self::FromName => "from_name",
            Self::Password | Self::PasswordKept => "password",
        }
    }

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::PasswordKept => RejectionCode::MailServerPasswordKept,
            Self::Host
            | Self::Port
            | Self::Security
            | Self::User
            | Self::From
            | Self::FromName
            | Self::Password => RejectionCode::MailServerInvalid,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for MailProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Host => {
                "Enter the name or the address of the host, without scheme, port and path."
            }
            Self::Port => "A port is a number from 1 to 65535.",
            Self::Security => {
                "A user and a password are sent over an encrypted connection only: choose STARTTLS or TLS, or remove the user."
            }
            Self::User => "A user name has 1 to 255 visible characters.",
            Self::From => "Enter the mail address of the sender, such as waybill@example.org.",
            Self::FromName => "The name of the sender has at most 100 visible characters.",
            Self::Password => {
                "A password has at most 1024 characters in one line, and needs a user name."
            }
            Self::PasswordKept => {
                "The host, the port or the user changes: enter the password again, which is not sent to another server."
            }
        })
    }
}

/// Checks a mail server without its password. Whether it may be connected to is asked when it is saved, and at each
/// connection.
///
/// # Errors
///
/// The first [`MailProblem`].
pub fn check(server: &MailServer) -> Result<(), MailProblem> {
    let MailServer { host, port, security, user, from, from_name } = server;
    if !is_host(host) {
        return Err(MailProblem::Host);
    }
    if *port == 0 {
        return Err(MailProblem::Port);
    }
    if user.as_ref().is_some_and(|user| !is_user(user)) {
        return Err(MailProblem::User);
    }
    if user.is_some() && *security == MailSecurity::None {
        return Err(MailProblem::Security);
    }
    if !is_mail_address(from) {
        return Err(MailProblem::From);
    }
    if !is_from_name(from_name) {
        return Err(MailProblem::FromName);
    }
    Ok(())
}

/// Checks a mail server, and whether it may have a password.
///
/// # Errors
///
/// The first [`MailProblem`].
pub fn check_password(server: &MailServer, has_password: bool) -> Result<(), MailProblem> {
    check(server)?;
    if has_password && server.user.is_none() {
        return Err(MailProblem::Password);
    }
    Ok(())
}

/// Whether a text has the form of a mail address. Only a mail can show whether it exists.
pub fn is_mail_address(address: &str) -> bool {
    let is_bad = |c: char| c.is_control() || c.is_whitespace() || is_invisible_in_names(c);
    address.chars().count() <= MAIL_ADDRESS_CHARS_MAX
        && !address.chars().any(|c| is_bad(c) || matches!(c, '<' | '>' | ',' | ';' | '"'))
        && address.rsplit_once('@').is_some_and(|(local, domain)| {
            let labels = || domain.split('.');
            !local.is_empty() && !local.contains('@') && labels().all(|label| !label.is_empty())
        })
}

/// Whether a text may be the password at a mail server.
pub fn is_mail_password(password: &str) -> bool {
    let chars = password.chars().count();
    (1..=MAIL_PASSWORD_CHARS_MAX).contains(&chars) && !password.chars().any(char::is_control)
}

/// A name, an IPv4 address, or an IPv6 address without brackets.
pub(super) fn is_host(host: &str) -> bool {
    let is_letter =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let is_name = host.chars().all(is_letter) && host.starts_with(char::is_alphanumeric);
    let is_v6 = host.parse::<Ipv6Addr>().is_ok();
    (1..=MAIL_HOST_BYTES_MAX).contains(&host.len()) && (is_name || is_v6)
}

fn is_user(user: &str) -> bool {
    (1..=MAIL_USER_CHARS_MAX).contains(&user.chars().count()) && !user.contains(is_invisible)
}

fn is_from_name(name: &str) -> bool {
    name.chars().count() <= MAIL_FROM_NAME_CHARS_MAX && !name.contains(is_invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> MailServer {
        MailServer {
            host: "mail.example.org".into(),
            port: 587,
            security: MailSecurity::Starttls,
            user: Some("waybill".into()),
            from: "waybill@example.org".into(),
            from_name: "Waybill".into(),
        }
    }

    /// covers: [PASS-04]
    #[test]
    fn each_field_has_its_problem() {
        assert_eq!(check_password(&server(), true), Ok(()));
        let wrong = [
            (MailServer { host: String::new(), ..server() }, MailProblem::Host),
            (MailServer { host: "smtp://mail.example.org".into(), ..server() }, MailProblem::Host),
            (MailServer { host: "mail.example.org:25".into(), ..server() }, MailProblem::Host),
            (MailServer { host: "[::1]".into(), ..server() }, MailProblem::Host),
            (MailServer { port: 0, ..server() }, MailProblem::Port),
            (MailServer { user: Some(String::new()), ..server() }, MailProblem::User),
            (MailServer { user: Some("a\nb".into()), ..server() }, MailProblem::User),
            (MailServer { user: Some("u".repeat(256)), ..server() }, MailProblem::User),
            (MailServer { security: MailSecurity::None, ..server() }, MailProblem::Security),
            (MailServer { from: "waybill".into(), ..server() }, MailProblem::From),
            (MailServer { from: "a@b\r\nBcc: c@d".into(), ..server() }, MailProblem::From),
            (MailServer { from_name: "a\r\nBcc: c@d".into(), ..server() }, MailProblem::FromName),
            (MailServer { from_name: "n".repeat(101), ..server() }, MailProblem::FromName),
        ];
        for (wrong, problem) in wrong {
            assert_eq!(check_password(&wrong, true), Err(problem), "{wrong:?}");
        }
        for host in ["localhost", "10.0.0.1", "fd00::1"] {
            assert_eq!(check(&MailServer { host: host.into(), ..server() }), Ok(()), "{host}");
        }
        let without = MailServer { user: None, from_name: String::new(), ..server() };
        assert_eq!(check_password(&without, false), Ok(()));
        assert_eq!(check_password(&without, true), Err(MailProblem::Password));
        let clear = MailServer { security: MailSecurity::None, ..without };
        assert_eq!(check(&clear), Ok(()));
    }

    /// covers: [PASS-04]
    #[test]
    fn a_mail_address_has_a_local_part_and_a_domain() {
        for valid in ["maria@example.org", "m.o+x@localhost", "jürgen@müller.example"] {
            assert!(is_mail_address(valid), "{valid}");
        }
        let long = format!("{}@example.org", "m".repeat(250));
        for wrong in ["maria", "@x", "a@", "a b@c", "a@b@c", "a@.b", "<a@b>", "a@b\u{202e}", &long]
        {
            assert!(!is_mail_address(wrong), "{wrong}");
        }
    }

    /// covers: [PASS-04]
    #[test]
    fn a_password_is_one_line() {
        assert!(is_mail_password("correct horse ü") && is_mail_password(&"x".repeat(1_024)));
        for wrong in [String::new(), "a\r\nb".into(), "x".repeat(1_025)] {
            assert!(!is_mail_password(&wrong), "{wrong}");
        }
    }
}
