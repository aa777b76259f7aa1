//! Where redirects may lead. Every target is read by [`RedirectTarget::read`], whether a request, a setting or a provider
//! names it. That reads less than browsers do: what it accepts, every browser takes for the same place, and what
//! parsers disagree about is no target. `tests/browser/redirects.test.ts` compares it with Chromium.

use super::web_address::{WebAddress, has_dots, is_ipv4, is_ipv6, is_name, is_port, usual_port};

/// The longest target, in bytes.
pub const TARGET_BYTES_MAX: usize = 65_536;

/// A place that a browser can be led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectTarget {
    /// A path of this server, with query and fragment.
    Path(String),
    /// A full address of the web.
    Address {
        /// The origin, as browsers serialize it.
        origin: String,
        /// The path with query and fragment, which begins with a slash.
        path: String,
    },
}

impl RedirectTarget {
    /// Reads a target; none if it is not one.
    pub fn read(text: &str) -> Option<Self> {
        // Browsers take away what is around an address, and tabs and line ends inside, and read a backslash as a slash.
        let is_odd = |c: char| c.is_control() || c == '\\';
        if text.len() > TARGET_BYTES_MAX || text.contains(is_odd) || text.ends_with(' ') {
            return None;
        }
        if text.starts_with('/') {
            // Behind two slashes there would be a host.
            let is_path = !text.starts_with("//");
            return is_path.then(|| written(text)).flatten().map(Self::Path);
        }
        let address = WebAddress::parse(text)?;
        Some(Self::Address { origin: origin_of(address)?, path: written(address.rest)? })
    }

    /// Whether a text is a full address of the web that browsers can be led to.
    pub fn is_address(text: &str) -> bool {
        matches!(Self::read(text), Some(Self::Address { .. }))
    }
}

/// The origin of an address without a user, whose host no parser rewrites into another one.
fn origin_of(address: WebAddress<'_>) -> Option<String> {
    let WebAddress { scheme, host, port, .. } = address;
    let host = host.to_ascii_lowercase();
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_host = inside.map_or_else(|| is_name(&host) || is_ipv4(&host), is_ipv6);
    if !["http", "https"].contains(&scheme) || !is_host || port.is_some_and(|port| !is_port(port)) {
        return None;
    }
    let port = port.filter(|port| *port != usual_port(scheme));
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    Some(format!("{scheme}://{host}{port}"))
}

/// A path with query and fragment, with what has to be escaped; none if browsers shorten it: that would lead out of
/// the path that the server is below.
fn written(rest: &str) -> Option<String> {
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    if has_dots(path) {
        return None;
    }
    let mut text = String::with_capacity(rest.len() + 1);
    if !rest.starts_with('/') {
        text.push('/');
    }
    let mut utf8 = [0; 4];
    for c in rest.chars() {
        if c.is_ascii_graphic() {
            text.push(c);
        } else {
            let escapes = c.encode_utf8(&mut utf8).bytes().map(|byte| format!("%{byte:02X}"));
            text.extend(escapes);
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::*;

    fn read(text: &str) -> Option<String> {
        RedirectTarget::read(text).map(|target| match target {
            RedirectTarget::Path(path) => path,
            RedirectTarget::Address { origin, path } => format!("{origin} {path}"),
        })
    }

    /// covers: [API-02]
    #[test]
    fn a_target_is_a_path_or_an_address_of_the_web() {
        for (text, expected) in [
            ("/", "/"),
            ("/ui/packages?name=a%2Fb&type=npm#top", "/ui/packages?name=a%2Fb&type=npm#top"),
            ("/ui/a b", "/ui/a%20b"),
            ("/ui/ä", "/ui/%C3%A4"),
            ("/ui/a//b", "/ui/a//b"),
            ("/ui/search?next=//evil.example", "/ui/search?next=//evil.example"),
            ("https://id.example.org", "https://id.example.org /"),
            ("https://id.example.org?a=b", "https://id.example.org /?a=b"),
            ("https://ID.example.org:443/in", "https://id.example.org /in"),
            ("http://id_1.example.org:8080/in", "http://id_1.example.org:8080 /in"),
            ("http://10.0.0.1/", "http://10.0.0.1 /"),
            ("http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080 /"),
            ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example /"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            " /ui/",
            "/ui/ ",
            "ui/packages",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/ui/..//evil.example",
            "/ui/%2e%2E/evil",
            "/.",
            "javascript:alert(1)",
            "javascript://example.org/%0aalert(1)",
            "data:text/html,x",
            "ftp://example.org/",
            "HTTPS://example.org/",
            "https:example.org",
            "https:/example.org",
            "https:///example.org",
            "https://",
            "https://user@example.org/",
            "https://example.org@evil.example/",
            "https://example.org\\@evil.example/",
            "https://example.org:/",
            "https://example.org:0/",
            "https://example.org:65536/",
            "https://example.org./",
            "https://a..example.org/",
            "https://exa%6Dple.org/",
            "https://ex\u{ad}ample.org/",
            "https://example\u{3002}org/",
            "https://b\u{fc}cher.example/",
            "https://0x7f.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0177.0.0.1/",
            "https://1.2.3.256/",
            "https://[::1/",
            "https://[::1]9000/",
            "https://[0:0::1]/",
            "https://[::ffff:1.2.3.4]/",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&format!("/{}", "a".repeat(TARGET_BYTES_MAX))), None);
    }

    /// What attackers put together.
    fn hostile() -> impl Strategy<Value = String> {
        let part = prop::sample::select(vec![
            "/",
            "//",
            "\\",
            "\t",
            "\n",
            " ",
            ".",
            "..",
            "%2e",
            "%2f",
            "%5c",
            "%00",
            "@",
            ":",
            "?",
            "#",
            "http",
            "https",
            "javascript",
            "://",
            "evil.example",
            "example.org",
            "127.0.0.1",
            "[::1]",
            "0x7f",
            "443",
            "8046",
            "a",
            "ä",
            "\u{3002}",
            "\u{ff0f}",
            "\u{200b}",
            "xn--",
        ]);
        prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
    }

    proptest! {
        /// covers: [API-02]
        #[test]
        fn a_target_leads_where_it_says(text in prop_oneof![hostile(), ".{0,40}"]) {
            let base = Url::parse("https://waybill.example.org:8443/waybill/ui/").expect("an address");
            let url = base.join(&text);
            match RedirectTarget::read(&text) {
                Some(RedirectTarget::Path(path)) => {
                    let url = url.expect("it is read");
                    prop_assert_eq!(url.origin(), base.origin());
                    prop_assert!(path.starts_with('/') && !path.starts_with("//"));
                    prop_assert_eq!(base.join(&path).expect("it is read"), url);
                }
                // A name that begins with xn-- may be none.
                Some(RedirectTarget::Address { origin, path }) if url.is_ok() => {
                    let url = url.expect("it is read");
                    prop_assert_eq!(url.origin().ascii_serialization(), origin.clone());
                    prop_assert!(url.username().is_empty() && url.password().is_none());
                    prop_assert_eq!(Url::parse(&format!("{origin}{path}")).expect("it is read"), url);
                }
                Some(RedirectTarget::Address { origin, .. }) => prop_assert!(origin.contains("xn--")),
                None => {}
            }
        }
    }
}
