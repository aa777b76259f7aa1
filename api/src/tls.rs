//! TLS, where a certificate is configured.

use std::sync::Arc;

use anyhow::Context;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::config::TlsFiles;

/// Reads certificate and key.
pub fn acceptor(files: &TlsFiles) -> anyhow::Result<tokio_rustls::TlsAcceptor> {
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect)
        .with_context(|| {
            format!("the certificate {} cannot be read", files.certificate.display())
        })?;
    let key = PrivateKeyDer::from_pem_file(&files.key)
        .with_context(|| format!("the key {} cannot be read", files.key.display()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("TLS has no protocol version")?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .context("certificate and key do not belong together")?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(tokio_rustls::TlsAcceptor::from(Arc::new(config)))
}
