//! The address of a request, parsed once, by the same algorithm as in browsers (the URL standard).

use std::fmt;

use percent_encoding::percent_decode_str;
use url::{Host, Url};

/// No service has a longer address.
pub const TARGET_BYTES_MAX: usize = 8_192;

/// An `http` or `https` address without credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target(Url);

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a text is not a valid target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It is too long.
    #[error("an address has at most {TARGET_BYTES_MAX} bytes")]
    TooLong,
    /// It is not an address.
    #[error("this is no address; write it like https://host.example.org/path")]
    Malformed,
    /// Another scheme, such as `file` or `gopher`.
    #[error("an address begins with https:// or http://")]
    Scheme,
    /// There is a user or a password in front of the host.
    #[error("an address holds no user and no password; take them out of it")]
    Credentials,
}

impl Target {
    /// Parses an address. The fragment is dropped, since it is never sent to a server.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        if text.len() > TARGET_BYTES_MAX {
            return Err(TargetError::TooLong);
        }
        // The URL parser drops tabs and line ends; two lines are not an address.
        if text.chars().any(char::is_control) {
            return Err(TargetError::Malformed);
        }
        let mut url = Url::parse(text).map_err(|_| TargetError::Malformed)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(TargetError::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(TargetError::Credentials);
        }
        if url.host().is_none() || url.port() == Some(0) {
            return Err(TargetError::Malformed);
        }
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// An address below this one: its path with these segments appended, and these parameters. The texts are escaped,
    /// so they always stay segments and values.
    #[must_use]
    pub fn below(&self, segments: &[&str], parameters: &[(&str, &str)]) -> Self {
        let mut url = self.0.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url.set_query(None);
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        Self(url)
    }

    /// The address that this text in an answer means: another one, or one relative to this. None if it is none, or
    /// leads from `https` to `http`.
    #[must_use]
    pub fn resolve(&self, location: &str) -> Option<Self> {
        let next = Self::parse(self.0.join(location).ok()?.as_str()).ok()?;
        (next.is_tls() || !self.is_tls()).then_some(next)
    }

    /// The same without parameters, which may be secrets.
    #[must_use]
    pub fn without_parameters(&self) -> Self {
        let mut url = self.0.clone();
        url.set_query(None);
        Self(url)
    }

    /// The server: scheme, host and port.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Whether it names the same server: scheme, host and port.
    pub fn has_origin_of(&self, other: &Self) -> bool {
        self.0.origin() == other.0.origin()
    }

    /// The same address with more parameters, whose texts are escaped.
    #[must_use]
    pub fn with_parameters(&self, parameters: &[(&str, &str)]) -> Self {
        let mut url = self.0.clone();
        url.query_pairs_mut().extend_pairs(parameters);
        Self(url)
    }

    /// The path, with escapes.
    pub fn path(&self) -> &str {
        self.0.path()
    }

    /// What follows the path of another address in this one, without escapes.
    pub fn decoded_below(&self, above: &Self) -> String {
        let below = self.path().strip_prefix(above.path()).unwrap_or(self.path());
        percent_decode_str(below).decode_utf8_lossy().into_owned()
    }

    /// The last part of the path that is not empty, without escapes.
    pub fn last_segment(&self) -> String {
        let last = self.path().rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
        percent_decode_str(last).decode_utf8_lossy().into_owned()
    }

    /// Whether it is an `https` address.
    pub fn is_tls(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The port; 80 or 443 if none is given.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(443)
    }

    /// The host as it is displayed and checked against a certificate.
    pub fn host(&self) -> String {
        match self.0.host() {
            Some(Host::Domain(name)) => name.to_owned(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            None => String::new(),
        }
    }

    /// The `Host` header: with the port only if it is not the default one.
    pub(crate) fn authority(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        match self.0.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Path and query, as in a request's first line.
    pub(crate) fn path_and_query(&self) -> String {
        match self.0.query() {
            Some(query) => format!("{}?{query}", self.0.path()),
            None => self.0.path().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_web_addresses_are_targets() {
        let table = [
            ("file:///etc/passwd", TargetError::Scheme),
            ("gopher://example.org/x", TargetError::Scheme),
            ("ftp://example.org", TargetError::Scheme),
            ("javascript:alert(1)", TargetError::Scheme),
            ("unix:/run/docker.sock", TargetError::Scheme),
            ("https://user@example.org", TargetError::Credentials),
            ("https://user:pass@example.org", TargetError::Credentials),
            ("https://:pass@example.org", TargetError::Credentials),
            ("https://1.1.1.1@127.0.0.1/", TargetError::Credentials),
            ("example.org", TargetError::Malformed),
            ("https://", TargetError::Malformed),
            ("https://example.org:0/", TargetError::Malformed),
            ("https://example.org:99999/", TargetError::Malformed),
            ("https://exa mple.org/", TargetError::Malformed),
            ("https://example.org/\r\nHost: x", TargetError::Malformed),
            ("https://[fe80::1%25eth0]/", TargetError::Malformed),
            ("", TargetError::Malformed),
        ];
        for (text, expected) in table {
            assert_eq!(Target::parse(text), Err(expected), "{text}");
        }
        let long = format!("https://example.org/{}", "x".repeat(TARGET_BYTES_MAX));
        assert_eq!(Target::parse(&long), Err(TargetError::TooLong));
    }

    #[test]
    fn numeric_hosts_in_any_form_are_normalized() {
        for text in
            ["http://127.1/", "http://0x7f000001/", "http://2130706433/", "http://0177.0.0.1/"]
        {
            assert_eq!(Target::parse(text).expect(text).host(), "127.0.0.1", "{text}");
        }
        assert_eq!(
            Target::parse("http://[::ffff:7f00:1]/").expect("one").host(),
            "::ffff:127.0.0.1"
        );
    }

    #[test]
    fn an_address_below_stays_below() {
        let base = Target::parse("https://example.org:8443/base/?old=1#part").expect("one");
        let below = base.below(&["a/../../b", "..", "c?d"], &[("q", "1&r=2")]);
        assert_eq!(below.path_and_query(), "/base/a%2F..%2F..%2Fb/c%3Fd?q=1%26r%3D2");
        assert_eq!(below.authority(), "example.org:8443");
        assert_eq!((below.port(), below.is_tls()), (8443, true));
    }
}
