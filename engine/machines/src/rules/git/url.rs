//! The addresses of Git vendors: http, https or ftp, with a host by name or IP address, and without a user (INT-05).
//!
//! What an address leads to is not decided here: the outbound client refuses private hosts when it connects.

use core::net::{Ipv4Addr, Ipv6Addr};

/// The longest address, in characters.
pub const URL_CHARS_MAX: usize = 500;
/// The longest host name, in bytes.
const HOST_BYTES_MAX: usize = 253;
/// The longest part of a host name, in bytes.
const LABEL_BYTES_MAX: usize = 63;

/// What is wrong with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlProblem {
    /// It is missing.
    Missing,
    /// It is no URL.
    NotAUrl,
    /// It has another scheme than http, https and ftp.
    Scheme,
    /// It has a user name or a password.
    UserPart,
    /// It has a query or a fragment.
    Query,
    /// It is too long.
    TooLong,
}

impl UrlProblem {
    /// A sentence for the administrator who entered it.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Missing | Self::NotAUrl => "Enter a valid URL",
            Self::Scheme => "Enter a valid URL: it begins with https://, http:// or ftp://",
            Self::UserPart => "Enter a valid URL without a user name or password in it",
            Self::Query => "Enter a valid URL without a query or fragment",
            Self::TooLong => "Enter a valid URL of at most 500 characters",
        }
    }
}

/// Checks an address.
///
/// # Errors
///
/// The first [`UrlProblem`].
pub fn check_url(url: &str) -> Result<(), UrlProblem> {
    if url.trim().is_empty() {
        return Err(UrlProblem::Missing);
    }
    if url.chars().count() > URL_CHARS_MAX {
        return Err(UrlProblem::TooLong);
    }
    let (scheme, rest) = url.split_once("://").ok_or(UrlProblem::NotAUrl)?;
    let is_known = ["http", "https", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    if !is_known {
        let is_scheme =
            !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return Err(if is_scheme { UrlProblem::Scheme } else { UrlProblem::NotAUrl });
    }
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    if authority.contains('@') {
        return Err(UrlProblem::UserPart);
    }
    if path.contains(['?', '#']) {
        return Err(UrlProblem::Query);
    }
    (is_authority(authority) && is_path(path)).then_some(()).ok_or(UrlProblem::NotAUrl)
}

/// A host with an optional port.
fn is_authority(authority: &str) -> bool {
    // An IPv6 address has colons of its own.
    let (has_host, port) = if let Some(inside) = authority.strip_prefix('[') {
        let Some((address, rest)) = inside.split_once(']') else { return false };
        let port = rest.strip_prefix(':');
        if port.is_none() && !rest.is_empty() {
            return false;
        }
        (address.parse::<Ipv6Addr>().is_ok(), port)
    } else {
        match authority.split_once(':') {
            Some((host, port)) => (is_host(host), Some(port)),
            None => (is_host(authority), None),
        }
    };
    let is_port = |port: &str| {
        port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok_and(|number| number > 0)
    };
    has_host && port.is_none_or(is_port)
}

/// A host name or an IPv4 address. Other spellings of an IPv4 address, such as hexadecimal numbers, are rejected,
/// because parsers disagree about them.
fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LABEL_BYTES_MAX).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = host.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_number = last.starts_with("0x") || last.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        return host.parse::<Ipv4Addr>().is_ok();
    }
    host.len() <= HOST_BYTES_MAX && host.split('.').all(is_label)
}

/// A path without parts that lead elsewhere, and without characters that have to be escaped.
fn is_path(path: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"<>[\\]^`{|}".contains(&byte);
    let mut escapes = path.split('%');
    escapes.next();
    let is_escape =
        |text: &str| text.len() >= 2 && text.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    let plain = path.to_ascii_lowercase().replace("%2e", ".");
    path.bytes().all(is_allowed)
        && escapes.all(is_escape)
        && plain.split('/').all(|part| !matches!(part, "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [INT-05]
    #[test]
    fn addresses_are_of_the_web_or_ftp_with_a_host_by_name_or_number() {
        for url in [
            "https://github.com",
            "http://git.example.org",
            "ftp://files.example.org/repositories",
            "HTTPS://Git.Example.org:8443/scm",
            "https://git",
            "https://192.0.2.7:7990",
            "https://[2001:db8::7]",
            "https://[2001:db8::7]:8443/gitlab",
            "https://git.example.org/a-b/~c/%C3%A4",
        ] {
            assert_eq!(check_url(url), Ok(()), "{url}");
        }
    }

    /// covers: [INT-05]
    #[test]
    fn other_addresses_are_rejected_with_the_reason() {
        let long = format!("https://git.example.org/{}", "a".repeat(URL_CHARS_MAX));
        for (url, problem) in [
            ("", UrlProblem::Missing),
            ("  ", UrlProblem::Missing),
            (long.as_str(), UrlProblem::TooLong),
            ("git.example.org", UrlProblem::NotAUrl),
            ("://git.example.org", UrlProblem::NotAUrl),
            ("ssh://git.example.org", UrlProblem::Scheme),
            ("file:///etc/passwd", UrlProblem::Scheme),
            ("https://ann@git.example.org", UrlProblem::UserPart),
            ("https://ann:secret@git.example.org/a", UrlProblem::UserPart),
            ("https://git.example.org?a=b", UrlProblem::Query),
            ("https://git.example.org/a#b", UrlProblem::Query),
            ("https://", UrlProblem::NotAUrl),
            ("https:///a", UrlProblem::NotAUrl),
            ("https://git example.org", UrlProblem::NotAUrl),
            ("https://git..example.org", UrlProblem::NotAUrl),
            ("https://-git.example.org", UrlProblem::NotAUrl),
            ("https://git_a.example.org", UrlProblem::NotAUrl),
            ("https://git.example.org:", UrlProblem::NotAUrl),
            ("https://git.example.org:0", UrlProblem::NotAUrl),
            ("https://git.example.org:70000", UrlProblem::NotAUrl),
            ("https://git.example.org:+80", UrlProblem::NotAUrl),
            ("https://2130706433", UrlProblem::NotAUrl),
            ("https://0x7f000001", UrlProblem::NotAUrl),
            ("https://127.1", UrlProblem::NotAUrl),
            ("https://[::1", UrlProblem::NotAUrl),
            ("https://[::1]8443", UrlProblem::NotAUrl),
            ("https://[git]", UrlProblem::NotAUrl),
            ("https://git.example.org\\@evil.example.org", UrlProblem::NotAUrl),
            ("https://git.example.org/a/../b", UrlProblem::NotAUrl),
            ("https://git.example.org/%2E%2e/b", UrlProblem::NotAUrl),
            ("https://git.example.org/%zz", UrlProblem::NotAUrl),
            ("https://git.example.org/a b", UrlProblem::NotAUrl),
            ("https://gït.example.org", UrlProblem::NotAUrl),
            ("https://git.example.org\n", UrlProblem::NotAUrl),
        ] {
            assert_eq!(check_url(url), Err(problem), "{url}");
            assert!(problem.message().starts_with("Enter a valid URL"), "{url}");
        }
    }
}
