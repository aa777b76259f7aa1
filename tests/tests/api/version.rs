//! Which build a binary is: on the command line, in the log, and in the metrics.

use std::fs;
use std::path::Path;
use std::process::Command;

use waybill_tests::{Browser, Place, run, waybill};

use crate::secrets::free_port;

fn output(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.org"]);
    output(command.args(arguments))
}

#[test]
fn the_commit_is_named_wherever_the_version_is() {
    let version = output(Command::new(waybill()).arg("--version"));
    let (name, commit) =
        version.strip_suffix(')').and_then(|all| all.split_once(" (")).expect(&version);
    assert_eq!(name, format!("waybill {}", env!("CARGO_PKG_VERSION")));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if root.join(".git").exists() {
        let (digits, _day) = commit.split_once(' ').expect(commit);
        git(&root, &["cat-file", "-e", &format!("{digits}^{{commit}}")]);
    } else {
        assert_eq!(commit, "built without git");
    }
    run(async {
        let address = free_port();
        let place = Place::new().with_settings(&format!("metrics_listen = \"{address}\"\n"));
        let server = place.start();
        let log = place.log();
        let starts = log.lines().find(|line| line.contains("waybill starts")).expect(&log);
        assert!(starts.contains(&format!("commit=\"{commit}\"")), "{starts}");
        let mut prometheus = Browser::new(&server);
        prometheus.address = address;
        let page = String::from_utf8_lossy(&prometheus.get("/metrics").await.body).into_owned();
        let build = page.lines().find(|line| line.starts_with("waybill_build_info{")).expect(&page);
        assert!(
            build.contains(&format!("commit=\"{commit}\"")) && build.ends_with(" 1"),
            "{build}"
        );
    });
}

#[test]
fn only_a_checkout_of_the_sources_themselves_names_a_commit() {
    let folder = tempfile::tempdir().expect("a directory");
    let (outer, sources) = (folder.path(), folder.path().join("waybill"));
    fs::create_dir_all(sources.join("api")).expect("a folder");
    let program = outer.join("build");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-o"]).arg(&program);
    rustc.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/build.rs"));
    output(rustc.env("CARGO_MANIFEST_DIR", sources.join("api")));
    let commit = || {
        let printed = output(&mut Command::new(&program));
        let line =
            printed.lines().find_map(|line| line.strip_prefix("cargo::rustc-env=WAYBILL_COMMIT="));
        (line.expect(&printed).to_owned(), printed.contains("logs/HEAD"))
    };
    let none = ("built without git".to_owned(), false);
    assert_eq!(commit(), none);
    // The archive was unpacked within a repository of something else.
    git(outer, &["init", "--quiet"]);
    git(outer, &["commit", "--quiet", "--allow-empty", "--message", "other"]);
    assert_eq!(commit(), none);
    git(&sources, &["init", "--quiet"]);
    git(&sources, &["commit", "--quiet", "--allow-empty", "--message", "own"]);
    let digits = git(&sources, &["rev-parse", "--short=12", "HEAD"]);
    let (named, is_watched) = commit();
    assert!(named.starts_with(&format!("{digits} ")) && is_watched, "{named}");
}
