//! Reading sealed generations over and over, a part at a time, so that damage is known before the frame is needed.

use std::fs;
use std::path::Path;

use super::DurableJournal;
use super::state::Store;

/// The number of the next frame to read. It is written without being made durable: if it is lost, reading begins again.
const NAME: &str = "SCRUBBED";

/// What was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scrubbed {
    /// The size of the frames in bytes.
    pub bytes: u64,
    /// A sentence for each frame that turned out to be damaged.
    pub damaged: Vec<String>,
}

impl DurableJournal {
    /// Reads the next frames of sealed generations, up to so many bytes or one frame, and goes on at the beginning
    /// after the last one. Damage is treated as in any other read. Blocks on the disk.
    pub fn scrub(&self, bytes_max: u64) -> Scrubbed {
        let Some(dir) = self.shared.dir() else { return Scrubbed::default() };
        let mut frame = next(dir);
        let mut scrubbed = Scrubbed::default();
        while scrubbed.bytes < bytes_max {
            let place = self.shared.read().sealed_from(frame);
            let Some(place) = place else {
                // Once more from the beginning, the next time.
                frame = 0;
                break;
            };
            frame = place.frame() + 1;
            match place.check() {
                Ok(bytes) => scrubbed.bytes += bytes,
                // Another reader may have found it before.
                Err(_) if self.shared.read().index.is_lost(place.frame()) => {}
                Err(error) => {
                    self.shared.read_failed(&place);
                    scrubbed.damaged.push(error.to_string());
                }
            }
        }
        // If it cannot be written, the same frames are read again.
        let _ = fs::write(dir.join(NAME), frame.to_string());
        scrubbed
    }

    /// The size in bytes of the frames in sealed generations.
    pub fn sealed_bytes(&self) -> u64 {
        let state = self.shared.read();
        let sealed =
            state.generations.iter().filter(|found| matches!(found.store, Store::Sealed(_)));
        sealed.map(|generation| generation.bytes).sum()
    }
}

fn next(dir: &Path) -> u64 {
    fs::read_to_string(dir.join(NAME)).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}
