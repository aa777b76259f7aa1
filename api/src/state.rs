//! The application state shared by all handlers: the engine and the server's own settings.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::Uri;
use tokio::sync::watch;
use waybill_engine::Engine;
use waybill_platform::access::AccessError;
use waybill_platform::limits::Places;
use waybill_platform::logo::Logos;
use waybill_platform::logs::LogWriter;
use waybill_platform::status::Supervisor;

use crate::client_address::Proxies;
use crate::components::system::client_errors::Reports;
use crate::config::{ConfigFile, Hsts};
use crate::error::ApiError;
use crate::remote::LogSource;

/// The application state, as handlers extract it.
#[derive(Clone)]
pub struct AppState(Arc<StateParts>);

/// The fields of the application state.
pub struct StateParts {
    /// Sessions and their machines.
    pub engine: Engine,
    /// Identifies the build: its version and a hash of the console's index page.
    pub build: String,
    /// A short id of the installation. It is part of the cookie name, so that two installations on one host do not
    /// share a cookie.
    pub instance: String,
    /// How clients reach this server.
    pub edge: Edge,
    /// Becomes true when the server shuts down.
    pub shutdown: watch::Receiver<bool>,
    /// Places for open sockets.
    pub sockets: Places,
    /// Rate limiter for the error reports of pages.
    pub client_errors: Reports,
    /// Held from counting the bundles in progress until the next one is created, so that concurrent requests cannot
    /// exceed the limit.
    pub bundles_lock: tokio::sync::Mutex<()>,
    /// The store of the uploaded logo.
    pub logos: Arc<Logos>,
    /// The source of the logs that the console shows.
    pub logs: LogSource,
    /// Writes lines to those logs.
    pub log_writer: LogWriter,
    /// The platform's journal. Readiness checks its health besides that of the sessions' journal.
    pub platform: Arc<dyn waybill_journal::Journal>,
    /// The supervisor of the services; present only with `--qa`, where testers may stop, start and crash services.
    pub qa: Option<Arc<Supervisor>>,
}

impl std::ops::Deref for AppState {
    type Target = StateParts;

    fn deref(&self) -> &StateParts {
        &self.0
    }
}

impl AppState {
    pub fn new(parts: StateParts) -> Self {
        Self(Arc::new(parts))
    }

    /// Converts a result of the access service to an HTTP error.
    pub fn access<T>(&self, answer: Result<T, AccessError>) -> Result<T, ApiError> {
        answer.map_err(|error| ApiError::of_access(&error, self.engine.now()))
    }

    /// Whether browsers connect over TLS.
    pub fn is_secure(&self) -> bool {
        self.edge.secure
    }

    /// The name of the session cookie. With the prefix `__Host-`, browsers require TLS, `Path=/` and no `Domain`.
    pub fn cookie_name(&self) -> String {
        let prefix = if self.is_secure() { "__Host-" } else { "" };
        format!("{prefix}waybill_{}", self.instance)
    }

    /// The name of the cookie with the known devices of a browser.
    pub fn device_cookie_name(&self) -> String {
        let prefix = if self.is_secure() { "__Host-" } else { "" };
        format!("{prefix}waybill_device_{}", self.instance)
    }

    /// Whether this `Origin` is one of the console's own.
    pub fn knows_origin(&self, origin: &str) -> bool {
        self.edge.origins.iter().any(|known| known == origin)
    }
}

/// How clients reach this server.
pub struct Edge {
    /// The origins that browsers may send requests from.
    pub origins: Vec<String>,
    /// Browsers connect over TLS, either to this server or to a proxy in front of it.
    pub secure: bool,
    /// What browsers are to reach over TLS only.
    pub hsts: Hsts,
    /// Who is believed about the addresses of clients.
    pub proxies: Proxies,
}

impl Edge {
    /// As configured, for a listener that speaks TLS or not.
    pub fn of(file: &ConfigFile, listen: SocketAddr, tls: bool) -> anyhow::Result<Self> {
        let public = file.public_url.as_deref();
        Ok(Self {
            origins: origins(public, listen, tls)?,
            secure: tls || public.is_some_and(|url| url.starts_with("https:")),
            hsts: file.hsts,
            proxies: Proxies {
                trusted: file.trusted_proxies.clone(),
                header: file.trusted_proxy_header,
            },
        })
    }
}

/// The accepted origins: the public address if one is configured, otherwise the addresses at which the listener can be
/// reached on this machine.
fn origins(public_url: Option<&str>, listen: SocketAddr, tls: bool) -> anyhow::Result<Vec<String>> {
    if let Some(url) = public_url {
        return Ok(vec![public_origin(url)?]);
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
    Ok(hosts.iter().map(|host| format!("{scheme}://{host}")).collect())
}

/// The origin of a public address as browsers serialize it: in lower case, without the default port.
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
    // An invalid port is parsed as no port, which would give a different address.
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
    fn a_public_address_is_normalized_as_browsers_serialize_origins() {
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
    fn a_server_that_listens_on_all_addresses_links_to_localhost() {
        let all = origins(None, "0.0.0.0:80".parse().unwrap(), false).unwrap();
        assert_eq!(all[0], "http://localhost:80");
        let one = origins(None, "192.0.2.1:80".parse().unwrap(), true).unwrap();
        assert_eq!(one, ["https://192.0.2.1:80"]);
    }
}
