//! TLS with the configured certificate.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use waybill_platform::secret::others_may_open;

use crate::config::TlsFiles;
use crate::files;

/// Maximum file size; a larger file is not a certificate or key.
const BYTES_MAX: u64 = 1024 * 1024;

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

/// Reads certificate and key, and builds the acceptor.
pub fn acceptor(files: &TlsFiles) -> anyhow::Result<tokio_rustls::TlsAcceptor> {
    let chain = certificates(&files.certificate).with_context(|| {
        format!("the certificate {} cannot be read", files.certificate.display())
    })?;
    let key = key(&files.key)
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
