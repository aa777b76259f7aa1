//! Rules for every file.

use crate::files::{File, is_code};

/// A longer file has more than one subject.
const LINES_MAX: usize = 500;
/// A longer line does not fit next to another window.
const COLUMNS_MAX: usize = 120;

pub fn short(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let too_long = is_code(file) && lines > LINES_MAX;
    too_long
        .then(|| format!("it has {lines} lines; {LINES_MAX} are the most"))
        .into_iter()
        .collect()
}

pub fn narrow(file: &File) -> Vec<String> {
    if !is_code(file) {
        return Vec::new();
    }
    let long = file.text.lines().enumerate().filter(|(_, line)| {
        // User-visible texts and URLs are not wrapped.
        line.chars().count() > COLUMNS_MAX
            && !line.contains('"')
            && !line.contains('\'')
            && !line.contains('`')
    });
    long.map(|(index, _)| format!("line {} is over {COLUMNS_MAX} columns", index + 1)).collect()
}

pub fn finished(file: &File) -> Vec<String> {
    if !is_code(file) || file.path.starts_with("tests/tests/tidy/") {
        return Vec::new();
    }
    // Unit tests are included: an ignored test proves nothing.
    let words = [
        "todo!(",
        "unimplemented!(",
        "TODO",
        "FIXME",
        "XXX",
        "#[ignore",
        ".skip(true",
        "it.skip",
        "it.only",
        "dbg!(",
    ];
    let lines = file.text.lines().enumerate();
    let found = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(index, line)| format!("line {}: {}", index + 1, line.trim())).collect()
}

pub fn portable(file: &File) -> Vec<String> {
    if file.path.starts_with("tests/tests/tidy/") {
        return Vec::new();
    }
    let hosts = ["crates.io/", "registry.npmjs", "pypi.org", "/root/", "/work/"];
    let lock = file.path == "Cargo.lock";
    let found = file.text.lines().enumerate().filter(|(_, line)| {
        // Cargo's lock file names its source by a fixed text, which is not the URL of a mirror.
        hosts.iter().any(|host| line.contains(host)) && !(lock && line.starts_with("source = "))
    });
    found.map(|(index, _)| format!("line {}", index + 1)).collect()
}

pub fn generated(file: &File) -> Vec<String> {
    let marked =
        !file.path.starts_with("ui/src/generated/") || file.text.starts_with("// Generated");
    if marked { Vec::new() } else { vec!["it has no mark in its first line".to_owned()] }
}

/// The requirement ids that a file covers.
pub fn covered(text: &str) -> Vec<String> {
    let lists = text.match_indices("covers: [").filter_map(|(start, mark)| {
        let rest = &text[start + mark.len()..];
        rest.find(']').map(|end| &rest[..end])
    });
    let ids = lists
        .flat_map(|list| list.split([',', '\n']))
        .map(|id| id.trim().trim_start_matches("//!").trim());
    let well_formed = ids.filter(|id| {
        id.split_once('-').is_some_and(|(area, number)| {
            !area.is_empty()
                && area.bytes().all(|byte| byte.is_ascii_uppercase())
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    });
    well_formed.map(str::to_owned).collect()
}
