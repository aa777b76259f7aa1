//! Where the journals of deliveries are stored: a folder for each day, which is removed as a whole.
//!
//! ```text
//! <data>/deliveries/2026-11-22/   a journal
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use waybill_journal::DayName;

/// The folder, below the data directory.
pub const DELIVERIES: &str = "deliveries";

/// The folders of the days that there are. Others, such as `lost+found`, are left alone.
///
/// # Errors
///
/// The folder cannot be read. One that is not there has no days.
pub fn delivery_days(root: &Path) -> io::Result<BTreeMap<DayName, PathBuf>> {
    let mut days = BTreeMap::new();
    let entries = match fs::read_dir(root.join(DELIVERIES)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(days),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if let Some(day) = name.to_str().and_then(|name| name.parse().ok()) {
            days.insert(day, entry.path());
        }
    }
    Ok(days)
}
