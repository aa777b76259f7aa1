//! Makes what the sources do not have: the folder of the console's files, and the commit that is built.
//!
//! The console's files are embedded from `ui/dist`. A server-only build, as in the server's tests, has an empty folder
//! there; the server then answers with a hint on how to build the console.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Digits of the commit that are enough to find it.
const COMMIT_DIGITS: &str = "--abbrev=12";

/// Named in place of the commit by a build from an archive of the sources.
const NO_COMMIT: &str = "built without git";

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let dist = root.join("ui/dist");
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());
    let commit = Repository::of(&root).and_then(|repository| repository.commit());
    println!("cargo::rustc-env=WAYBILL_COMMIT={}", commit.as_deref().unwrap_or(NO_COMMIT));
    Ok(())
}

/// The git repository that the sources are checked out from.
struct Repository<'a>(&'a Path);

impl<'a> Repository<'a> {
    /// None for an unpacked archive, also within a repository of something else.
    fn of(root: &'a Path) -> Option<Self> {
        let repository = Self(root);
        let top = repository.git(&["rev-parse", "--show-toplevel"])?;
        let is_own = fs::canonicalize(top).ok()? == fs::canonicalize(root).ok()?;
        is_own.then_some(repository)
    }

    /// The commit and its day. This script runs again when another one is checked out.
    fn commit(&self) -> Option<String> {
        for name in ["logs/HEAD", "HEAD"] {
            let file = self.file(name).filter(|file| file.exists());
            if let Some(file) = file {
                println!("cargo::rerun-if-changed={}", file.display());
                break;
            }
        }
        self.git(&["show", "--no-patch", "--date=short", COMMIT_DIGITS, "--format=%h %cd", "HEAD"])
    }

    /// A file of git's own, which a linked worktree has in another folder.
    fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.0.join(self.git(&["rev-parse", "--git-path", name])?))
    }

    fn git(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("git").arg("-C").arg(self.0).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let text = text.trim();
        (output.status.success() && !text.is_empty()).then(|| text.to_owned())
    }
}
