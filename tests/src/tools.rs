//! Programs that are installed for tests and benchmarks, once for all of them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use waybill_platform::secret::sha256_hex;

/// How many hex digits of a digest name a folder.
const DIGITS: usize = 16;

/// The folder of pip, twine and uv.
///
/// # Panics
/// If they cannot be installed, as for all programs here.
pub fn python_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| with_pip(include_str!("../clients/requirements.txt")))
}

/// The folder of the programs of Python that only the long tests need.
pub fn more_python_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| with_pip(include_str!("../clients/more-requirements.txt")))
}

/// The folder of aiosmtpd, a mail server.
pub fn mail_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| with_pip(include_str!("../clients/smtp-requirements.txt")))
}

/// The folder of scim2-tester, which checks servers of SCIM.
pub fn scim_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| with_pip(include_str!("../clients/scim-requirements.txt")))
}

/// The folder of moto, a store that speaks S3.
pub fn store_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| with_pip(include_str!("../clients/s3-requirements.txt")))
}

/// The folder of the programs of Node that only the long tests need.
pub fn node_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| with_npm(include_str!("../clients/node-packages.json")))
}

/// The folder of the libraries of Node: one whose order of versions is compared with ours, and a client of the
/// platform.
pub fn node_libraries() -> &'static Path {
    static LIBRARIES: OnceLock<PathBuf> = OnceLock::new();
    LIBRARIES.get_or_init(|| with_npm(include_str!("../clients/node-libraries.json")))
}

/// The folder of the toolchain of Go, which is a package of Python.
///
/// # Panics
/// If it cannot be installed, as for all programs here.
pub fn go_tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| {
        let lib = more_python_tools().parent().expect("a folder").join("lib");
        let mut versions = std::fs::read_dir(lib).expect("the packages");
        let version = versions.next().expect("a version of Python").expect("a folder");
        version.path().join("site-packages/go")
    })
}

/// NORA, a server of packages that benchmarks are compared with. Compiling it takes minutes.
///
/// # Panics
/// If it cannot be installed, as for all programs here.
pub fn nora() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| with_cargo("nora-registry", "1.4.3").join("nora"))
}

/// The folder of the programs of a crate.
fn with_cargo(name: &str, version: &str) -> PathBuf {
    let folder = installed("cargo", &format!("{name} {version}"), |folder| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["install", name, "--version", &format!("={version}"), "--root"]).arg(folder);
        let target = folder.join("target");
        succeeded(cargo.env("CARGO_TARGET_DIR", &target).current_dir(folder));
        std::fs::remove_dir_all(target).expect("what it was compiled from");
    });
    folder.join("bin")
}

/// A virtual environment with what is required.
fn with_pip(requirements: &str) -> PathBuf {
    let folder = installed("python", requirements, |folder| {
        let file = folder.join("requirements.txt");
        std::fs::write(&file, requirements).expect("a file");
        succeeded(Command::new("python3").args(["-m", "venv"]).arg(folder));
        let mut pip = Command::new(folder.join("bin/python"));
        pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-deps"]);
        succeeded(pip.arg("--requirement").arg(&file));
    });
    folder.join("bin")
}

/// The packages of npm that a manifest depends on.
fn with_npm(manifest: &str) -> PathBuf {
    let folder = installed("node", manifest, |folder| {
        std::fs::write(folder.join("package.json"), manifest).expect("a file");
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock"]);
        succeeded(npm.current_dir(folder));
    });
    folder.join("node_modules/.bin")
}

/// The folder in the target directory for what is required, in which it is installed if it is not there yet.
fn installed(kind: &str, required: &str, install: impl FnOnce(&Path)) -> PathBuf {
    // The test is `<target>/<profile>/deps/<test>`.
    let test = std::env::current_exe().expect("the test binary has a path");
    let clients = test.ancestors().nth(3).expect("the target directory").join("clients");
    std::fs::create_dir_all(&clients).expect("a folder");
    // Other test binaries may install at the same time.
    let lock = File::create(clients.join("lock")).expect("a file");
    lock.lock().expect("a lock");
    let digest = sha256_hex(required.as_bytes());
    let folder = clients.join(format!("{kind}-{}", &digest[..DIGITS]));
    let whole = folder.join("whole");
    if !whole.exists() {
        // An interrupted installation begins again. Scripts name the folder that they are in, so it is never moved.
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir(&folder).expect("a folder");
        install(&folder);
        std::fs::write(whole, "").expect("a file");
    }
    folder
}

fn succeeded(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?} cannot be run, and the clients of the tests need it: {error}")
    });
    let printed = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "clients of the tests were not installed by {command:?}: {}{}",
        printed(&output.stdout),
        printed(&output.stderr)
    );
}
