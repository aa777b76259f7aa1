//! Clients that are installed for the tests, once for all of them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;
use waybill_platform::secret::sha256_hex;

/// The clients of Python and what they need, in exact versions.
const REQUIREMENTS: &str = include_str!("../../../clients/requirements.txt");
/// How many hex digits of a digest name a folder.
const DIGITS: usize = 16;

/// The folder with pip, twine, uv, Go and the library of Helm. They are installed into the target directory if they
/// are not there yet.
pub(crate) fn python_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| {
        // The test is `<target>/<profile>/deps/<test>`.
        let test = std::env::current_exe().expect("the test binary has a path");
        let clients = test.ancestors().nth(3).expect("the target directory").join("clients");
        std::fs::create_dir_all(&clients).expect("a folder");
        // Other test binaries may install at the same time.
        let lock = File::create(clients.join("lock")).expect("a file");
        lock.lock().expect("a lock");
        let digest = sha256_hex(REQUIREMENTS.as_bytes());
        let folder = clients.join(format!("python-{}", &digest[..DIGITS]));
        if !folder.exists() {
            install(&clients, &folder);
        }
        folder.join("bin")
    })
}

/// Makes a virtual environment elsewhere and moves it, so that one that is there is whole. Its scripts name the folder
/// that they are in.
fn install(clients: &Path, folder: &Path) {
    let new = TempDir::new_in(clients).expect("a folder");
    let requirements = new.path().join("requirements.txt");
    std::fs::write(&requirements, REQUIREMENTS).expect("a file");
    let environment = new.path().join("python");
    succeeded(Command::new("python3").args(["-m", "venv"]).arg(&environment));
    let mut pip = Command::new(environment.join("bin/python"));
    pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--requirement"]);
    succeeded(pip.arg(&requirements));
    for entry in std::fs::read_dir(environment.join("bin")).expect("programs") {
        let program = entry.expect("a program").path();
        name_folder(&program, &environment, folder);
    }
    std::fs::rename(&environment, folder).expect("the clients are moved");
}

/// Replaces the folder that a script names.
fn name_folder(program: &Path, from: &Path, to: &Path) {
    // Others are binaries, or links to them.
    let Ok(text) = std::fs::read_to_string(program) else { return };
    let (from, to) = (from.to_string_lossy(), to.to_string_lossy());
    if text.contains(&*from) {
        std::fs::write(program, text.replace(&*from, &to)).expect("a script");
    }
}

fn succeeded(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?} cannot be run, and the clients of Python need it: {error}")
    });
    let printed = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "the clients of Python were not installed by {command:?}: {}{}",
        printed(&output.stdout),
        printed(&output.stderr)
    );
}
