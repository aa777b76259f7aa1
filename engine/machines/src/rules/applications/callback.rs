//! The addresses that users are sent back to. Only the canonical form of an address can be registered, so that
//! comparing two is comparing their bytes: what parsers disagree about is no callback at all.

/// The longest callback, in bytes.
pub const CALLBACK_BYTES_MAX: usize = 2_048;

/// A callback, in parts.
struct Callback<'a> {
    scheme: &'a str,
    host: &'a str,
    port: Option<&'a str>,
    /// The path with the query.
    rest: &'a str,
}

impl<'a> Callback<'a> {
    fn parse(url: &'a str) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let path = rest.find('/')?;
        let (authority, rest) = rest.split_at(path);
        let (host, port) = match authority.strip_prefix('[') {
            // An address of IPv6 has colons of its own.
            Some(inside) => {
                let end = inside.find(']')? + 2;
                let (host, port) = authority.split_at(end);
                (host, if port.is_empty() { None } else { Some(port.strip_prefix(':')?) })
            }
            None => match authority.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, None),
            },
        };
        Some(Self { scheme, host, port, rest })
    }

    /// Whether it is this machine of the user, by an address that no name server answers for.
    fn is_loopback(&self) -> bool {
        self.scheme == "http" && ["127.0.0.1", "[::1]"].contains(&self.host)
    }

    fn is_canonical(&self) -> bool {
        let is_scheme = self.scheme == "https" || self.is_loopback();
        let is_host = self.is_loopback() || is_name(self.host);
        let default = if self.scheme == "https" { "443" } else { "80" };
        let is_port = self.port.is_none_or(|port| is_port(port) && port != default);
        is_scheme && is_host && is_port && is_path(self.rest)
    }
}

/// A host name in lower case, whose last part is no number: some parsers take such for an address.
fn is_name(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit()) || last.starts_with("0x");
    host.len() <= 253 && host.split('.').all(is_label) && !is_number
}

fn is_port(port: &str) -> bool {
    let number = port.parse::<u16>().ok().filter(|number| *number > 0);
    number.is_some_and(|number| number.to_string() == port)
}

/// A path with a query, without a fragment and without what parsers rewrite: dots that lead elsewhere, backslashes,
/// wildcards, and bytes that have to be escaped.
fn is_path(rest: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"#*<>[\\]^`{|}@".contains(&byte);
    let path = rest.split('?').next().unwrap_or_default().to_ascii_lowercase().replace("%2e", ".");
    rest.bytes().all(is_allowed)
        && path.split('/').all(|part| !matches!(part, "." | ".."))
        && !path.contains("//")
        && are_escapes(rest)
}

/// Whether each percent sign begins an escape.
fn are_escapes(text: &str) -> bool {
    let mut parts = text.split('%');
    parts.next();
    parts.all(|part| part.len() >= 2 && part.bytes().take(2).all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether an address can be registered as a callback.
pub fn is_callback(url: &str) -> bool {
    url.len() <= CALLBACK_BYTES_MAX
        && Callback::parse(url).is_some_and(|callback| callback.is_canonical())
}

/// Whether users may be sent to an address, with what is registered: exactly that address. A program on the device of a
/// user cannot choose its port beforehand, so that of a loopback address may be another one (RFC 8252).
pub fn is_callback_of(registered: &str, wanted: &str) -> bool {
    if registered == wanted {
        return is_callback(wanted);
    }
    let parts = Callback::parse(registered).zip(Callback::parse(wanted));
    parts.is_some_and(|(known, wanted)| {
        known.is_loopback()
            && wanted.is_canonical()
            && (known.scheme, known.host, known.rest) == (wanted.scheme, wanted.host, wanted.rest)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// covers: [APP-02]
    #[test]
    fn callbacks_are_canonical_and_lead_to_one_place() {
        for url in [
            "https://app.example.org/callback",
            "https://app.example.org:8443/a/b?c=d&e=%2F",
            "http://127.0.0.1/",
            "http://127.0.0.1:9000/in",
            "http://[::1]:9000/in",
        ] {
            assert!(is_callback(url), "{url}");
        }
        for url in [
            "",
            "app.example.org/callback",
            "javascript://app.example.org/%0aalert(1)",
            "ftp://app.example.org/",
            "http://app.example.org/",
            "http://localhost/",
            "https://app.example.org",
            "https://App.example.org/",
            "HTTPS://app.example.org/",
            "https://app.example.org:443/",
            "https://app.example.org:08443/",
            "https://app.example.org:/",
            "https://app.example.org:65536/",
            "https://user@app.example.org/",
            "https://user:password@app.example.org/",
            "https://app.example.org/callback#part",
            "https://app.example.org/*",
            "https://*.example.org/",
            "https://app.example.org/a/../b",
            "https://app.example.org/a/%2e%2E/b",
            "https://app.example.org/./",
            "https://app.example.org//evil.example.org/",
            "https://app.example.org/\\evil.example.org",
            "https://app.example.org\\@evil.example.org/",
            "https://app.example.org/a b",
            "https://app.example.org/%zz",
            "https://app.example.org/ä",
            "https://10.0.0.1/",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://127.0.0.1/",
            "http://[::1/",
            "http://[::1]9000/",
            "https://-a.example.org/",
            "https://a..example.org/",
            "https:///callback",
            "https://app.example.org\n/",
        ] {
            assert!(!is_callback(url), "{url}");
        }
    }

    /// covers: [APP-02]
    #[test]
    fn only_the_port_of_a_loopback_address_may_differ() {
        let loopback = "http://127.0.0.1:9000/in?a=b";
        assert!(is_callback_of(loopback, "http://127.0.0.1:41234/in?a=b"));
        assert!(is_callback_of(loopback, "http://127.0.0.1/in?a=b"));
        for other in [
            "http://127.0.0.1:41234/in",
            "http://127.0.0.1:41234/in?a=c",
            "http://127.0.0.2:9000/in?a=b",
            "http://[::1]:9000/in?a=b",
            "https://127.0.0.1:9000/in?a=b",
            "http://127.0.0.1:0/in?a=b",
            "http://127.0.0.1:9000@evil.example.org/in?a=b",
        ] {
            assert!(!is_callback_of(loopback, other), "{other}");
        }
        let remote = "https://app.example.org/callback";
        assert!(is_callback_of(remote, remote));
        for other in [
            "https://app.example.org:8443/callback",
            "https://app.example.org/callback/",
            "https://app.example.org/callback?",
            "https://app.example.org/Callback",
            "https://app.example.org/callback/../evil",
        ] {
            assert!(!is_callback_of(remote, other), "{other}");
        }
    }

    proptest! {
        /// covers: [APP-02]
        #[test]
        fn no_other_address_is_the_callback_of_a_server(wanted in ".{0,60}", at in 0_usize..32) {
            let registered = "https://app.example.org/callback";
            prop_assert_eq!(is_callback_of(registered, &wanted), registered == wanted);
            // One with something put into it is another one.
            let (head, tail) = registered.split_at(at.min(registered.len()));
            let changed = format!("{head}{wanted}{tail}");
            prop_assert_eq!(is_callback_of(registered, &changed), registered == changed);
        }
    }
}
