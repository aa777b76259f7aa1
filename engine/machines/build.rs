//! Computes the hash of the rules that decide each machine, from the sources that can change a decision.
//!
//! A record names the hash of the rules that decided it, so that a build with other rules can say "I would
//! not decide this again, I only show it" instead of reporting a false difference. Comments, blank lines and
//! indentation do not count: only what can change a decision may change the hash.
#![allow(
    clippy::disallowed_methods,
    reason = "the build reads sources; the crate itself does no I/O"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// Every machine is decided by its own file and by these.
const SHARED: [&str; 6] =
    ["machine.rs", "call.rs", "secret.rs", "time.rs", "facts.rs", "sign_in.rs"];

/// A large machine may keep its types and its steps in files of their own, which decide with it.
const PARTS: [&str; 2] = ["_types", "_steps"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = Path::new("src");
    println!("cargo::rerun-if-changed=src");
    let mut shared: Vec<PathBuf> = SHARED.iter().map(|name| source.join(name)).collect();
    for entry in fs::read_dir(source.join("rules"))? {
        shared.push(entry?.path());
    }
    shared.sort();
    let mut machines = BTreeMap::new();
    for entry in fs::read_dir(source.join("machines"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_part = PARTS.iter().any(|part| name.ends_with(part));
        if name == "mod" || is_part || name.ends_with("_examples") {
            continue;
        }
        let parts = PARTS.iter().map(|part| path.with_file_name(format!("{name}{part}.rs")));
        let parts: Vec<PathBuf> = parts.filter(|part| part.exists()).collect();
        let mut hash = Sha256::new();
        for file in shared.iter().chain([&path]).chain(&parts) {
            hash.update(meaning(&fs::read_to_string(file)?));
        }
        machines.insert(name, hash.finalize());
    }
    let mut table = String::from("pub(crate) const RULES: &[(&str, &str)] = &[\n");
    let mut all = Sha256::new();
    for (name, hash) in machines {
        all.update(hash);
        writeln!(table, "    (\"{name}\", \"{}\"),", hex(&hash))?;
    }
    table.push_str("];\n");
    writeln!(table, "/// 16 hex digits: the hash of all machines' rules together.")?;
    writeln!(table, "pub const CHARTS_HASH: &str = \"{}\";", hex(&all.finalize()))?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rules.rs"), table)?;
    Ok(())
}

/// The first 16 hex digits of a hash.
fn hex(hash: &[u8]) -> String {
    hash.iter().take(8).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The source without comment lines, indentation, blank lines and unit tests.
fn meaning(source: &str) -> String {
    let code = source.split("\n#[cfg(test)]").next().unwrap_or(source);
    code.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .fold(String::new(), |text, line| text + line + "\n")
}
