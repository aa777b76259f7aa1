//! The address that browsers use: `public_url`, with the base path that the server is below.
//!
//! Only this file joins the base path with other paths. It is taken off a request's path before anything else reads it,
//! so that routes, logs, limits and records are the same whatever it is.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::{Authority, PathAndQuery};
use tower::{ServiceExt as _, service_fn};

/// The longest base path.
const BASE_PATH_BYTES_MAX: usize = 200;

/// The origins and the base path at which browsers reach the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicAddress {
    /// The origins that browsers may send requests from. Links begin with the first.
    origins: Vec<String>,
    base_path: BasePath,
    /// Whether an operator has set it, so that it is right also from other machines.
    is_configured: bool,
}

/// The path that everything is below: empty, or such as `/waybill`, without a slash at its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BasePath(String);

/// Why a text is no public address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongUrl {
    #[error("it does not begin with https:// or http:// and a host")]
    Address,
    #[error("it has a user name or a password")]
    User,
    #[error("its port is no number from 1 to 65535")]
    Port,
    #[error("it has a query; take away the question mark and what follows it")]
    Query,
    #[error("it has a fragment; take away the # and what follows it")]
    Fragment,
    #[error(
        "between the slashes of its path there have to be letters, digits, '-', '.', '_' or '~', and neither '.' nor '..' alone"
    )]
    Segment,
    #[error("its path has more than {BASE_PATH_BYTES_MAX} characters")]
    Length,
}

impl PublicAddress {
    /// The public address if one is configured, otherwise the addresses at which the listener can be reached on this
    /// machine.
    pub fn of(public_url: Option<&str>, listen: SocketAddr, tls: bool) -> anyhow::Result<Self> {
        if let Some(url) = public_url {
            return Self::parse(url);
        }
        let (scheme, port) = (if tls { "https" } else { "http" }, listen.port());
        let here = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}"));
        let mut hosts = vec![listen.to_string()];
        if listen.ip().is_unspecified() {
            // Users should not be sent to 0.0.0.0, although some browsers accept it.
            hosts.splice(0..0, here);
        } else if listen.ip().is_loopback() {
            hosts.extend(here);
        }
        let origins = hosts.iter().map(|host| format!("{scheme}://{host}")).collect();
        Ok(Self { origins, base_path: BasePath::default(), is_configured: false })
    }

    /// Parses `public_url`.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with it.
    pub fn parse(url: &str) -> anyhow::Result<Self> {
        let (origin, base_path) = parts(url).map_err(|error| {
            anyhow::anyhow!(
                "public_url = \"{url}\" is no public address, since {error}; it must look like \
                 https://waybill.example.org or https://example.org/waybill"
            )
        })?;
        Ok(Self { origins: vec![origin], base_path, is_configured: true })
    }

    /// All origins that browsers may send requests from.
    pub fn origins(&self) -> &[String] {
        &self.origins
    }

    /// The address of one of the server's paths for who has started it on this machine: with the name `localhost`, since
    /// no passkey belongs to a number.
    pub fn printed(&self, path: &str) -> String {
        let local = |origin: &&String| {
            let (_, host) = origin.split_once("://").unwrap_or_default();
            host.starts_with("localhost:")
        };
        let origin = self.origins.iter().find(local).filter(|_| !self.is_configured);
        let origin = origin.map_or(self.origin(), String::as_str);
        format!("{origin}{}", self.base_path.path(path))
    }

    /// Whether browsers connect over TLS.
    pub fn is_secure(&self) -> bool {
        self.origins[0].starts_with("https:")
    }

    /// The origin of links to the server.
    pub fn origin(&self) -> &str {
        &self.origins[0]
    }

    /// The origin for a client that has sent its request to this host: the same one, unless a public address is
    /// configured.
    pub fn origin_for(&self, host: Option<&str>) -> String {
        let host = host.filter(|host| !self.is_configured && host.parse::<Authority>().is_ok());
        let scheme = if self.is_secure() { "https" } else { "http" };
        host.map_or_else(|| self.origin().to_owned(), |host| format!("{scheme}://{host}"))
    }

    /// Whether this `Origin` is one of the console's own.
    pub fn knows_origin(&self, origin: &str) -> bool {
        self.origins.iter().any(|known| known == origin)
    }

    /// The path that everything is below.
    pub fn base_path(&self) -> &BasePath {
        &self.base_path
    }

    /// The address of one of the server's paths, such as `/ui/`.
    pub fn link(&self, path: &str) -> String {
        format!("{}{}", self.origin(), self.base_path.path(path))
    }

    /// The address of the platform, with one slash at its end.
    pub fn base_url(&self) -> String {
        self.link("/")
    }
}

impl BasePath {
    /// Whether the server has its origin to itself.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of the server's paths, such as `/ui/`, as browsers and proxies request it.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Whether a requested path, which may have a query, is below this one.
    pub fn has(&self, requested: &str) -> bool {
        let path = requested.split(['?', '#']).next().unwrap_or_default();
        self.own_path(path).is_some()
    }

    /// The scope of cookies.
    pub fn of_cookies(&self) -> &str {
        if self.is_empty() { "/" } else { &self.0 }
    }

    /// The server's own path of a requested one; none if that is not below this one.
    fn own_path<'a>(&self, requested: &'a str) -> Option<&'a str> {
        match requested.strip_prefix(&self.0)? {
            "" => Some("/"),
            own => own.starts_with('/').then_some(own),
        }
    }

    /// A request's address without the base path.
    fn own_uri(&self, uri: &Uri) -> Option<Uri> {
        let path = self.own_path(uri.path())?;
        let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(PathAndQuery::try_from(format!("{path}{query}")).ok()?);
        Uri::from_parts(parts).ok()
    }

    /// Serves what is below the base path by one router, and the rest by the other.
    pub fn split(&self, below: Router, elsewhere: Router) -> Router {
        if self.is_empty() {
            return below;
        }
        let base_path = self.clone();
        let service = service_fn(move |mut request: Request| {
            let own = base_path.own_uri(request.uri());
            let router = if own.is_some() { below.clone() } else { elsewhere.clone() };
            if let Some(own) = own {
                *request.uri_mut() = own;
            }
            router.oneshot(request)
        });
        Router::new().fallback_service(service)
    }
}

/// The origin of a public address as browsers serialize it, in lower case and without the default port; the base path.
fn parts(url: &str) -> Result<(String, BasePath), WrongUrl> {
    // The parser drops a fragment silently.
    if url.contains('#') {
        return Err(WrongUrl::Fragment);
    }
    let uri: Uri = url.parse().map_err(|_| WrongUrl::Address)?;
    let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority())
    else {
        return Err(WrongUrl::Address);
    };
    if authority.as_str().contains('@') {
        return Err(WrongUrl::User);
    }
    if authority.host().is_empty() {
        return Err(WrongUrl::Address);
    }
    if url.contains('?') {
        return Err(WrongUrl::Query);
    }
    // An invalid port is parsed as no port, which would give a different address.
    let behind = authority.as_str().strip_prefix(authority.host()).unwrap_or_default();
    if !behind.is_empty() && authority.port_u16().is_none_or(|port| port == 0) {
        return Err(WrongUrl::Port);
    }
    let host = authority.host().to_ascii_lowercase();
    let usual = if scheme == "https" { 443 } else { 80 };
    let port = authority.port_u16().filter(|port| *port != usual);
    let port = port.map_or(String::new(), |port| format!(":{port}"));
    Ok((format!("{scheme}://{host}{port}"), base_path(uri.path())?))
}

/// Every path has one spelling: no escapes, and no segments that browsers or proxies take away.
fn base_path(path: &str) -> Result<BasePath, WrongUrl> {
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.len() > BASE_PATH_BYTES_MAX {
        return Err(WrongUrl::Length);
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let is_segment = |text: &str| !["", ".", ".."].contains(&text) && text.chars().all(is_plain);
    if !path.split('/').skip(1).all(is_segment) {
        return Err(WrongUrl::Segment);
    }
    Ok(BasePath(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_normalized_as_browsers_serialize_origins() {
        for (url, origin, base_path) in [
            ("https://Waybill.Example.ORG/", "https://waybill.example.org", ""),
            ("https://waybill.example.org:443", "https://waybill.example.org", ""),
            ("http://waybill:8046", "http://waybill:8046", ""),
            ("https://[2001:DB8::1]:80/a/", "https://[2001:db8::1]:80", "/a"),
            ("https://example.org/Way-bill_1.0~/x", "https://example.org", "/Way-bill_1.0~/x"),
        ] {
            let parsed = parts(url).expect(url);
            assert_eq!(parsed, (origin.to_owned(), BasePath(base_path.to_owned())), "{url}");
        }
    }

    #[test]
    fn a_base_url_has_one_slash_at_its_end() {
        for (url, base_url) in [
            ("https://waybill.example.org", "https://waybill.example.org/"),
            ("https://waybill.example.org/", "https://waybill.example.org/"),
            ("https://example.org/waybill", "https://example.org/waybill/"),
            ("https://example.org/waybill/", "https://example.org/waybill/"),
        ] {
            assert_eq!(PublicAddress::parse(url).unwrap().base_url(), base_url, "{url}");
        }
    }

    #[test]
    fn what_is_no_public_address_is_named() {
        for (url, why) in [
            ("waybill.example.org", WrongUrl::Address),
            ("/waybill", WrongUrl::Address),
            ("ftp://x", WrongUrl::Address),
            ("https://", WrongUrl::Address),
            ("https://x/ y", WrongUrl::Address),
            ("https://u@x", WrongUrl::User),
            ("https://x:99999", WrongUrl::Port),
            ("https://x:0", WrongUrl::Port),
            ("https://x:", WrongUrl::Port),
            ("https://x?a=b", WrongUrl::Query),
            ("https://x/a?", WrongUrl::Query),
            ("https://x/#a", WrongUrl::Fragment),
            ("https://x//", WrongUrl::Segment),
            ("https://x/a//b", WrongUrl::Segment),
            ("https://x/a/../b", WrongUrl::Segment),
            ("https://x/..", WrongUrl::Segment),
            ("https://x/%2e%2e", WrongUrl::Segment),
            ("https://x/a;b", WrongUrl::Segment),
            ("https://x/a\"b", WrongUrl::Segment),
        ] {
            assert_eq!(parts(url), Err(why), "{url}");
        }
        assert_eq!(parts(&format!("https://x/{}", "a".repeat(200))), Err(WrongUrl::Length));
    }

    #[test]
    fn only_whole_segments_of_the_base_path_are_taken_away() {
        let base_path = BasePath("/waybill".to_owned());
        let own = |uri: &'static str| base_path.own_uri(&Uri::from_static(uri));
        assert_eq!(own("/waybill/ui/x?a=/waybill"), Some(Uri::from_static("/ui/x?a=/waybill")));
        assert_eq!(own("/waybill/waybill"), Some(Uri::from_static("/waybill")));
        assert_eq!(own("/waybill"), Some(Uri::from_static("/")));
        for other in ["/", "/ui/", "/waybills", "/Waybill/ui/", "/x/waybill/ui/"] {
            assert_eq!(own(other), None, "{other}");
        }
    }

    #[test]
    fn a_server_that_listens_on_all_addresses_links_to_localhost() {
        let all = PublicAddress::of(None, "0.0.0.0:80".parse().unwrap(), false).unwrap();
        assert_eq!(all.link("/ui/"), "http://localhost:80/ui/");
        assert_eq!(all.base_url(), "http://localhost:80/");
        let one = PublicAddress::of(None, "192.0.2.1:80".parse().unwrap(), true).unwrap();
        assert_eq!(one.origins, ["https://192.0.2.1:80"]);
        assert_eq!(one.printed("/ui/"), "https://192.0.2.1:80/ui/");
        let here = PublicAddress::of(None, "127.0.0.1:8046".parse().unwrap(), false).unwrap();
        assert_eq!(here.printed("/ui/"), "http://localhost:8046/ui/");
        assert_eq!(here.link("/ui/"), "http://127.0.0.1:8046/ui/");
        let named = PublicAddress::parse("http://127.0.0.1:8046").unwrap();
        assert_eq!(named.printed("/ui/"), "http://127.0.0.1:8046/ui/");
    }
}
