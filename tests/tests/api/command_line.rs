//! The command line with unusual files and closed outputs.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use waybill_tests::{Place, run, waybill};

use crate::{own, signed_in};

/// A command that waited for a pipe would wait for ever.
const ENDS_WITHIN: Duration = Duration::from_secs(60);

fn pipe(place: &Place) -> String {
    let pipe = place.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    pipe.to_str().expect("a path").to_owned()
}

fn ended(mut command: Command) -> Output {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let until = Instant::now() + ENDS_WITHIN;
    while child.try_wait().expect("it is ours").is_none() {
        if Instant::now() > until {
            child.kill().expect("it is ours");
            panic!("{command:?} waits");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().expect("its output")
}

fn error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn a_pipe_or_a_folder_instead_of_a_file_is_reported() {
    let place = Place::new();
    let pipe = pipe(&place);
    let folder = place.path("folder");
    fs::create_dir(&folder).expect("a folder");
    let tls = place.path("tls.toml");
    let written = fs::write(&tls, format!("[tls]\ncertificate = \"{pipe}\"\nkey = \"{pipe}\"\n"));
    written.expect("a configuration");
    let scenarios = place.path("scenarios");
    fs::create_dir(&scenarios).expect("a folder");
    // A symbolic link that forms a cycle, and a pipe that is named like a scenario.
    std::os::unix::fs::symlink(&scenarios, scenarios.join("again")).expect("a link");
    let named = scenarios.join("pipe.scn.yaml");
    assert!(Command::new("mkfifo").arg(&named).status().expect("mkfifo runs").success());
    let (folder, tls, scenarios) = (folder.display(), tls.display(), scenarios.display());
    for (arguments, word) in [
        (format!("serve --listen 127.0.0.1:0 --config {pipe}"), "pipe"),
        (format!("serve --listen 127.0.0.1:0 --config {folder}"), "folder"),
        (format!("serve --listen 127.0.0.1:0 --config {tls}"), "the certificate"),
        (format!("config check {tls}"), "the certificate"),
        (format!("chart matrix --config {pipe}"), "pipe"),
        (format!("scenario run {pipe}"), "no file"),
        (format!("scenario run {scenarios}"), "no file"),
        (format!("release-bundle import --manifest {pipe}"), "pipe"),
        (format!("release-bundle import --manifest {folder}"), "folder"),
        (format!("release-bundle import name 1 {pipe} --base /"), "pipe"),
        (format!("licence install {pipe}"), "pipe"),
        (format!("licence install {folder}"), "folder"),
        (format!("audit verify {folder}"), "directory"),
    ] {
        let mut command = Command::new(waybill());
        command.args(arguments.split(' ')).env("WAYBILL_DATA", place.data());
        let output = ended(command);
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), error(&output));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
        assert!(text.contains(word), "{arguments}: {text}");
    }
    assert!(!place.data().exists());
}

/// Two commands write to the file given with `-o`, with the same rule.
#[test]
fn an_existing_file_is_replaced_only_with_force_and_atomically() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        signed_in(&server).await;
        assert!(server.stop().success());
        let listed = place.run(&["audit", "list", "--json", "--data", "{data}"]);
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("JSON");
        let session = listed[0]["session"].as_str().expect("a session");
        let folder = place.path("written");
        fs::create_dir(&folder).expect("a folder");
        let file = folder.join("file");
        let name = file.to_str().expect("a path");
        for command in [["audit", "export"], ["scenario", "record"]] {
            let _ = fs::remove_file(&file);
            let written = |more: &[&str]| {
                let given = [&command[..], &[session, "--data", "{data}"], more].concat();
                let output = place.run(&given);
                (output.status.code(), error(&output))
            };
            assert_eq!(written(&["-o", name]).0, Some(0));
            let whole = fs::read(&file).expect("it exists");
            // It names people.
            let mode = fs::metadata(&file).expect("it exists").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            fs::write(&file, "mine").expect("another one");
            let (code, output_text) = written(&["-o", name]);
            assert_eq!(code, Some(2), "{output_text}");
            assert!(
                output_text.contains("is there already") && output_text.contains("--force"),
                "{output_text}"
            );
            assert_eq!(fs::read(&file).expect("it exists"), b"mine");

            // With a symbolic link, its target is replaced, with the same permissions.
            fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).expect("rights");
            let link = folder.join("link");
            std::os::unix::fs::symlink(&file, &link).expect("a link");
            assert_eq!(written(&["-o", link.to_str().expect("a path"), "--force"]).0, Some(0));
            assert!(link.is_symlink());
            assert_eq!(fs::read(&file).expect("it exists"), whole);
            let mode = fs::metadata(&file).expect("it exists").permissions().mode();
            assert_eq!(mode & 0o777, 0o604);
            fs::remove_file(&link).expect("it existed");

            // A device is written directly and not replaced.
            assert_eq!(written(&["-o", "/dev/null"]).0, Some(0));
            assert!(!Path::new("/dev/null").is_file());
            let below = file.join("below");
            for wrong in [&folder, &below, &folder.join("none/file")] {
                let (code, output_text) =
                    written(&["-o", wrong.to_str().expect("a path"), "--force"]);
                assert_eq!(code, Some(2), "{output_text}");
                assert!(output_text.contains("cannot be written"), "{output_text}");
            }
            assert_eq!(written(&["--force"]).0, Some(2));
            // No temporary file is left, whatever the outcome.
            assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        }
    });
}

#[test]
fn the_result_of_a_replay_is_available_as_json() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        signed_in(&server).await;
        assert!(server.stop().success());
        for which in [None, Some("--platform")] {
            let mut arguments = vec!["audit", "replay", "--json", "--data", "{data}"];
            arguments.extend(which);
            let output = place.run(&arguments);
            assert_eq!(output.status.code(), Some(0), "{}", error(&output));
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(report["holds"], true);
            assert!(report["records"].as_u64() > Some(0) && report["streams"].as_u64() > Some(0));
            assert_eq!(report["by_other_rules"], 0);
            let machines = report["machines"].as_object().expect("machines");
            let of_machines = machines.values().map(|counts| counts["records"].as_u64());
            assert_eq!(of_machines.sum::<Option<u64>>(), report["records"].as_u64());
        }
    });
}

#[test]
fn a_closed_output_and_a_full_disk_set_the_exit_code() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut unread = Command::new(waybill());
    unread.args(["chart", "list"]).stdout(writer);
    let output = unread.output().expect("it runs");
    assert_eq!((output.status.code(), error(&output)), (Some(141), String::new()));

    let full = || File::options().write(true).open("/dev/full").expect("a full disk");
    let mut untold = Command::new(waybill());
    let output = untold.args(["chart", "list"]).stdout(full()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(error(&output).matches("No space left").count(), 1, "{}", error(&output));
    // Standard error cannot be written either.
    let mut silent = Command::new(waybill());
    let ended = silent.args(["chart", "list"]).stdout(full()).stderr(full()).status();
    assert_eq!(ended.expect("it runs").code(), Some(1));
}
