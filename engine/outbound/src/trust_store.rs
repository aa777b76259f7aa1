//! Trusted certificate authorities: the system's and those of the configuration.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;

use crate::error::OutboundError;
use crate::settings::SettingsError;

/// The TLS configuration. The system's authorities are read at the first request that needs them: most installations
/// never make one.
pub(crate) struct TrustStore {
    configured: Vec<CertificateDer<'static>>,
    connector: OnceCell<TlsConnector>,
}

impl TrustStore {
    /// Reads the configured authorities at once, so that a wrong path is reported at the start.
    pub(crate) fn new(certificates: Option<&Path>) -> Result<Self, SettingsError> {
        let configured = match certificates {
            Some(path) => read(path)
                .map_err(|why| SettingsError::Certificates { path: path.to_owned(), why })?,
            None => Vec::new(),
        };
        Ok(Self { configured, connector: OnceCell::new() })
    }

    pub(crate) async fn connector(&self) -> Result<&TlsConnector, OutboundError> {
        let make = || async {
            let configured = self.configured.clone();
            let made = tokio::task::spawn_blocking(move || connector(configured)).await;
            made.map_err(|_| OutboundError::NoAuthorities)?
        };
        self.connector.get_or_try_init(make).await
    }

    /// The same for another protocol than HTTP: it offers none by name, which its servers may refuse, and no session of
    /// an earlier connection.
    pub(crate) async fn plain_connector(&self) -> Result<TlsConnector, OutboundError> {
        let mut config = rustls::ClientConfig::clone(self.connector().await?.config());
        config.alpn_protocols.clear();
        config.resumption = rustls::client::Resumption::disabled();
        Ok(TlsConnector::from(Arc::new(config)))
    }
}

fn read(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    // Opening a pipe that has no writer would block for ever.
    if !path.metadata().map_err(|error| error.to_string())?.is_file() {
        return Err("it is no file".to_owned());
    }
    let found: Result<Vec<_>, _> = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
    let found = found.map_err(|error| error.to_string())?;
    let mut roots = rustls::RootCertStore::empty();
    for certificate in &found {
        roots.add(certificate.clone()).map_err(|error| error.to_string())?;
    }
    if found.is_empty() { Err("it holds no certificate".to_owned()) } else { Ok(found) }
}

fn connector(configured: Vec<CertificateDer<'static>>) -> Result<TlsConnector, OutboundError> {
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        tracing::warn!(%error, "some of the system's certificate authorities cannot be read");
    }
    let mut roots = rustls::RootCertStore::empty();
    // Old stores contain certificates that the library cannot parse; the others are still used.
    roots.add_parsable_certificates(system.certs);
    roots.add_parsable_certificates(configured);
    if roots.is_empty() {
        return Err(OutboundError::NoAuthorities);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions =
        rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let mut config = versions
        .map_err(|_| OutboundError::NotTls)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}
