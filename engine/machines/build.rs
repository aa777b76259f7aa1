//! Computes the rules hash of each machine from the items of the sources that can change a decision.
//!
//! A record names the hash of the rules that decided it, so that a build with other rules can report "decided by other
//! rules, shown only" instead of a false difference.
#![allow(
    clippy::disallowed_methods,
    reason = "the build reads sources; the crate itself does no I/O"
)]

#[path = "build/mod.rs"]
mod analysis;
#[path = "build/table.rs"]
mod table;

use std::path::{Path, PathBuf};
use std::{env, fs};

use analysis::{Sources, analyse};

/// The file with the versions of all dependencies.
const LOCK: &str = "../../Cargo.lock";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lock = fs::read_to_string(LOCK).map_err(|error| format!("{LOCK}: {error}"))?;
    let sources = Sources::read(Path::new("."))?;
    // The test of this analysis runs this program again on changed sources.
    let changes: Vec<String> = env::args().skip(1).collect();
    if !changes.is_empty() {
        return compare(&sources, &lock, &changes);
    }
    for input in ["build.rs", "build", "src", LOCK] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rustc-env=RULES_ANALYSIS={}", env::current_exe()?.display());
    let found = analyse(&sources, &lock)?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("rules.rs"), table::hashes(&found))?;
    fs::write(out.join("inputs.rs"), table::inputs(&found))?;
    Ok(())
}

/// Prints the hashes of the sources for each folder, with the files of that folder replacing the crate's own.
fn compare(
    sources: &Sources,
    lock: &str,
    folders: &[String],
) -> Result<(), Box<dyn std::error::Error>> {
    for folder in folders {
        let mut changed = sources.clone();
        changed.0.extend(Sources::read(Path::new(folder))?.0);
        let own_lock = fs::read_to_string(Path::new(folder).join("Cargo.lock"));
        let found = analyse(&changed, own_lock.as_deref().unwrap_or(lock))?;
        for (machine, rules) in found.machines {
            println!("{folder}\t{machine}\t{}", rules.hash);
        }
        println!("{folder}\t*\t{}", found.charts_hash);
    }
    Ok(())
}
