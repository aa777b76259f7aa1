//! TLS with the configured certificate, which can be replaced while the server runs.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, bail};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use waybill_platform::secret::others_may_open;

use crate::config::TlsFiles;
use crate::files;

/// Maximum file size; a larger file is not a certificate or key.
const BYTES_MAX: u64 = 1024 * 1024;

/// The certificate that new connections are shown.
#[derive(Debug)]
pub struct Certificate(RwLock<Arc<CertifiedKey>>);

impl Certificate {
    /// Reads certificate and key.
    pub fn read(files: &TlsFiles) -> anyhow::Result<Self> {
        Ok(Self(RwLock::new(certified(files)?)))
    }

    /// Reads both again. New connections are shown the new certificate; open ones stay as they are, and if either file
    /// cannot be used, so does the certificate.
    pub fn replace(&self, files: &TlsFiles) -> anyhow::Result<()> {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = certified(files)?;
        Ok(())
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn certified(files: &TlsFiles) -> anyhow::Result<Arc<CertifiedKey>> {
    let chain = certificates(&files.certificate).with_context(|| {
        format!("the certificate {} cannot be read", files.certificate.display())
    })?;
    let key = key(&files.key)
        .with_context(|| format!("the key {} cannot be read", files.key.display()))?;
    let certified = CertifiedKey::from_der(chain, key, &default_provider());
    Ok(Arc::new(certified.context("certificate and key do not belong together")?))
}

fn certificates(path: &Path) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let text = files::read(path, BYTES_MAX)?;
    let chain = CertificateDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>()?;
    if chain.is_empty() {
        bail!("there is no certificate in it; it begins with -----BEGIN CERTIFICATE-----");
    }
    Ok(chain)
}

fn key(path: &Path) -> anyhow::Result<PrivateKeyDer<'static>> {
    let text = files::read(path, BYTES_MAX)?;
    if others_may_open(&path.metadata()?) {
        bail!(
            "others on this machine can open it: take that from them with `chmod o-rwx`, and replace key and certificate"
        );
    }
    Ok(PrivateKeyDer::from_pem_slice(&text)?)
}

/// The acceptor of connections that are shown this certificate.
pub fn acceptor(certificate: Arc<Certificate>) -> anyhow::Result<tokio_rustls::TlsAcceptor> {
    let mut config = rustls::ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .context("TLS has no protocol version")?
        .with_no_client_auth()
        .with_cert_resolver(certificate);
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(tokio_rustls::TlsAcceptor::from(Arc::new(config)))
}
