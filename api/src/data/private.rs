//! What a data directory holds is its owner's alone: what people did, and what signs them in.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::umask;

const OWNER_ONLY: u32 = 0o700;

/// Creates the directory durably if there is none. From then on the process creates files for their owner alone.
pub(super) fn create(root: &Path) -> io::Result<()> {
    umask(Mode::RWXG | Mode::RWXO);
    if root.is_dir() {
        return Ok(());
    }
    DirBuilder::new().recursive(true).mode(OWNER_ONLY).create(root)?;
    // Without its entry in the directory above, everything in it would be lost by a power cut.
    match root.parent().filter(|above| !above.as_os_str().is_empty()) {
        Some(above) => File::open(above)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

/// Takes a folder, if there is one, from others that an earlier build let in. The data directory itself is left as it
/// is: it may have been there before, and hold something else.
pub(super) fn narrow(folder: &Path) -> io::Result<()> {
    let mode = match fs::metadata(folder) {
        Ok(metadata) => metadata.permissions().mode() & 0o777,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & 0o077 != 0 {
        fs::set_permissions(folder, Permissions::from_mode(OWNER_ONLY))?;
        tracing::warn!(
            folder = %folder.display(),
            was = format!("{mode:o}"),
            now = format!("{OWNER_ONLY:o}"),
            "a folder of the data directory was open to others on this machine"
        );
    }
    Ok(())
}
