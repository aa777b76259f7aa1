//! SIGHUP: reads the configuration and the certificate again. The certificate is replaced; other settings that have
//! changed are named, since they need a restart.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::signal::unix::Signal;

use crate::config::ConfigFile;
use crate::server_acts::ServerActs;
use crate::systemd;
use crate::tls::Certificate;

/// What a running server was started with.
pub struct Reload {
    /// The configuration file, if there is one.
    pub path: Option<PathBuf>,
    /// Its content at the start.
    pub running: ConfigFile,
    /// The certificate, if the server speaks TLS.
    pub certificate: Option<Arc<Certificate>>,
}

impl Reload {
    /// Reloads on every signal, for as long as the server runs.
    pub async fn on(self, mut hangup: Signal, acts: Arc<ServerActs>) {
        while hangup.recv().await.is_some() {
            systemd::reloading();
            match self.reload() {
                Ok(running) => {
                    tracing::info!("the certificate and the configuration were read again");
                    acts.reloaded(&running).await;
                }
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::error!(error, "nothing was reloaded: the server goes on as it was");
                }
            }
            systemd::ready();
        }
    }

    /// The configuration that is effective then.
    fn reload(&self) -> anyhow::Result<ConfigFile> {
        let file = ConfigFile::read(self.path.as_deref())?;
        file.check()?;
        if let (Some(certificate), Some(files)) = (&self.certificate, &file.tls) {
            certificate.replace(files)?;
        }
        let changed = file.differences(&self.running)?;
        if !changed.is_empty() {
            tracing::warn!(?changed, "these settings have changed and need a restart");
        }
        Ok(ConfigFile { tls: file.tls, ..self.running.clone() })
    }
}
