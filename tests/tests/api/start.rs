//! Failing starts and incorrect command lines: an exit code, and a sentence that says what to do.

use std::fs;
use std::process::{Command, Output};

use waybill_tests::{Place, or_not_run, run, waybill};

use crate::own;

fn output_text(output: &Output) -> String {
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(!text.contains("panicked"), "{text}");
    text
}

fn assert_ends(output: &Output, code: i32, words: &[&str]) {
    let text = output_text(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains("Waybill is ready"), "{text}");
}

#[test]
fn a_data_directory_in_use_is_left_alone() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        assert_ends(&place.start_fails("127.0.0.1:0"), 2, &["in use"]);
        let in_use = |command: &str, words: &[&str]| {
            let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
            assert_ends(&place.run(&arguments), 2, words);
        };
        for command in
            ["fsck --repair", "release-bundle list", "release-bundle import name 1 Cargo.toml"]
        {
            in_use(command, &["in use"]);
        }
        // A server that is stopping or was started by an older build does not listen at its socket.
        fs::remove_file(place.data().join("waybill.sock")).expect("it listens there");
        for command in [
            "user list",
            "user disable ann",
            "token list",
            "licence show",
            "audit list",
            "audit replay",
            // It is unknown whether it verifies, which differs from a failed check.
            "audit verify",
            "fsck",
        ] {
            in_use(command, &["in use by process", "no server answers at", "waybill.sock"]);
        }
        // The server is not affected.
        crate::signed_in(&server).await;
    });
}

#[test]
fn a_data_directory_of_a_newer_version_is_left_alone() {
    let place = Place::new();
    place.start().stop();
    for journal in ["sessions", "platform"] {
        let format = place.data().join("journal").join(journal).join("FORMAT");
        let old = fs::read_to_string(&format).expect("a format");
        fs::write(&format, "waybill-journal 5\n").expect("a newer one");
        assert_ends(&place.start_fails("127.0.0.1:0"), 2, &["newer", "upgrade"]);
        fs::write(&format, old).expect("the old one");
    }
    place.start().stop();
}

#[test]
fn an_unwritable_data_directory_is_reported() {
    let place = Place::new();
    place.start().stop();
    // A read-only bind mount in a separate mount namespace: file modes do not restrict root.
    let script =
        "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" && shift && exec \"$@\"";
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", script, "sh"])
        .arg(place.data())
        .arg(waybill())
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(place.data())
        .output();
    match output {
        Ok(output)
            if !output_text(&output).contains("mount:")
                && !output_text(&output).contains("unshare:") =>
        {
            assert_ends(&output, 2, &["ead-only"]);
        }
        _ => drop(or_not_run(None::<()>, "a read-only mount is not possible here")),
    }
    let file = place.path("file");
    fs::write(&file, "").expect("a file");
    let output = Command::new(waybill())
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(file.join("below"))
        .output();
    assert_ends(&output.expect("it runs"), 2, &["--data", "cannot be made"]);
}

#[test]
fn a_port_in_use_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let place = Place::new();
    assert_ends(&place.start_fails(&address), 2, &[&address, "in use", "--listen"]);
    // No data directory was created, since it might be the wrong one.
    assert!(!place.data().exists());
    let metrics = Place::new().with_settings(&format!("metrics_listen = \"{address}\"\n"));
    assert_ends(&metrics.start_fails("127.0.0.1:0"), 2, &[&address, "in use"]);
}

#[test]
fn an_invalid_configuration_is_bad_input() {
    let cases = [
        ("nonsense = 1\n", "nonsense"),
        ("listen = \"here\"\n", "listen"),
        ("public_url = \"waybill.example.org\"\n", "https://waybill.example.org"),
        ("public_url = \"https://waybill.example.org/?a=b\"\n", "has a query"),
        ("public_url = \"https://waybill.example.org/#a\"\n", "has a fragment"),
        ("public_url = \"https://waybill.example.org/a/../b\"\n", "neither '.' nor '..'"),
        ("public_url = \"https://waybill.example.org/a b\"\n", "no public address"),
        ("[tls]\ncertificate = \"none.pem\"\nkey = \"none.pem\"\n", "none.pem"),
        ("[tls]\ncertificate = \"none.pem\"\n", "key"),
        ("[installation.access]\ntotp_skew_steps = 2\n", "totp_skew_steps"),
        ("[installation.access]\nmfa_required = \"sometimes\"\n", "mfa_required"),
        ("= 1\n", "line 1"),
        ("[logs]\nrotate_at_bytes = 0\n", "rotate_at_bytes"),
        ("new_sessions_a_minute = 0\n", "new_sessions_a_minute"),
        ("data = \"\"\n", "names no folder"),
        ("[outbound]\ncertificates = \"/dev/zero\"\n", "no file"),
    ];
    for (settings, word) in cases {
        let place = Place::new().with_settings(settings);
        assert_ends(
            &place.start_fails("127.0.0.1:0"),
            2,
            &["configuration", word].map(|word| {
                // Some of these messages are only about the value.
                if settings.starts_with("public_url")
                    || settings.contains("none.pem\"\nkey") && word == "configuration"
                {
                    ""
                } else {
                    word
                }
            }),
        );
        assert!(!place.data().exists(), "{settings}");
    }
}

#[test]
fn an_incorrect_command_line_exits_with_two() {
    let place = Place::new();
    fs::create_dir_all(place.data()).expect("a directory");
    fs::write(place.path("file"), "not a trace\n").expect("a file");
    let file = place.path("file");
    let file = file.to_str().expect("a path");
    let none = "00000000-0000-7000-8000-000000000000";
    let cases: [(&[&str], &str); 15] = [
        (&[], "Usage"),
        (&["fly"], "fly"),
        (&["serve", "--listen", "here"], "--listen"),
        (&["serve", "--listen", "127.0.0.1"], "--listen"),
        (&["serve", "--port", "1"], "--port"),
        (&["serve", "--config", "no-such-file.toml"], "no-such-file.toml"),
        (&["chart", "export", "nothing", "--format", "json"], "nothing"),
        (&["chart", "export", "login", "--format", "png"], "png"),
        (&["audit", "list", "--data", "{data}"], "--data"),
        (&["audit", "show", "not-an-id", "--data", "{data}"], "--data"),
        (&["audit", "export", none, "--data", "{data}"], "--data"),
        (&["audit", "verify", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (&["fsck", "--data", "{data}"], "--data"),
        (&["user", "list", "--data", "{data}"], "--data"),
        (&["user", "add", "--data", "{data}"], "<NAME>"),
    ];
    for (arguments, word) in cases {
        assert_ends(&place.run(arguments), 2, &[word]);
    }
    assert_ends(&place.run(&["audit", "verify", file]), 1, &[""]);
    assert_ends(&place.run(&["--version"]), 0, &["waybill 0."]);
    // Nothing was created in a directory that was possibly not intended.
    assert_eq!(fs::read_dir(place.data()).expect("it is there").count(), 0);
}

#[test]
fn errors_about_an_account_are_bad_input() {
    run(async {
        let place = Place::new();
        own(&place).await.stop();
        for (arguments, word) in [
            (["user", "disable", "nobody", "--data", "{data}"], "waybill user list"),
            (["user", "add", "ANN", "--data", "{data}"], "taken"),
            (["user", "add", "", "--data", "{data}"], "1 to 128"),
            (["user", "disable", "ann", "--data", "{data}"], "last administrator"),
        ] {
            assert_ends(&place.run(&arguments), 2, &[word]);
        }
        let listed = place.run(&["user", "list", "--json", "--data", "{data}"]);
        assert!(output_text(&listed).contains("\"ann\""));
    });
}
