//! Opening a journal's directory without losing records, and without hiding a loss.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::active::Active;
use super::aside;
use super::frame::FrameHeader;
use super::head_file::{self, Head, make_dir};
use super::layout::{self, Format, Lock, check_format, generation_dir};
use super::open_error::OpenError;
use super::options::DurableOptions;
use super::partial;
use super::raw::{self, Raw, Raws};
use super::sealed::{self, Sealed};
use super::state::{DAMAGED, State, Store};
use super::tail::{self, Tail};
use super::without_room;
use crate::hash::Hash;
use crate::journal::{Checkpoint, Health};

/// An opened directory, ready for the writer.
pub(super) struct Opened {
    pub(super) lock: Lock,
    pub(super) state: State,
    /// `None` if the journal is damaged, and only what is whole is read.
    pub(super) active: Option<Arc<Active>>,
    pub(super) checkpoint: Checkpoint,
    /// The format of the directory.
    pub(super) format: Format,
    /// Why nothing may be appended until the next start, if so.
    pub(super) read_only: Option<WhyReadOnly>,
    /// Sentences for the administrator.
    pub(super) warnings: Vec<String>,
}

pub(super) fn open(dir: &Path, options: &DurableOptions) -> Result<Opened, OpenError> {
    let io = |what| OpenError::io(dir, what);
    make_dir(dir).map_err(io("making its directory"))?;
    let lock = layout::lock(dir)?;
    let numbers = layout::generations(dir).map_err(io("listing its generations"))?;
    let format = check_format(dir, numbers.is_empty())?;
    let head = head_file::read(dir)
        .map_err(|error| OpenError::of_store(dir, "HEAD", String::new(), error))?;
    let stale = aside::move_stale(dir).map_err(io("moving copies of another time"))?;
    // sled overwrites what it cannot read, so the bytes are read before it does.
    let raws = read_raw(dir, &numbers).map_err(io("reading the open generations"))?;
    // A file that was damaged after the journal was closed is copied as well before sled sees it.
    let is_whole = |head: &Head| raw::are_whole(&raws, head.checkpoint.count);
    let head = head.map(|head| Head { clean: head.clean && is_whole(&head), ..head });
    let whole =
        match without_room::reason(dir, options, head, &raws).map_err(io("measuring the disk"))? {
            Some(why) => without_room::open(dir, &numbers, &raws, head, why),
            None => open_whole(dir, options, head, &numbers, &raws),
        };
    let (found, is_whole) = match whole {
        Ok(found) if found.active.is_none() => (found, false),
        Ok(found) => (found, true),
        Err(error @ (OpenError::Damaged { .. } | OpenError::Lost { .. })) => {
            let error = partial::keep_all(dir, &raws, error)?;
            match head.filter(|_| options.reads_damaged) {
                Some(head) => (partial::open(dir, &numbers, &raws, head, error)?, false),
                None => return Err(error),
            }
        }
        Err(error) => return Err(error),
    };
    let checkpoint = found.state.checkpoint();
    if is_whole {
        // From here on the journal is in use: a stop without closing is unclean.
        head_file::write(dir, Head { checkpoint, clean: false }).map_err(io("writing HEAD"))?;
    }
    let Found { state, active, read_only, mut warnings } = found;
    warnings.extend(stale.map(|kept| {
        let dir = dir.display();
        format!(
            "the copies beside the journal {dir} were of another time and are in {} now",
            kept.display()
        )
    }));
    Ok(Opened { lock, state, active, checkpoint, format, read_only, warnings })
}

/// Why a journal is read-only from its opening on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WhyReadOnly {
    /// It is damaged.
    Damaged,
    /// There is no room for what its opening would write.
    NoRoom(String),
}

impl WhyReadOnly {
    /// The journal's health for this reason.
    pub(super) fn health(&self) -> Health {
        let why = match self {
            Self::Damaged => DAMAGED.to_owned(),
            Self::NoRoom(why) => why.clone(),
        };
        Health::ReadOnly { why }
    }
}

/// What was found in the directory.
pub(super) struct Found {
    pub(super) state: State,
    pub(super) active: Option<Arc<Active>>,
    pub(super) read_only: Option<WhyReadOnly>,
    pub(super) warnings: Vec<String>,
}

/// The bytes of the open generations: from their copies, which outlast an opening that failed.
pub(super) fn read_raw(dir: &Path, numbers: &[u32]) -> io::Result<Raws> {
    let unsealed = numbers.iter().map(|number| (*number, generation_dir(dir, *number)));
    let unsealed = unsealed.filter(|(_, generation)| !generation.join(sealed::NAME).exists());
    let read = |(number, generation): (u32, PathBuf)| {
        Ok((number, Arc::new(Raw::read(&aside::source_of(dir, &generation)?)?)))
    };
    unsealed.map(read).collect()
}

/// Opens a journal of which nothing is missing.
fn open_whole(
    dir: &Path,
    options: &DurableOptions,
    head: Option<Head>,
    numbers: &[u32],
    raws: &Raws,
) -> Result<Found, OpenError> {
    let io = |what| OpenError::io(dir, what);
    let (state, copy, warnings) = (State::default(), None, Vec::new());
    let mut opening = Opening { dir, options, head, state, copy, warnings };
    let is_clean = head.is_some_and(|head| head.clean);
    if !is_clean {
        opening.copy_aside(raws).map_err(io("copying the open generation aside"))?;
    }
    let mut active = None;
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 && numbers[place - 1] + 1 != *number {
            return Err(opening.damaged(format!("generation {} is missing", number - 1)));
        }
        active = opening.open_generation(*number, numbers.len() == place + 1)?;
    }
    if let Some(active) = &active
        && !is_clean
    {
        opening.put_back(raws, active)?;
    }
    opening.compare_with_head()?;
    let torn = if is_clean { None } else { opening.judge_tail(raws)? };
    let active = match active {
        Some(active) => active,
        // All are sealed, or there is none yet.
        None => opening.begin_generation(numbers.last().map_or(1, |last| last + 1))?,
    };
    match torn.filter(|_| opening.copy.is_some()) {
        Some(frame) => {
            let kept = aside::keep_for_good(dir).map_err(io("keeping the copies"))?;
            opening.warnings.push(torn_sentence(dir, frame, &kept));
        }
        None => aside::forget(dir).map_err(io("removing the copies"))?,
    }
    let Opening { state, warnings, .. } = opening;
    Ok(Found { state, active: Some(active), read_only: None, warnings })
}

fn torn_sentence(dir: &Path, frame: u64, kept: &Path) -> String {
    format!(
        "the journal {} was not closed in order, and its last write is not whole: what is left of frame {frame} was \
         dropped. If it was acknowledged, it was in the last seconds before the stop. A copy of before is in {}; \
         remove it when nothing is missed",
        dir.display(),
        kept.display()
    )
}

struct Opening<'a> {
    dir: &'a Path,
    options: &'a DurableOptions,
    head: Option<Head>,
    state: State,
    /// The directory of the copies, if any was made.
    copy: Option<PathBuf>,
    warnings: Vec<String>,
}

impl Opening<'_> {
    fn is_sealed(&self, number: u32) -> bool {
        generation_dir(self.dir, number).join(sealed::NAME).exists()
    }

    fn copy_clause(&self) -> String {
        self.copy.as_ref().map_or(String::new(), |copy| {
            format!(" (a copy made before opening lies in {})", copy.display())
        })
    }

    fn damaged(&self, what: String) -> OpenError {
        OpenError::Damaged { dir: self.dir.into(), what, copy: self.copy_clause() }
    }

    /// The error of opening a generation.
    fn failed(&self, number: u32, error: io::Error) -> OpenError {
        let what = format!("generation {number}");
        OpenError::of_store(self.dir, &what, self.copy_clause(), error)
    }

    /// Copies the generations that sled is about to repair.
    fn copy_aside(&mut self, raws: &Raws) -> io::Result<()> {
        for number in raws.keys() {
            let generation = generation_dir(self.dir, *number);
            if generation.join("db").exists() {
                aside::keep(self.dir, &generation)?;
                self.copy = Some(aside::dir_of(self.dir));
            }
        }
        Ok(())
    }

    /// Puts frames back that the store has dropped though they are whole.
    fn put_back(&mut self, raws: &Raws, active: &Active) -> Result<(), OpenError> {
        let count = tail::put_back(raws, active, &mut self.state).map_err(|error| {
            let what = "putting frames back";
            match error.kind() {
                io::ErrorKind::InvalidData => self.damaged(format!("{what}: {error}")),
                _ => OpenError::io(self.dir, what)(error),
            }
        })?;
        if count > 0 {
            self.warnings.push(format!(
                "the journal {} was not closed in order, and a part of its file is damaged; {count} frames behind that \
                 part are whole and were put back, so nothing is lost",
                self.dir.display()
            ));
        }
        Ok(())
    }

    /// Whether the last write is not whole: the number of its frame. A later one behind it is a loss.
    fn judge_tail(&self, raws: &Raws) -> Result<Option<u64>, OpenError> {
        match tail::behind(raws, &self.state) {
            Tail::Clean => Ok(None),
            Tail::Torn { frame } => Ok(Some(frame)),
            Tail::Lost { frame, later } => Err(OpenError::Lost {
                dir: self.dir.into(),
                what: format!(
                    "frame {frame} is damaged, and frame {later}, which was written after it, is whole"
                ),
                copy: self.copy_clause(),
            }),
        }
    }

    /// Opens one generation and indexes its frames; returns the store when the generation is open and the last one.
    fn open_generation(
        &mut self,
        number: u32,
        is_last: bool,
    ) -> Result<Option<Arc<Active>>, OpenError> {
        let dir = generation_dir(self.dir, number);
        let named = |what: String| format!("generation {number}: {what}");
        if self.is_sealed(number) {
            self.state.begin_generation(number, Store::Opening);
            let state = &mut self.state;
            let sealed = Sealed::open(&dir, |header| state.add(header));
            let sealed = sealed.map_err(|error| self.failed(number, error))?;
            self.state.set_store(number, Store::Sealed(Arc::new(sealed)));
            // A stop between sealing and removing the store leaves both.
            sealed::remove_store(&dir).map_err(|e| self.failed(number, e))?;
            return Ok(None);
        }
        let preallocate = if is_last { self.options.preallocate_bytes(number) } else { 0 };
        remove_unfinished_snapshots(&dir).map_err(|e| self.failed(number, e))?;
        let active = Active::open(&dir, preallocate).map_err(|e| self.failed(number, e))?;
        let active = Arc::new(active);
        self.state.begin_generation(number, Store::Active(active.clone()));
        let torn = index(&active, &mut self.state).map_err(|e| self.damaged(named(e)))?;
        if !torn.is_empty() {
            // They were never acknowledged: a group is acknowledged when all of its frames are durable.
            active.remove(&torn).map_err(|e| self.damaged(named(e)))?;
        }
        Ok(is_last.then_some(active))
    }

    fn begin_generation(&mut self, number: u32) -> Result<Arc<Active>, OpenError> {
        let dir = generation_dir(self.dir, number);
        let active = Active::open(&dir, self.options.preallocate_bytes(number));
        let active = Arc::new(active.map_err(|error| self.failed(number, error))?);
        self.state.begin_generation(number, Store::Active(active.clone()));
        Ok(active)
    }

    /// Compares with HEAD: sled can open with fewer records than it had, or with none, without an error.
    fn compare_with_head(&self) -> Result<(), OpenError> {
        let count = self.state.index.count();
        let Some(Head { checkpoint, .. }) = self.head else {
            // HEAD is written before the first record, so a journal that has records had a HEAD.
            let is_new = count == 0;
            return if is_new { Ok(()) } else { Err(self.damaged("HEAD is missing".to_owned())) };
        };
        if count < checkpoint.count {
            return Err(OpenError::Lost {
                dir: self.dir.into(),
                what: format!("HEAD tells of {} and {count} are left", checkpoint.count),
                copy: self.copy_clause(),
            });
        }
        let found = match checkpoint.count.checked_sub(1) {
            None => Hash::ZERO,
            Some(position) => self.state.hash_at(position).map_err(|what| self.damaged(what))?,
        };
        if found == checkpoint.last {
            return Ok(());
        }
        let place = checkpoint.count;
        Err(self.damaged(format!("record number {place} is not the one that HEAD tells of")))
    }
}

/// Indexes the frames of an open generation. Frames at the end whose group is incomplete are not indexed; their numbers
/// are returned.
pub(super) fn index(active: &Active, state: &mut State) -> Result<Vec<u64>, String> {
    let mut unfinished: Vec<(u64, Vec<u8>)> = Vec::new();
    active.for_each_frame(|number, bytes| {
        let header = FrameHeader::parse_checked(bytes);
        let header = header.map_err(|what| format!("frame {number}: {what}"))?;
        if header.number != number {
            return Err(format!("frame {} lies in the place of frame {number}", header.number));
        }
        unfinished.push((number, header.bytes.to_vec()));
        if !header.continues {
            for (_, header) in unfinished.drain(..) {
                state.add(&FrameHeader::parse(&header)?)?;
            }
        }
        Ok(())
    })?;
    Ok(unfinished.into_iter().map(|(number, _)| number).collect())
}

/// Removes snapshots that were being written when the process stopped: sled 0.34.7 fails or panics on them.
pub(super) fn remove_unfinished_snapshots(generation: &Path) -> io::Result<()> {
    if !generation.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(generation)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("snap.") && name.ends_with(".generating") {
            fs::remove_file(generation.join(name.as_ref()))?;
        }
    }
    Ok(())
}
