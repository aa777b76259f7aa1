//! Opening a journal that was not closed in order on a disk without room for a copy of it: it is read without sled,
//! which would overwrite what it cannot read, and nothing is written.

use std::io;
use std::path::Path;

use super::aside;
use super::head_file::Head;
use super::layout::generation_dir;
use super::open::{Found, WhyReadOnly};
use super::open_error::OpenError;
use super::options::DurableOptions;
use super::partial;
use super::raw::Raws;

/// Why the copies cannot be made that an opening after an unclean stop needs; none if they can.
pub(super) fn reason(
    dir: &Path,
    options: &DurableOptions,
    head: Option<Head>,
    raws: &Raws,
) -> io::Result<Option<String>> {
    if head.is_some_and(|head| head.clean) {
        return Ok(None);
    }
    let mut bytes = 0;
    for number in raws.keys() {
        let generation = generation_dir(dir, *number);
        // One that is there was made before an opening that failed.
        if generation.join("db").exists() && !aside::copy_of(dir, &generation).exists() {
            bytes += aside::bytes_of(&generation)?;
        }
    }
    let is_room = bytes == 0 || (options.free_space)(dir)? >= bytes + options.free_floor_bytes / 4;
    Ok((!is_room).then(|| {
        format!(
            "it was not closed in order and the disk has no room ({} MiB) for the copy that is made before repairing: \
             make room and start again",
            bytes.div_ceil(1 << 20)
        )
    }))
}

/// Opens a journal without sled, which would overwrite what it cannot read, and there is no room for a copy of it.
pub(super) fn open(
    dir: &Path,
    numbers: &[u32],
    raws: &Raws,
    head: Option<Head>,
    why: String,
) -> Result<Found, OpenError> {
    let state = head.and_then(|head| partial::load(dir, numbers, raws, head.checkpoint));
    let Some(state) = state else {
        return Err(OpenError::NoSpace { dir: dir.to_owned(), what: why });
    };
    let warnings = vec![format!("the journal {} is read-only: {why}", dir.display())];
    Ok(Found { state, active: None, read_only: Some(WhyReadOnly::NoRoom(why)), warnings })
}
