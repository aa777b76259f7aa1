//! A backup in one file: a compressed archive of the files, with their list at its end, so that a part of it is none.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use age::Encryptor;
use age::stream::StreamWriter;
use tempfile::NamedTempFile;

use super::collect::{Findings, Target};
use super::origin::Origin;
use super::paced::PacedFile;
use super::seal::{self, Keys, NewKeys};
use super::snapshot::{Snapshot, StoredFile};
use super::stream::{HashReader, HashWriter};
use super::watched::{Failed, Watched};
use super::{BackupError, digest_frame};

/// The name of the list in the archive.
pub(super) const LIST: &str = "waybill-backup.json";
/// A level that takes less time than the disk.
const LEVEL: i32 = 1;

type Compressed = zstd::Encoder<'static, Out>;

/// What the archive is written to.
enum Out {
    Plain(Box<HashWriter<PacedFile>>),
    /// A changed byte is found by decrypting.
    Sealed(Box<StreamWriter<PacedFile>>),
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Sealed(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Sealed(file) => file.flush(),
        }
    }
}

/// A backup in one file that is being written.
pub(super) struct SingleFileWriter {
    path: PathBuf,
    keys: NewKeys,
    unfinished: Option<(NamedTempFile, tar::Builder<Compressed>)>,
}

impl SingleFileWriter {
    pub(super) fn new(path: &Path, keys: &NewKeys) -> Result<Self, BackupError> {
        let shown = path.display();
        if path.exists() {
            return Err(BackupError::Unusable(format!("{shown} is there already")));
        }
        let is_sealed = path.extension().is_some_and(|end| end == "age");
        if is_sealed == keys.is_none() {
            return Err(BackupError::Unusable(format!(
                "the name of an encrypted backup, and of no other, ends with .age: {shown}"
            )));
        }
        let mut writer = Self { path: path.to_owned(), keys: keys.clone(), unfinished: None };
        writer.begin()?;
        Ok(writer)
    }

    fn begin(&mut self) -> Result<(), BackupError> {
        let io = || BackupError::io(self.path.display().to_string());
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let unfinished = tempfile::Builder::new()
            .prefix(".waybill-")
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(io())?;
        let file = PacedFile::new(unfinished.reopen().map_err(io())?);
        let encryptor = match self.keys.passphrase()? {
            Some(passphrase) => Some(Encryptor::with_user_passphrase(passphrase)),
            None if self.keys.recipients.is_empty() => None,
            None => Some(seal::encryptor(&self.keys.recipients)?),
        };
        let out = match encryptor {
            Some(encryptor) => Out::Sealed(Box::new(encryptor.wrap_output(file).map_err(io())?)),
            None => Out::Plain(Box::new(HashWriter::new(file))),
        };
        let mut compressed = zstd::Encoder::new(out, LEVEL).map_err(io())?;
        compressed.include_checksum(true).map_err(io())?;
        self.unfinished = Some((unfinished, tar::Builder::new(compressed)));
        Ok(())
    }

    fn append(&mut self, path: &str, content: &mut dyn Read, bytes: u64) -> io::Result<()> {
        let Some((_, archive)) = &mut self.unfinished else {
            return Err(io::Error::other("the archive is finished"));
        };
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes);
        header.set_mode(0o600);
        header.set_mtime(0);
        archive.append_data(&mut header, path, content)
    }
}

impl Target for SingleFileWriter {
    fn unchanged(&self, _: &str, _: &Origin) -> Option<StoredFile> {
        None
    }

    fn put(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        bytes: u64,
        _: Option<Origin>,
    ) -> Result<StoredFile, BackupError> {
        let mut content = HashReader::new(content);
        let shown = format!("{path} in {}", self.path.display());
        self.append(path, &mut content, bytes).map_err(BackupError::io(shown))?;
        let (read, sha256) = content.finish();
        if read != bytes {
            // The rest of the archive would be out of step.
            return Err(BackupError::Unusable(format!("{path} became shorter while it was read")));
        }
        Ok(StoredFile {
            path: path.to_owned(),
            bytes,
            sha256,
            sealed_sha256: None,
            sealed_bytes: None,
            origin: None,
        })
    }

    fn restart(&mut self) -> Result<(), BackupError> {
        self.unfinished = None;
        self.begin()
    }

    fn finish(&mut self, snapshot: &Snapshot) -> Result<Findings, BackupError> {
        let io = || BackupError::io(self.path.display().to_string());
        let text = snapshot.to_text().map_err(io())?;
        let shown = self.path.display().to_string();
        self.append(LIST, &mut text.as_slice(), text.len() as u64)
            .map_err(BackupError::io(shown))?;
        let Some((unfinished, archive)) = self.unfinished.take() else {
            return Ok(Findings::default());
        };
        let io = || BackupError::io(self.path.display().to_string());
        let out = archive.into_inner().and_then(Compressed::finish).map_err(io())?;
        let file = match out {
            Out::Plain(archive) => digest_frame::write(*archive).map_err(io())?,
            Out::Sealed(file) => file.finish().map_err(io())?,
        };
        file.finish().and_then(|file| file.sync_all()).map_err(io())?;
        unfinished.persist_noclobber(&self.path).map_err(|error| io()(error.error))?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new("."))).and_then(|f| f.sync_all()).map_err(io())?;
        // There are no others beside it.
        Ok(Findings::default())
    }
}

/// The archive in a backup of one file, decrypted, and where an error of its file is kept.
pub(super) fn open(
    path: &Path,
    keys: &Keys,
) -> Result<(tar::Archive<Box<dyn Read>>, Failed), BackupError> {
    let io = || BackupError::io(path.display().to_string());
    let file = File::open(path).map_err(io())?;
    let (content, failed): (Box<dyn Read>, _) = if path.extension().is_some_and(|end| end == "age")
    {
        let file = Watched::new(file);
        let failed = file.failed();
        (keys.open(BufReader::with_capacity(1 << 20, file))?, failed)
    } else {
        digest_frame::open(file).map_err(io())?
    };
    let archive = tar::Archive::new(Box::new(zstd::Decoder::new(content).map_err(io())?) as Box<_>);
    Ok((archive, failed))
}
