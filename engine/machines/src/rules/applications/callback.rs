//! The addresses that users are sent back to. Only the canonical form of an address can be registered, so that
//! comparing two is comparing their bytes: what parsers disagree about is no callback at all.

use crate::rules::web_address::{WebAddress, has_dots, is_name, is_port, usual_port};

/// The longest callback, in bytes.
pub const CALLBACK_BYTES_MAX: usize = 2_048;

/// Whether it is this machine of the user, by an address that no name server answers for.
fn is_loopback(address: &WebAddress<'_>) -> bool {
    address.scheme == "http" && ["127.0.0.1", "[::1]"].contains(&address.host)
}

fn is_canonical(address: &WebAddress<'_>) -> bool {
    let is_loopback = is_loopback(address);
    let is_scheme = address.scheme == "https" || is_loopback;
    let is_host = is_loopback || is_name(address.host);
    let usual = usual_port(address.scheme);
    let is_port = address.port.is_none_or(|port| is_port(port) && port != usual);
    is_scheme && is_host && is_port && is_path(address.rest)
}

/// A path with a query, without a fragment and without what parsers rewrite: dots that lead elsewhere, backslashes,
/// wildcards, and bytes that have to be escaped.
fn is_path(rest: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"#*<>[\\]^`{|}@".contains(&byte);
    let path = rest.split('?').next().unwrap_or_default();
    path.starts_with('/')
        && rest.bytes().all(is_allowed)
        && !has_dots(path)
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
        && WebAddress::parse(url).is_some_and(|callback| is_canonical(&callback))
}

/// Whether users may be sent to an address, with what is registered: exactly that address. A program on the device of a
/// user cannot choose its port beforehand, so that of a loopback address may be another one (RFC 8252).
pub fn is_callback_of(registered: &str, wanted: &str) -> bool {
    if registered == wanted {
        return is_callback(wanted);
    }
    let parts = WebAddress::parse(registered).zip(WebAddress::parse(wanted));
    parts.is_some_and(|(known, wanted)| {
        is_loopback(&known)
            && is_canonical(&wanted)
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
