//! What every handler needs: the engine, and what the server knows of itself.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::Uri;
use tokio::sync::{Semaphore, watch};
use waybill_engine::Engine;
use waybill_platform::access::AccessError;
use waybill_platform::logo::Logos;
use waybill_platform::logs::LogWriter;
use waybill_platform::status::Supervisor;

use crate::error::ApiError;
use crate::remote::LogSource;
use crate::routes::client_errors::Reports;

/// The version and build of this binary.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// At most this many sockets at once.
pub const SOCKETS_MAX: u32 = 16_384;

/// The server, as its handlers see it.
#[derive(Clone)]
pub struct House(Arc<Parts>);

/// The parts of a [`House`].
pub struct Parts {
    /// Sessions and machines.
    pub engine: Engine,
    /// Names the build: its version and the hash of the console's files.
    pub build: String,
    /// A short name of the installation, so that two on one host do not share a cookie.
    pub instance: String,
    /// The origins that browsers may come from.
    pub origins: Vec<String>,
    /// Browsers come over TLS.
    pub secure: bool,
    /// Turns true when the server is going away.
    pub leaving: watch::Receiver<bool>,
    /// A permit for each socket that may be open; all are back when all sockets have ended.
    pub sockets: Arc<Semaphore>,
    /// How often pages have reported errors.
    pub client_errors: Reports,
    /// Held by whoever counts the bundles under way and begins another one, so that the limit is one.
    pub bundles_turn: tokio::sync::Mutex<()>,
    /// The logo that was uploaded.
    pub logos: Arc<Logos>,
    /// The logs that the console shows.
    pub logs: LogSource,
    /// Where lines for them are handed in.
    pub log_writer: LogWriter,
    /// The platform's journal, whose health counts for readiness beside the sessions'.
    pub platform: Arc<dyn waybill_journal::Journal>,
    /// The services, where testers may stop, start and crash them.
    pub qa: Option<Arc<Supervisor>>,
}

impl std::ops::Deref for House {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl House {
    /// The server.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// What the access service answered, or the error to answer with.
    pub fn access<T>(&self, answer: Result<T, AccessError>) -> Result<T, ApiError> {
        answer.map_err(|error| ApiError::of_access(&error, self.engine.now()))
    }

    /// Whether browsers come over TLS.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// The name of the session cookie. The prefix makes browsers insist on TLS, path and host.
    pub fn cookie_name(&self) -> String {
        let prefix = if self.secure { "__Host-" } else { "" };
        format!("{prefix}waybill_{}", self.instance)
    }

    /// Whether a request with this `Origin` comes from the console itself.
    pub fn knows_origin(&self, origin: &str) -> bool {
        self.origins.iter().any(|known| known == origin)
    }
}

/// The origins that count: the public address, or, without one, the addresses that the listener can be reached
/// by on this machine.
pub fn origins(
    public_url: Option<&str>,
    listen: SocketAddr,
    tls: bool,
) -> anyhow::Result<Vec<String>> {
    if let Some(url) = public_url {
        return Ok(vec![public_origin(url)?]);
    }
    let (scheme, port) = (if tls { "https" } else { "http" }, listen.port());
    let here = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}"));
    let mut hosts = vec![listen.to_string()];
    if listen.ip().is_unspecified() {
        // Nobody should be sent to 0.0.0.0, though some browsers go there.
        hosts.splice(0..0, here);
    } else if listen.ip().is_loopback() {
        hosts.extend(here);
    }
    Ok(hosts.iter().map(|host| format!("{scheme}://{host}")).collect())
}

/// The origin of a public address, spelled as browsers spell it: in small letters, without the usual port.
pub fn public_origin(url: &str) -> anyhow::Result<String> {
    let wrong = || anyhow::anyhow!(public_url_is_wrong(url));
    let uri: Uri = url.parse().map_err(|_| wrong())?;
    let (Some(scheme @ ("http" | "https")), Some(authority), "/" | "") =
        (uri.scheme_str(), uri.authority(), uri.path())
    else {
        return Err(wrong());
    };
    if authority.as_str().contains('@') || authority.host().is_empty() || uri.query().is_some() {
        return Err(wrong());
    }
    // A port that there cannot be is read as none, and so as another address.
    let behind = authority.as_str().strip_prefix(authority.host()).unwrap_or_default();
    if !behind.is_empty() && authority.port_u16().is_none_or(|port| port == 0) {
        return Err(wrong());
    }
    let host = authority.host().to_ascii_lowercase();
    let usual = if scheme == "https" { 443 } else { 80 };
    let port = authority.port_u16().filter(|port| *port != usual);
    let port = port.map_or(String::new(), |port| format!(":{port}"));
    Ok(format!("{scheme}://{host}{port}"))
}

fn public_url_is_wrong(url: &str) -> String {
    format!("the public address '{url}' must look like https://waybill.example.org, without a path")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_spelled_as_browsers_spell_origins() {
        let origin = |url| public_origin(url).ok();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(origin("https://Waybill.Example.ORG/"), some("https://waybill.example.org"));
        assert_eq!(origin("https://waybill.example.org:443"), some("https://waybill.example.org"));
        assert_eq!(origin("http://waybill:8046"), some("http://waybill:8046"));
        for wrong in [
            "waybill.example.org",
            "ftp://x",
            "https://x/path",
            "https://u@x",
            "https://",
            "https://x:99999",
            "https://x:0",
            "https://x?a=b",
            "https://x:",
        ] {
            assert_eq!(origin(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_server_that_listens_everywhere_sends_people_to_localhost() {
        let all = origins(None, "0.0.0.0:80".parse().unwrap(), false).unwrap();
        assert_eq!(all[0], "http://localhost:80");
        let one = origins(None, "192.0.2.1:80".parse().unwrap(), true).unwrap();
        assert_eq!(one, ["https://192.0.2.1:80"]);
    }
}
