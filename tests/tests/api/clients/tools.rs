//! Clients that come as packages of Python, installed once for all tests.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};
use waybill_platform::secret::hex;

/// The packages, with exact versions.
const REQUIREMENTS: &str = include_str!("../../../clients/requirements.txt");
/// The folder of all that is installed, which a build keeps.
const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/clients");
/// The file that says that everything was installed.
const COMPLETE: &str = "complete";

/// The folder of the programs of the packages. They are installed if they are not.
pub(crate) fn python_tools() -> &'static Path {
    static PROGRAMS: OnceLock<PathBuf> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let folder = folder();
        let clients = folder.parent().expect("a folder");
        std::fs::create_dir_all(clients).expect("a folder for clients");
        // Tests of another process wait until it is installed.
        let lock = File::create(clients.join("python.lock")).expect("a lock");
        lock.lock().expect("the lock");
        if !folder.join(COMPLETE).exists() {
            install(&folder);
        }
        folder.join("bin")
    })
}

fn folder() -> PathBuf {
    let digest = hex(&Sha256::digest(REQUIREMENTS));
    Path::new(CLIENTS).join(format!("python-{}", &digest[..16]))
}

/// Installs the packages. The programs name the folder that they were installed to, so it is not moved afterwards; what
/// an interrupted installation left is removed first.
fn install(folder: &Path) {
    if folder.exists() {
        std::fs::remove_dir_all(folder).expect("what is incomplete is removed");
    }
    let requirements = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/requirements.txt");
    run(Command::new("python3").args(["-m", "venv"]).arg(folder));
    run(Command::new(folder.join("bin/python"))
        .args(["-m", "pip", "install", "--disable-pip-version-check", "--no-deps"])
        .args(["--requirement", requirements]));
    std::fs::write(folder.join(COMPLETE), "").expect("a file");
}

fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().expect("Python runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "clients were not installed:\n{printed}\n{errors}");
}
