//! The console's files are embedded from `ui/dist`. A build of the server alone, as in its tests, goes without
//! them: the folder is then empty, and the server says how to build them.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist");
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());
    Ok(())
}
