//! A command line whose files are no files, and whose output nobody takes.

use std::fs::{self, File};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use waybill_tests::{Place, waybill};

/// Whatever waits for a pipe would wait for ever.
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
    child.wait_with_output().expect("what it said")
}

fn error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn a_pipe_or_a_folder_in_the_place_of_a_file_is_told() {
    let place = Place::new();
    let pipe = pipe(&place);
    let folder = place.path("folder");
    fs::create_dir(&folder).expect("a folder");
    let tls = place.path("tls.toml");
    let written = fs::write(&tls, format!("[tls]\ncertificate = \"{pipe}\"\nkey = \"{pipe}\"\n"));
    written.expect("a configuration");
    let stories = place.path("stories");
    fs::create_dir(&stories).expect("a folder");
    // A link that leads round in circles, and a pipe that is named as a story is.
    std::os::unix::fs::symlink(&stories, stories.join("again")).expect("a link");
    let named = stories.join("pipe.scn.yaml");
    assert!(Command::new("mkfifo").arg(&named).status().expect("mkfifo runs").success());
    let (folder, tls, stories) = (folder.display(), tls.display(), stories.display());
    for (arguments, word) in [
        (format!("serve --listen 127.0.0.1:0 --config {pipe}"), "pipe"),
        (format!("serve --listen 127.0.0.1:0 --config {folder}"), "folder"),
        (format!("serve --listen 127.0.0.1:0 --config {tls}"), "the certificate"),
        (format!("config check {tls}"), "the certificate"),
        (format!("chart matrix --config {pipe}"), "pipe"),
        (format!("scenario run {pipe}"), "no file"),
        (format!("scenario run {stories}"), "no file"),
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

#[test]
fn whoever_reads_the_output_may_go_away_and_the_disk_behind_it_may_be_full() {
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
    // Not even that can be told.
    let mut silent = Command::new(waybill());
    let ended = silent.args(["chart", "list"]).stdout(full()).stderr(full()).status();
    assert_eq!(ended.expect("it runs").code(), Some(1));
}
