//! The console's files are embedded from `ui/dist`. A server-only build, as in the server's tests, has an empty folder
//! there; the server then answers with a hint on how to build the console.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist");
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());
    Ok(())
}
