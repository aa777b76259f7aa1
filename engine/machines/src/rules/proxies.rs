//! Proxies through which this server connects to others: what one is, and which settings are valid (HOOK-05).

use core::net::Ipv6Addr;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};

/// The most proxies of an installation.
pub const PROXIES_MAX: usize = 100;
/// The longest key, in characters.
pub const PROXY_KEY_CHARS_MAX: usize = 64;
/// The longest host, in bytes: that of a name (RFC 1035).
pub const PROXY_HOST_BYTES_MAX: usize = 253;
/// The longest user name, in characters.
pub const PROXY_USER_NAME_CHARS_MAX: usize = 128;
/// The longest password, in characters.
pub const PROXY_PASSWORD_CHARS_MAX: usize = 1_024;

/// A proxy. Its password is kept apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutboundProxy {
    /// Its unique key.
    pub key: String,
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The user that this server is at the proxy; none if the proxy asks for none.
    pub user_name: Option<String>,
    /// Whether webhooks that name no proxy are sent through it.
    pub for_webhooks: bool,
}

impl OutboundProxy {
    /// Whether another one is at the same host and port.
    pub fn is_at(&self, other: &Self) -> bool {
        self.host == other.host && self.port == other.port
    }
}

/// What is wrong with a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyProblem {
    /// The key cannot be one.
    Key,
    /// The host is neither a name nor an address.
    Host,
    /// There is no such port.
    Port,
    /// The user name is empty, too long, or has a character that is not permitted.
    UserName,
    /// The password is too long, has characters that cannot be sent, or there is no user for it.
    Password,
    /// The key would change.
    Fixed,
    /// The password would be sent to another host or port than the one that it was given for.
    PasswordKept,
}

impl ProxyProblem {
    /// The field that it is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Key | Self::Fixed => "key",
            Self::Host => "host",
            Self::Port => "port",
            Self::UserName => "user_name",
            Self::Password | Self::PasswordKept => "password",
        }
    }

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Fixed => RejectionCode::ProxyFixed,
            Self::PasswordKept => RejectionCode::ProxyPasswordKept,
            Self::Key | Self::Host | Self::Port | Self::UserName | Self::Password => {
                RejectionCode::ProxyInvalid
            }
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for ProxyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => {
                "A key has 2 to 64 letters, digits, hyphens and underscores, and begins with a letter."
            }
            Self::Host => {
                "Enter the name or the address of the host, without scheme, port and path."
            }
            Self::Port => "A port is a number from 1 to 65535.",
            Self::UserName => "A user name has 1 to 128 visible characters and no colon.",
            Self::Password => {
                "A password has at most 1024 characters in one line, and needs a user name."
            }
            Self::Fixed => "The key of a proxy cannot change.",
            Self::PasswordKept => {
                "The host or the port changes: enter the password again, which is not sent to another proxy."
            }
        })
    }
}

/// Whether a text may be the key of a proxy: a letter, then letters, digits, underscores and hyphens, two characters at
/// least.
pub fn is_proxy_key(key: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    (2..=PROXY_KEY_CHARS_MAX).contains(&key.len())
        && key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.chars().all(is_letter)
}

/// Checks a proxy, and whether it may have a password. Whether it may be connected to is asked when it is saved, and at
/// each request.
///
/// # Errors
///
/// The first [`ProxyProblem`].
pub fn check_proxy(proxy: &OutboundProxy, has_password: bool) -> Result<(), ProxyProblem> {
    let OutboundProxy { key, host, port, user_name, for_webhooks: _ } = proxy;
    if !is_proxy_key(key) {
        return Err(ProxyProblem::Key);
    }
    if !is_host(host) {
        return Err(ProxyProblem::Host);
    }
    if *port == 0 {
        return Err(ProxyProblem::Port);
    }
    if user_name.as_ref().is_some_and(|name| !is_user_name(name)) {
        return Err(ProxyProblem::UserName);
    }
    if has_password && user_name.is_none() {
        return Err(ProxyProblem::Password);
    }
    Ok(())
}

/// Whether a text may be the password of a proxy.
pub fn is_proxy_password(password: &str) -> bool {
    let chars = password.chars().count();
    (1..=PROXY_PASSWORD_CHARS_MAX).contains(&chars) && !password.chars().any(char::is_control)
}

/// A name, an IPv4 address, or an IPv6 address without brackets.
fn is_host(host: &str) -> bool {
    let is_letter =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let is_name = host.chars().all(is_letter) && host.starts_with(char::is_alphanumeric);
    let is_v6 = host.parse::<Ipv6Addr>().is_ok();
    (1..=PROXY_HOST_BYTES_MAX).contains(&host.len()) && (is_name || is_v6)
}

fn is_user_name(name: &str) -> bool {
    (1..=PROXY_USER_NAME_CHARS_MAX).contains(&name.chars().count())
        && !name.contains(|letter: char| letter == ':' || is_invisible(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxy() -> OutboundProxy {
        OutboundProxy {
            key: "corporate".into(),
            host: "proxy.example.org".into(),
            port: 3128,
            user_name: Some("waybill".into()),
            for_webhooks: true,
        }
    }

    /// covers: [HOOK-05]
    #[test]
    fn each_field_has_its_problem() {
        assert_eq!(check_proxy(&proxy(), true), Ok(()));
        for key in ["", "a", "1a", "a b", "a/b", "ä1"] {
            let wrong = OutboundProxy { key: key.into(), ..proxy() };
            assert_eq!(check_proxy(&wrong, true), Err(ProxyProblem::Key), "{key}");
        }
        let wrong = [
            "",
            "http://a.org",
            "a.org:80",
            "a.org/b",
            "ann@a.org",
            "[::1]",
            "a b",
            "a.org\n",
            "-a",
            "1:2",
            "::g",
            ":::",
            "1::2::3",
            "fe80::1%eth0",
        ];
        for host in wrong {
            let wrong = OutboundProxy { host: host.into(), ..proxy() };
            assert_eq!(check_proxy(&wrong, true), Err(ProxyProblem::Host), "{host}");
        }
        for host in ["proxy", "10.0.0.1", "fd00::1", "::1", "1:2:3:4:5:6:7:8", "a_b.example"] {
            let sound = OutboundProxy { host: host.into(), ..proxy() };
            assert_eq!(check_proxy(&sound, true), Ok(()), "{host}");
        }
        let wrong = OutboundProxy { port: 0, ..proxy() };
        assert_eq!(check_proxy(&wrong, true), Err(ProxyProblem::Port));
        for name in ["", "a:b", "a\nb"] {
            let wrong = OutboundProxy { user_name: Some(name.into()), ..proxy() };
            assert_eq!(check_proxy(&wrong, true), Err(ProxyProblem::UserName), "{name}");
        }
        let without = OutboundProxy { user_name: None, ..proxy() };
        assert_eq!(check_proxy(&without, false), Ok(()));
        assert_eq!(check_proxy(&without, true), Err(ProxyProblem::Password));
    }

    /// covers: [HOOK-05]
    #[test]
    fn a_password_is_one_line() {
        assert!(is_proxy_password("correct horse ü") && is_proxy_password(&"x".repeat(1_024)));
        for wrong in [String::new(), "a\r\nb".into(), "x".repeat(1_025)] {
            assert!(!is_proxy_password(&wrong), "{wrong}");
        }
    }
}
