//! Runs the analysis of the build script again, on changed sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the hash of all machines together.
pub const ALL: &str = "*";

/// The only file that belongs to the workspace and not to the crate.
pub const LOCK: &str = "Cargo.lock";

/// The texts of changed files, by their paths within the crate's folder.
#[derive(Default)]
pub struct Change(BTreeMap<String, String>);

impl Change {
    /// Replaces a text that occurs once in a file.
    pub fn replace(file: &str, from: &str, to: &str) -> Self {
        Self::default().and(file, from, to)
    }

    /// As [`Change::replace`], in addition to earlier changes.
    pub fn and(mut self, file: &str, from: &str, to: &str) -> Self {
        let text = self.text(file);
        assert_eq!(text.matches(from).count(), 1, "{file} must have '{from}' once");
        self.0.insert(file.to_owned(), text.replace(from, to));
        self
    }

    /// Copies a file.
    pub fn copy(mut self, from: &str, to: &str) -> Self {
        let text = self.text(from);
        self.0.insert(to.to_owned(), text);
        self
    }

    /// Adds a statement to the first function with this name.
    pub fn function(mut self, file: &str, name: &str) -> Self {
        let text = self.text(file);
        let begin = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("{file}: {name}"));
        let body = begin + text[begin..].find("{\n").expect("a function has a body") + 1;
        let text = format!("{} std::hint::black_box(17); {}", &text[..body], &text[body..]);
        self.0.insert(file.to_owned(), text);
        self
    }

    fn text(&self, file: &str) -> String {
        let folder = if file == LOCK { "../.." } else { "." };
        let path = crate_folder().join(folder).join(file);
        let read = || fs::read_to_string(path).expect("the file is there");
        self.0.get(file).cloned().unwrap_or_else(read)
    }
}

/// For each change the names of the machines whose hash it changes, and [`ALL`].
pub fn changed(test: &str, changes: &[Change]) -> Vec<BTreeSet<String>> {
    let nothing = Change::default();
    let hashes = hashes(test, [&nothing].into_iter().chain(changes));
    let before = &hashes[0];
    let differing = |after: &BTreeMap<String, String>| {
        let names = before.keys().chain(after.keys());
        names.filter(|name| after.get(*name) != before.get(*name)).cloned().collect()
    };
    hashes[1..].iter().map(differing).collect()
}

/// For each change the hashes by machine, with that of all together under [`ALL`].
pub fn hashes<'c>(
    test: &str,
    changes: impl IntoIterator<Item = &'c Change>,
) -> Vec<BTreeMap<String, String>> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rules_hash").join(test);
    let _ = fs::remove_dir_all(&root);
    let mut folders = Vec::new();
    for (number, change) in changes.into_iter().enumerate() {
        let folder = root.join(number.to_string());
        fs::create_dir_all(folder.join("src")).expect("a folder can be made");
        for (file, text) in &change.0 {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(file, text).expect("a file can be written");
        }
        folders.push(folder);
    }
    analyse(&folders)
}

/// The hashes by machine, for each folder.
fn analyse(folders: &[PathBuf]) -> Vec<BTreeMap<String, String>> {
    let output = Command::new(env!("RULES_ANALYSIS"))
        .current_dir(crate_folder())
        .args(folders)
        .output()
        .expect("the build's analysis can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints text");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    folders
        .iter()
        .map(|folder| {
            let own = lines.iter().filter(|line| Path::new(line[0]) == folder);
            own.map(|line| (line[1].to_owned(), line[2].to_owned())).collect()
        })
        .collect()
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
