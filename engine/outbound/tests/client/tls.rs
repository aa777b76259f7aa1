//! Which certificates are trusted.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crate::server::{allowing, ends, ip};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use waybill_outbound::{Addresses, Outbound, OutboundError, Request, Resolve, Target};

pub(crate) struct Here;

impl Resolve for Here {
    fn resolve<'a>(&'a self, _host: &'a str) -> Addresses<'a> {
        Box::pin(std::future::ready(Ok(vec![ip("127.0.0.1")])))
    }
}

/// A self-signed certificate of `inside.example`; `None` without openssl.
pub(crate) fn certificate(folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"])
        .args(["-days", "2", "-subj", "/CN=inside.example"])
        .args(["-addext", "subjectAltName=DNS:inside.example"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-out"])
        .arg(&certificate)
        .arg("-keyout")
        .arg(&key)
        .output();
    made.is_ok_and(|made| made.status.success()).then_some((certificate, key))
}

pub(crate) async fn serve_tls(certificate: &Path, key: &Path) -> std::net::SocketAddr {
    let chain: Vec<_> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(key).expect("a key");
    let config = rustls::ServerConfig::builder_with_provider(
        rustls::crypto::ring::default_provider().into(),
    )
    .with_safe_default_protocol_versions()
    .expect("versions")
    .with_no_client_auth()
    .with_single_cert(chain, key)
    .expect("a pair");
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            drop(stream.read(&mut [0; 4_096]).await);
            drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").await);
            drop(stream.shutdown().await);
        }
    });
    address
}

#[tokio::test]
async fn only_a_trusted_certificate_of_the_name_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some((certificate, key)) = certificate(folder.path()) else {
        println!("NOT RUN: there is no openssl to make a certificate with");
        return;
    };
    let address = serve_tls(&certificate, &key).await;
    let ask = async |trusted: Option<&Path>, host: &str| {
        let mut settings = allowing(&[address]);
        settings.certificates = trusted.map(Path::to_owned);
        let client = Outbound::with_resolver(settings, Arc::new(Here)).expect("a client");
        let target = format!("https://{host}:{}/", address.port());
        let request = Request::get(Target::parse(&target).expect("a target"));
        ends(client.send(request)).await.map(|answer| answer.status)
    };
    assert_eq!(ask(Some(&certificate), "inside.example").await, Ok(200));
    assert_eq!(ask(Some(&certificate), "other.example").await, Err(OutboundError::NotTrusted));
    assert_eq!(ask(Some(&certificate), "127.0.0.1").await, Err(OutboundError::NotTrusted));
    let unknown = ask(None, "inside.example").await.expect_err("nobody signed it");
    assert!(
        matches!(unknown, OutboundError::NotTrusted | OutboundError::NoAuthorities),
        "{unknown}"
    );
}

#[tokio::test]
async fn plain_http_is_no_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            drop(stream.read(&mut [0; 4_096]).await);
            drop(stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await);
        }
    });
    let client = Outbound::new(allowing(&[address])).expect("a client");
    let target = Target::parse(&format!("https://{address}/")).expect("a target");
    let error = ends(client.send(Request::get(target))).await.expect_err("no TLS");
    let without = matches!(error, OutboundError::NoAuthorities);
    assert!(without || error == OutboundError::NotTls, "{error}");
}

#[test]
fn wrong_settings_are_found_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing").expect("a file");
    // Reading the pipe would block for ever, the other file never ends.
    let pipe = folder.path().join("pipe.pem");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let zeros = std::path::PathBuf::from("/dev/zero");
    for path in [empty, folder.path().join("missing.pem"), folder.path().into(), pipe, zeros] {
        let mut settings = allowing(&[]);
        settings.certificates = Some(path.clone());
        let error = Outbound::new(settings).err().expect("an error").to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
    }
    for (connect_ms, total_ms, concurrent_max) in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (200_000, 1, 1)]
    {
        let mut settings = allowing(&[]);
        (settings.connect_ms, settings.total_ms) = (connect_ms, total_ms);
        settings.concurrent_max = concurrent_max;
        assert!(Outbound::new(settings).is_err());
    }
}
