//! `waybill serve --qa`: a server for testing, restricted to data directories that it created itself.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

/// The banner that the server prints with `--qa`.
pub const BANNER: &str = "QA: this server is for testing. Services can be stopped, started and crashed over HTTP by its administrators.";

/// The marker file of a data directory made for testing.
const MARKER: &str = "made-by-qa";

/// Claims a data directory for testing: it must be marked, empty or not exist yet.
pub fn claim(root: &Path) -> anyhow::Result<()> {
    let marker = root.join(MARKER);
    if marker.exists() {
        return Ok(());
    }
    let is_empty = match fs::read_dir(root) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if !is_empty {
        bail!(
            "the data directory {} was not made by --qa, and --qa touches no other: choose an empty one with --data",
            root.display()
        );
    }
    let make = || {
        fs::create_dir_all(root)?;
        fs::write(&marker, "Made by `waybill serve --qa`. What lies here is for testing.\n")
    };
    make().with_context(|| format!("{} cannot be written", marker.display()))?;
    tracing::warn!(data = %root.display(), "the data directory is now marked as made for testing");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_directory_made_for_testing_is_claimed() {
        let folder = std::env::temp_dir().join(format!("waybill-qa-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert!(claim(&folder.join("fresh")).is_ok());
        assert!(claim(&folder.join("fresh")).is_ok(), "a marked directory is claimed again");
        let foreign = folder.join("foreign");
        fs::create_dir_all(foreign.join("journal")).expect("a directory");
        let refused = claim(&foreign).expect_err("it is refused").to_string();
        assert!(refused.contains("was not made by --qa"), "{refused}");
        assert!(!foreign.join(MARKER).exists());
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
