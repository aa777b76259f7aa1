//! The process, under the names that every exporter gives them.

use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::{Resource, getrlimit};
use waybill_platform::metric::Metric;

/// Notes when the process was started.
pub(super) fn note_start() {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Metric::ProcessStart.set(&[], since.as_secs());
}

/// Sets what the kernel says. Without `/proc` there is nothing to set.
pub(super) fn report() {
    if let Some(kibibytes) = resident_kibibytes() {
        Metric::ResidentMemory.set(&[], kibibytes * 1_024);
    }
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        // Reading the folder takes one too.
        Metric::OpenDescriptors.set(&[], (open.count() as u64).saturating_sub(1));
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        Metric::DescriptorsMax.set(&[], most);
    }
}

fn resident_kibibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    resident.split_whitespace().next()?.parse().ok()
}
