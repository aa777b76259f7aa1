//! The application state shared by all handlers: the engine and the server's own settings.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::watch;
use waybill_engine::{Engine, TestersClock};
use waybill_platform::access::AccessError;
use waybill_platform::downloads::Downloads;
use waybill_platform::limits::Places;
use waybill_platform::logo::Logos;
use waybill_platform::logs::LogWriter;
use waybill_platform::status::Supervisor;

use crate::assets::Page;
use crate::client_address::Proxies;
use crate::comparisons::Comparisons;
use crate::components::docker::{Manifests, Uploads};
use crate::components::package_index::PackageIndexes;
use crate::components::system::client_errors::Reports;
use crate::components::tree::Tickets;
use crate::config::{ConfigFile, Hsts};
use crate::error::ApiError;
use crate::public_url::PublicAddress;
use crate::remote::LogSource;
use crate::sso_proxies::SsoProxies;

/// The application state, as handlers extract it.
#[derive(Clone)]
pub struct AppState(Arc<StateParts>);

/// The fields of the application state.
pub struct StateParts {
    /// Sessions and their machines.
    pub engine: Engine,
    /// What requests of users run on.
    pub runtime: Handle,
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
    /// Manifests of images that were read.
    pub manifests: Manifests,
    /// What clients read of packages.
    pub package_indexes: PackageIndexes,
    /// Uploads to registries of images that take several requests.
    pub registry_uploads: Uploads,
    /// The tickets with which the console downloads and uploads files.
    pub tickets: Tickets,
    /// The store of the uploaded logo.
    pub logos: Arc<Logos>,
    /// The source of the logs that the console shows.
    pub logs: LogSource,
    /// Writes lines to those logs.
    pub log_writer: LogWriter,
    /// Comparing stored versions with advisories.
    pub comparisons: Comparisons,
    /// What is downloaded.
    pub downloads: Arc<Downloads>,
    /// The platform's journal. Readiness checks its health besides that of the sessions' journal.
    pub platform: Arc<dyn waybill_journal::Journal>,
    /// The supervisor of the services; present only with `--qa`, where testers may stop, start and crash services.
    pub qa: Option<Arc<Supervisor>>,
    /// The clock, where testers may put it forward; present only with `--qa`.
    pub qa_clock: Option<Arc<TestersClock>>,
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

    /// The address of something that the access service has, by the name of its list and its own.
    pub fn access_uri(&self, list: &str, name: &str) -> String {
        let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
        self.edge.address.link(&format!("/access/api/v2/{list}/{}", name.replace('+', "%20")))
    }

    /// Whether browsers connect over TLS.
    pub fn is_secure(&self) -> bool {
        self.edge.secure
    }

    /// The name of the session cookie.
    pub fn cookie_name(&self) -> String {
        format!("{}waybill_{}", self.edge.cookie_prefix(), self.instance)
    }

    /// The name of the cookie with the known devices of a browser.
    pub fn device_cookie_name(&self) -> String {
        format!("{}waybill_device_{}", self.edge.cookie_prefix(), self.instance)
    }
}

/// How clients reach this server.
pub struct Edge {
    /// Where this server listens.
    pub listen: SocketAddr,
    /// The origins that browsers may send requests from, and the path that the server is below.
    pub address: PublicAddress,
    /// The index page, with these addresses.
    pub page: Option<Page>,
    /// Browsers connect over TLS, either to this server or to a proxy in front of it.
    pub secure: bool,
    /// What browsers are to reach over TLS only.
    pub hsts: Hsts,
    /// Who is believed about the addresses of clients.
    pub proxies: Proxies,
    /// Who is believed about which user has signed in.
    pub sso_proxies: SsoProxies,
}

impl Edge {
    /// As configured, for a listener that speaks TLS or not.
    pub fn of(file: &ConfigFile, listen: SocketAddr, tls: bool) -> anyhow::Result<Self> {
        let address = PublicAddress::of(file.public_url.as_deref(), listen, tls)?;
        Ok(Self {
            listen,
            secure: tls || address.is_secure(),
            page: Page::below(address.base_path()),
            address,
            hsts: file.hsts,
            proxies: Proxies {
                trusted: file.trusted_proxies.clone(),
                header: file.trusted_proxy_header,
            },
            sso_proxies: SsoProxies {
                trusted: file.sso_proxies.clone(),
                header: file.sso_proxy_header.clone(),
            },
        })
    }
    /// What the names of cookies begin with. With `__Host-`, browsers require TLS, `Path=/` and no `Domain`. Below a base
    /// path cookies are for that path only, so that they are not sent to the other servers of the origin; `__Secure-`
    /// requires TLS without `Path=/`.
    pub fn cookie_prefix(&self) -> &'static str {
        match (self.secure, self.address.base_path().is_empty()) {
            (true, true) => "__Host-",
            (true, false) => "__Secure-",
            (false, _) => "",
        }
    }
}
