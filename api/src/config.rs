//! What can be set: a TOML file, then environment variables, then arguments, the later ones winning.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;
use waybill_outbound::OutboundSettings;
use waybill_platform::logs::Rotation;
use waybill_platform::remote::RemoteSettings;
use waybill_platform::services::InstallationSettings;

/// The file that `--config` names. Every key is optional; an unknown one is an error.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConfigFile {
    /// Where to listen, `127.0.0.1:8046` unless set.
    pub listen: Option<SocketAddr>,
    /// Where the data lies, `waybill-data` unless set.
    pub data: Option<PathBuf>,
    /// The address that browsers use, such as `https://waybill.example.org`; needed behind a proxy.
    pub public_url: Option<String>,
    /// Where Prometheus may ask for `/metrics`; nowhere unless set.
    pub metrics_listen: Option<SocketAddr>,
    /// How many sessions one address may begin in a minute, 300 unless set.
    pub new_sessions_a_minute: Option<u32>,
    /// Certificate chain and key in PEM; with both the server speaks TLS.
    pub tls: Option<TlsFiles>,
    /// When log files are rotated, and how many are kept.
    pub logs: Rotation,
    /// What may be asked of other servers.
    pub outbound: OutboundSettings,
    /// Another platform, which answers instead of this process where it can: whether retention is switched on.
    pub remote: Option<RemoteSettings>,
    /// What the console shows of the installation.
    pub installation: InstallationSettings,
}

/// Where the certificate lies.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsFiles {
    /// The certificate chain.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

impl ConfigFile {
    /// Reads a file; without one everything is unset.
    pub fn read(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("the configuration {} cannot be read", path.display()))?;
        toml::from_str(&text)
            .with_context(|| format!("the configuration {} is not right", path.display()))
    }
}
