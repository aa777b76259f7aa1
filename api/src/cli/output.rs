//! Files that commands write. An existing file is replaced only with `--force`. The content is written to a temporary
//! file that is renamed when complete, so that an interrupted command leaves no partial file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::{Builder, NamedTempFile};

use super::BadInput;

/// The permissions of a new file that may name people: a log, or a scenario made of one.
const PRIVATE: u32 = 0o600;
/// The permissions of a new report, before the umask is applied.
const REPORT: u32 = 0o666;

/// Where a command writes to.
#[derive(Debug, Args)]
pub struct Output {
    /// The file to write; standard output when there is none.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if there is one.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Output {
    /// Reports errors that writing would have, before the content is produced.
    pub fn check(&self) -> anyhow::Result<()> {
        let Some(path) = &self.output else { return Ok(()) };
        let place = Place::of(path).map_err(|error| cannot(path, &error))?;
        if matches!(place, Place::File { is_there: true, .. }) && !self.force {
            return Err(is_there(path));
        }
        Ok(())
    }

    /// Writes everything. Returns the path of the file, if it is one.
    pub fn write<T>(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<(T, Option<&Path>)> {
        let Some(path) = &self.output else {
            let mut buffered = BufWriter::new(io::stdout().lock());
            let filled = fill(&mut buffered)?;
            buffered.flush()?;
            return Ok((filled, None));
        };
        self.check()?;
        Ok((to_file(path, self.force, PRIVATE, fill)?, Some(path)))
    }
}

/// Replaces a file that is expected to exist from an earlier run: a report, or a file to be rewritten.
pub(super) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    to_file(path, true, REPORT, |out| Ok(out.write_all(text.as_bytes())?))
}

fn to_file<T>(
    path: &Path,
    force: bool,
    mode: u32,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let bad = |error: &io::Error| cannot(path, error);
    match Place::of(path).map_err(|error| bad(&error))? {
        Place::Stream => {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| bad(&error))?;
            filled(file, fill).map(|(_, done)| done)
        }
        Place::File { path: target, .. } => {
            let folder = match target.parent() {
                Some(folder) if folder != Path::new("") => folder,
                _ => Path::new("."),
            };
            let mut builder = Builder::new();
            let builder = builder.prefix(".waybill-").permissions(fs::Permissions::from_mode(mode));
            let unfinished = builder.tempfile_in(folder).map_err(|error| bad(&error))?;
            let (unfinished, done) = filled(unfinished, fill)?;
            unfinished.as_file().sync_all().map_err(|error| bad(&error))?;
            take_its_name(unfinished, &target, force).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => is_there(path),
                _ => bad(&error),
            })?;
            Ok(done)
        }
    }
}

fn filled<W: Write, T>(
    file: W,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<(W, T)> {
    let mut buffered = BufWriter::new(file);
    let done = fill(&mut buffered)?;
    Ok((buffered.into_inner().map_err(io::IntoInnerError::into_error)?, done))
}

fn take_its_name(unfinished: NamedTempFile, target: &Path, force: bool) -> io::Result<File> {
    if !force {
        return Ok(unfinished.persist_noclobber(target)?);
    }
    // The new file keeps the permissions of the one it replaces.
    if let Ok(old) = fs::metadata(target) {
        unfinished.as_file().set_permissions(old.permissions())?;
    }
    Ok(unfinished.persist(target)?)
}

/// The kind of target that a path names.
enum Place {
    /// A file, or a path that does not exist. Symbolic links are resolved.
    File { path: PathBuf, is_there: bool },
    /// A pipe or a device, which is written directly.
    Stream,
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        if let Err(error) = path.symlink_metadata()
            && error.kind() == io::ErrorKind::NotFound
        {
            return Ok(Self::File { path: path.to_owned(), is_there: false });
        }
        let kind = path.metadata()?.file_type();
        if kind.is_dir() {
            return Err(io::Error::other("it is a folder; name a file"));
        }
        if kind.is_file() {
            return Ok(Self::File { path: path.canonicalize()?, is_there: true });
        }
        Ok(Self::Stream)
    }
}

fn is_there(path: &Path) -> anyhow::Error {
    let path = path.display();
    BadInput(format!("{path} is there already: name another file, or replace it with --force"))
        .into()
}

fn cannot(path: &Path, error: &io::Error) -> anyhow::Error {
    BadInput(format!("{} cannot be written: {error}", path.display())).into()
}
