//! A bare repository, made and read by the program `git`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The branch that is checked out by default.
pub(super) const BRANCH: &str = "main";

/// A repository.
pub(super) struct Repository {
    /// The number of a server for it.
    pub(super) number: usize,
    /// The owner, or the project, and the name.
    pub(super) name: String,
    folder: PathBuf,
}

/// A file or a folder of a commit.
pub(super) struct Entry {
    pub(super) mode: String,
    /// `blob`, `tree`, or `commit` for a submodule.
    pub(super) kind: String,
    pub(super) hash: String,
    pub(super) bytes: Option<u64>,
    pub(super) path: String,
}

impl Entry {
    pub(super) fn is_file(&self) -> bool {
        self.kind == "blob"
    }

    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

impl Repository {
    pub(super) fn make(folder: &Path, number: usize, name: &str, files: &[(&str, &str)]) -> Self {
        let (work, bare) = (folder.join("work"), folder.join("bare.git"));
        fs::create_dir_all(&work).expect("a folder");
        let run = |arguments: &[&str]| {
            assert!(git(&work, arguments).is_some(), "git {arguments:?} fails");
        };
        run(&["init", "--quiet", "--initial-branch", BRANCH, "."]);
        for (path, content) in files {
            let file = work.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, content).expect("a file");
        }
        if !files.is_empty() {
            run(&["add", "--all", "--force"]);
            run(&["commit", "--quiet", "--message", "The first one"]);
        }
        run(&["clone", "--quiet", "--bare", ".", bare.to_str().expect("a path")]);
        Self { number, name: name.to_owned(), folder: bare }
    }

    /// The owner, or the project.
    pub(super) fn owner(&self) -> &str {
        self.name.split_once('/').map_or("", |(owner, _)| owner)
    }

    /// The name without the owner.
    pub(super) fn slug(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }

    /// Every second one is public.
    pub(super) fn is_private(&self) -> bool {
        self.number % 2 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commit("HEAD").is_none()
    }

    /// The hash of the commit that a branch or a hash names.
    pub(super) fn commit(&self, revision: &str) -> Option<String> {
        let commit = format!("{revision}^{{commit}}");
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        let printed = git(&self.folder, &arguments)?;
        Some(String::from_utf8_lossy(&printed).trim().to_owned())
    }

    /// All files and folders of a commit.
    pub(super) fn entries(&self, commit: &str) -> Vec<Entry> {
        let listed = git(&self.folder, &["ls-tree", "-r", "-t", "-l", "-z", commit]);
        let listed = listed.unwrap_or_default();
        let lines = listed.split(|byte| *byte == 0).filter(|line| !line.is_empty());
        lines.filter_map(|line| entry(&String::from_utf8_lossy(line))).collect()
    }

    /// The content of a file of a commit.
    pub(super) fn file(&self, commit: &str, path: &str) -> Option<Vec<u8>> {
        git(&self.folder, &["cat-file", "blob", &format!("{commit}:{path}")])
    }
}

/// A line of `git ls-tree`: mode, type, hash and size, and the path behind a tab.
fn entry(line: &str) -> Option<Entry> {
    let (fields, path) = line.split_once('\t')?;
    let mut fields = fields.split_whitespace().map(str::to_owned);
    let (mode, kind, hash) = (fields.next()?, fields.next()?, fields.next()?);
    let bytes = fields.next()?.parse().ok();
    Some(Entry { mode, kind, hash, bytes, path: path.to_owned() })
}

/// The output of `git`, whatever this user has configured; none if it fails.
fn git(folder: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    for setting in ["user.name=Ann", "user.email=ann@example.org", "core.autocrlf=false"] {
        command.args(["-c", setting]);
    }
    command.args(arguments);
    // Within a hook of Git, these name the repository of the hook.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().expect("git is installed");
    output.status.success().then_some(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_has_what_was_committed() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [("Cargo.lock", "version = 4\n"), ("dünn/go 1/go.mod", "module a\n")];
        let made = Repository::make(&folder.path().join("1"), 1, "team/shop", &files);
        let head = made.commit(BRANCH).expect("a commit");
        assert_eq!((made.commit(&head), made.commit("none")), (Some(head.clone()), None));
        assert_eq!(made.commit("--all"), None);
        let entries = made.entries(&head);
        let paths: Vec<_> = entries.iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, ["Cargo.lock", "dünn", "dünn/go 1", "dünn/go 1/go.mod"]);
        assert_eq!((entries[0].bytes, entries[1].bytes), (Some(12), None));
        let content = made.file(&head, "dünn/go 1/go.mod").expect("a file");
        assert_eq!((content.as_slice(), made.file(&head, "dünn")), (&b"module a\n"[..], None));
        let empty = Repository::make(&folder.path().join("2"), 2, "team/empty", &[]);
        assert!(empty.is_empty() && !empty.is_private() && made.is_private());
    }
}
