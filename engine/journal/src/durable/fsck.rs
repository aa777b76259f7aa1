//! Checking a journal's directory from the outside, without changing it.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::active::Active;
use super::aside::{self, copy_dir};
use super::frame::FrameHeader;
use super::head_file::{self, Head};
use super::layout::{self, generation_dir};
use super::open::remove_unfinished_snapshots;
use super::open_error::OpenError;
use super::raw::{Raw, Raws};
use super::sealed::{self, Sealed};
use super::state::State;
use super::tail::{self, Tail};
use crate::hash::Hash;
use crate::journal::Checkpoint;
use crate::record::RecordView;
use crate::verify::{Verified, Verifier};

/// What a check of a directory found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FsckReport {
    /// The journal's directory.
    pub dir: PathBuf,
    /// Number of generations.
    pub generations: u32,
    /// Number of sealed generations.
    pub sealed: u32,
    /// Number of frames that could be read.
    pub frames: u64,
    /// The numbers of valid records and of their streams, up to the first problem.
    pub verified: Verified,
    /// The checkpoint in HEAD; `None` without a HEAD file.
    pub head: Option<Checkpoint>,
    /// Whether the journal was closed cleanly.
    pub clean: bool,
    /// One sentence per problem; empty when there is none.
    pub problems: Vec<String>,
}

impl FsckReport {
    /// Whether there is no problem.
    pub fn is_ok(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Checks frames, index, every record and HEAD. The journal must not be in use, and nothing in its directory is
/// changed: sled writes to what it opens, so an open generation is checked in a copy among the temporary files.
///
/// # Errors
///
/// [`OpenError`], if the directory is not a journal or is in use.
pub fn fsck(dir: &Path) -> Result<FsckReport, OpenError> {
    fsck_each(dir, |_| ())
}

/// The same, and passes every valid record to `visit`, up to the first problem.
///
/// # Errors
///
/// [`OpenError`], if the directory is not a journal or is in use.
pub fn fsck_each(dir: &Path, visit: impl FnMut(&RecordView<'_>)) -> Result<FsckReport, OpenError> {
    let io = |what| OpenError::io(dir, what);
    // First, so that no lock file is created in a directory that is not a journal.
    layout::check_format(dir, false)?;
    let _lock = layout::lock_shared(dir)?;
    let numbers = layout::generations(dir).map_err(io("listing its generations"))?;
    let (state, verifier) = (State::default(), Verifier::default());
    let mut check = Check {
        visit,
        state,
        verifier,
        sealed: 0,
        frames: 0,
        hash_at_head: None,
        problems: Vec::new(),
        raws: Raws::new(),
        is_clean: false,
    };
    let head = head_file::read(dir).unwrap_or_else(|error| {
        check.problems.push(format!("HEAD cannot be read: {error}"));
        None
    });
    check.is_clean = head.is_some_and(|head| head.clean);
    check.hash_at_head = head.and_then(|head| {
        head.checkpoint.count.checked_sub(1).map(|position| (position, Hash::ZERO))
    });
    for pair in numbers.windows(2).filter(|pair| pair[0] + 1 != pair[1]) {
        check.problems.push(format!("generation {} is missing", pair[0] + 1));
    }
    for (place, number) in numbers.iter().enumerate() {
        let generation = generation_dir(dir, *number);
        if generation.join(sealed::NAME).exists() {
            check.sealed += 1;
            let read = check.sealed_generation(*number, &generation);
            read.map_err(OpenError::io(dir, &format!("reading generation {number}")))?;
        } else {
            // As at the next opening: one that failed has overwritten what the store could not read.
            let source = aside::source_of(dir, &generation);
            let source = source.map_err(io("looking for copies"))?;
            let folder =
                tempfile::tempdir().map_err(io("making a folder for the copy to check"))?;
            let copy = folder.path().join("copy");
            // Not the disk of the journal may be full, but the one for temporary files.
            let not_copied = |error| {
                let what = format!("copying generation {number} to check the copy");
                OpenError::Io { dir: dir.to_owned(), what, error }
            };
            copy_dir(&source, &copy).and_then(|()| make_writable(&copy)).map_err(not_copied)?;
            let result = check.open_generation(*number, &copy, place + 1 == numbers.len());
            if let Err(what) = result {
                check.problems.push(format!("generation {number}: {what}"));
            }
        }
    }
    check.compare_with_raw();
    // HEAD is compared even after other problems: it shows whether records are missing.
    check.compare_with_head(head);
    Ok(FsckReport {
        dir: dir.into(),
        generations: u32::try_from(numbers.len()).unwrap_or(u32::MAX),
        sealed: check.sealed,
        frames: check.frames,
        verified: check.verifier.verified(),
        head: head.map(|head| head.checkpoint),
        clean: head.is_some_and(|head| head.clean),
        problems: check.problems,
    })
}

/// Lets sled write to a copy of files that could only be read.
fn make_writable(copy: &Path) -> io::Result<()> {
    for entry in fs::read_dir(copy)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            make_writable(&entry.path())?;
        } else {
            fs::set_permissions(entry.path(), Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

struct Check<V> {
    visit: V,
    state: State,
    verifier: Verifier,
    sealed: u32,
    frames: u64,
    /// The position of the newest record that HEAD covers, and the hash found there.
    hash_at_head: Option<(u64, Hash)>,
    problems: Vec<String>,
    /// The bytes of open generations, if the journal was not closed in order.
    raws: Raws,
    is_clean: bool,
}

impl<V: FnMut(&RecordView<'_>)> Check<V> {
    /// Errors are those of the file system: a disk that cannot be read says nothing about what is on it.
    fn sealed_generation(&mut self, number: u32, dir: &Path) -> io::Result<()> {
        self.state.begin_generation(number, super::state::Store::Opening);
        match self.sealed_frames(dir) {
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                self.problems.push(format!("generation {number}: {error}"));
                Ok(())
            }
            result => result,
        }
    }

    fn sealed_frames(&mut self, dir: &Path) -> io::Result<()> {
        let damaged = |what: String| io::Error::new(ErrorKind::InvalidData, what);
        let mut numbers = Vec::new();
        let sealed = Sealed::open(dir, |header| {
            numbers.push((header.number, header.bytes.to_vec()));
            Ok(())
        })?;
        for (frame, listed) in numbers {
            let bytes = sealed.get(frame)?;
            let bytes = bytes.ok_or_else(|| damaged(format!("frame {frame} is missing")))?;
            self.frame(frame, &bytes).map_err(damaged)?;
            if !bytes.starts_with(&listed) {
                let what = format!("frame {frame} is not the one in the list of frames");
                return Err(damaged(what));
            }
        }
        Ok(())
    }

    fn open_generation(&mut self, number: u32, copy: &Path, is_last: bool) -> Result<(), String> {
        self.state.begin_generation(number, super::state::Store::Opening);
        remove_unfinished_snapshots(copy).map_err(|e| e.to_string())?;
        if !self.is_clean {
            let raw = Raw::read(copy).map_err(|e| e.to_string())?;
            self.raws.insert(number, Arc::new(raw));
        }
        let active = Active::open(copy, 0).map_err(|e| e.to_string())?;
        let mut unfinished: Vec<(u64, Vec<u8>)> = Vec::new();
        active.for_each_frame(|frame, bytes| {
            let header = FrameHeader::parse_checked(bytes);
            let continues = header.map_err(|what| format!("frame {frame}: {what}"))?.continues;
            unfinished.push((frame, bytes.to_vec()));
            if !continues {
                for (frame, bytes) in unfinished.drain(..) {
                    self.frame(frame, &bytes)?;
                }
            }
            Ok(())
        })?;
        // At the very end they are the rest of a group that was never acknowledged.
        if unfinished.is_empty() || is_last {
            Ok(())
        } else {
            Err("its last group is not whole".to_owned())
        }
    }

    fn frame(&mut self, number: u64, bytes: &[u8]) -> Result<(), String> {
        let named = |what: String| format!("frame {number}: {what}");
        let header = FrameHeader::parse_checked(bytes).map_err(|what| named(what.to_owned()))?;
        self.state.add(&header).map_err(named)?;
        self.frames += 1;
        for (place, entry) in header.entries().enumerate() {
            let name = header.streams()[entry.stream];
            let hash = self.verifier.check(&bytes[entry.line.clone()], Some(entry.hash));
            let hash = hash.map_err(|flaw| named(flaw.to_string()))?;
            let view = RecordView::decode(&bytes[entry.line]);
            (self.visit)(&view.map_err(|fault| named(fault.to_string()))?);
            if self.verifier.head(name).map(|head| head.seq) != Some(entry.seq) {
                return Err(named(format!("its table lists {name}#{} wrongly", entry.seq)));
            }
            let position = header.first_position + place as u64;
            if self.hash_at_head.is_some_and(|(wanted, _)| wanted == position) {
                self.hash_at_head = Some((position, hash));
            }
        }
        Ok(())
    }

    /// A write that is not whole at the very end is dropped by the next opening, which says so. What is behind damage
    /// but whole is put back by it.
    fn compare_with_raw(&mut self) {
        if let Tail::Lost { frame, later } = tail::behind(&self.raws, &self.state) {
            self.problems
                .push(format!("frame {frame} is damaged, and frame {later} behind it is whole"));
        }
    }

    fn compare_with_head(&mut self, head: Option<Head>) {
        let found = self.state.checkpoint();
        let Some(Head { checkpoint, clean }) = head else {
            if found.count > 0 {
                self.problems.push("HEAD is missing".to_owned());
            }
            return;
        };
        if found.count < checkpoint.count {
            let (in_head, in_store) = (checkpoint.count, found.count);
            self.problems
                .push(format!("HEAD tells of {in_head} records and {in_store} are in order"));
        } else if clean && found != checkpoint {
            self.problems
                .push("the journal was closed in order, but HEAD is of another end".into());
        } else if let Some((position, hash)) = self.hash_at_head
            && hash != checkpoint.last
        {
            self.problems.push(format!("the record at position {position} is not the one of HEAD"));
        }
    }
}
