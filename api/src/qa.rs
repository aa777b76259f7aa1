//! `waybill serve --qa`: what testers may do to a server that holds nothing of anybody's. It keeps to data directories
//! that it made itself.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

/// What the server prints when testers may do these things.
pub const BANNER: &str = "QA: this server is for testing. Services can be stopped, started and crashed over HTTP by its administrators.";

/// Marks a data directory as made for testing.
const MARKER: &str = "made-by-qa";

/// Takes a data directory for testing: one that it made itself, or one that is not there yet, or empty.
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
    tracing::warn!(data = %root.display(), "the data directory is for testing from now on");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_directory_of_its_own_is_taken() {
        let folder = std::env::temp_dir().join(format!("waybill-qa-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert!(claim(&folder.join("fresh")).is_ok());
        assert!(claim(&folder.join("fresh")).is_ok(), "its own one is taken again");
        let foreign = folder.join("foreign");
        fs::create_dir_all(foreign.join("journal")).expect("a directory");
        let refused = claim(&foreign).expect_err("it is refused").to_string();
        assert!(refused.contains("was not made by --qa"), "{refused}");
        assert!(!foreign.join(MARKER).exists());
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
