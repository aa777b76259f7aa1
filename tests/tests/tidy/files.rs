//! The repository's files, as read by the rules.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the repository: its path from the root, and its content.
pub struct File {
    pub path: String,
    pub text: String,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn files() -> Vec<File> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let foreign = ["target", "node_modules", "dist", ".git", "waybill-data"];
                if !foreign.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if name == ".git" {
                // In a linked worktree, it is a file that names a folder of this machine.
            } else if let Ok(text) = fs::read_to_string(&path) {
                let path =
                    path.strip_prefix(&root).expect("it is below the root").to_string_lossy();
                found.push(File { path: path.into_owned(), text });
            }
        }
    }
    found
}

pub fn is_code(file: &File) -> bool {
    [".rs", ".ts", ".tsx", ".mjs"].iter().any(|ending| file.path.ends_with(ending))
        && !file.path.starts_with("ui/src/generated/")
}

/// Lines of code with their numbers, without comments and, in Rust, without unit tests.
pub fn code(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let code = file.text.split("\n#[cfg(test)]").next().unwrap_or(&file.text);
    let lines = code.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.starts_with("//") && !line.starts_with('*'))
}

pub fn lines_with(file: &File, words: &[&str]) -> Vec<String> {
    code(file)
        .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
        .map(|(number, line)| format!("line {number}: {line}"))
        .collect()
}
