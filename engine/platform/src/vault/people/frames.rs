//! The frames of a file of values, one for each value.

use std::fs;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use waybill_machines::secret::PersonId;

use super::super::seal::{self, KeyBytes, OVERHEAD_BYTES};
use super::super::{VALUE_BYTES_MAX, VaultError, files};
use super::{DIGEST_BYTES, DigestBytes, HEADER_BYTES, SALT_BYTES, value_place};

/// Whether a value that opens begins anywhere in `bytes`.
pub(super) fn holds_value(bytes: &[u8], key: &KeyBytes, person: &PersonId) -> bool {
    let opens = |at: usize| {
        let frame = split_frame(&bytes[at..]).filter(|(_, sealed, _)| !sealed.is_empty());
        frame.is_some_and(|(_, sealed, _)| seal::open(key, value_place(person), sealed).is_some())
    };
    (0..bytes.len()).any(opens)
}

/// The digest, the encrypted part and the whole length of the frame at the beginning of `bytes`.
pub(super) fn split_frame(bytes: &[u8]) -> Option<(DigestBytes, &[u8], usize)> {
    let (digest, rest) = bytes.split_first_chunk::<DIGEST_BYTES>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let sealed = rest.get(..length)?;
    Some((*digest, sealed, HEADER_BYTES + length))
}

/// The encrypted part of the frame at an offset; none if its length is impossible.
pub(super) fn read_frame(path: &Path, offset: u64) -> Result<Option<Vec<u8>>, VaultError> {
    let failed = || files::failed("reading a value");
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) => return Err(failed()(error)),
    };
    let mut header = [0; HEADER_BYTES];
    file.read_exact_at(&mut header, offset).map_err(failed())?;
    let length: [u8; 4] = header[DIGEST_BYTES..].try_into().unwrap_or_default();
    let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > VALUE_BYTES_MAX + SALT_BYTES + OVERHEAD_BYTES {
        return Ok(None);
    }
    let mut sealed = vec![0; length];
    file.read_exact_at(&mut sealed, offset + HEADER_BYTES as u64).map_err(failed())?;
    Ok(Some(sealed))
}
