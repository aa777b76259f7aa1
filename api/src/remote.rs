//! Which ports another platform answers: those that have a remote answer, where `[remote]` names a platform.

use std::sync::Arc;

use anyhow::Context;
use waybill_outbound::Outbound;
use waybill_platform::remote::{Remote, RemoteRetention};
use waybill_platform::retention::{ConfiguredRetention, Retention};

use crate::config::ConfigFile;

/// Who says whether retention is switched on: the other platform, or the configuration.
pub fn retention(file: &ConfigFile) -> anyhow::Result<Arc<dyn Retention>> {
    // Wrong settings are found at the start, whether anything is asked or not.
    let outbound =
        Outbound::new(file.outbound.clone()).context("the configuration is not right")?;
    let enabled = file.installation.target_bundle_retention;
    Ok(match &file.remote {
        None => Arc::new(ConfiguredRetention { enabled }),
        Some(settings) => {
            let remote = Remote::open(settings, outbound);
            Arc::new(RemoteRetention::new(remote.context("the configuration is not right")?))
        }
    })
}
