//! Rules of docs/security.md that a line of source or a dependency can break.

use std::path::Path;

use crate::files::{File, is_code, lines_with};

/// Our own Rust code, without tests.
fn is_product(file: &File) -> bool {
    let path = file.path.as_str();
    let ours = path.starts_with("engine/") || path.starts_with("api/src/");
    let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
    ours && !is_test && path.contains("/src/") && has_ending(file, "rs")
}

fn has_ending(file: &File, ending: &str) -> bool {
    Path::new(&file.path).extension().is_some_and(|found| found == ending)
}

/// V1.2.5: the programs that are started are this one, and the one that an auditor names on the command line.
pub fn processes(file: &File) -> Vec<String> {
    let allowed = [
        "api/src/allocator.rs",
        "api/src/owner.rs",
        "api/src/cli/audit/with.rs",
        "engine/platform/src/support/threads/mod.rs",
    ];
    if !is_product(file) || allowed.contains(&file.path.as_str()) {
        return Vec::new();
    }
    lines_with(file, &["process::Command", "posix_spawn", "execv"])
}

/// V1.2.9: regular expressions come from scenario files only, which no client can send.
pub fn patterns(file: &File) -> Vec<String> {
    if !is_product(file) || file.path.starts_with("engine/scenario/") {
        return Vec::new();
    }
    lines_with(file, &["Regex", "regex_lite", "regex::"])
}

/// V1.3.10: nothing reads a format string at run time.
pub fn formats(file: &File) -> Vec<String> {
    let is_manifest = file.path.ends_with("Cargo.toml") || file.path == "package.json";
    if !is_manifest {
        return Vec::new();
    }
    let crates =
        ["strfmt", "dynfmt", "runtime-format", "sprintf", "printf-js", "new_string_template"];
    lines_with(file, &crates)
}

/// V1.4.1: every crate inherits the workspace's lints, and these forbid unsafe code.
pub fn memory_safety(file: &File) -> Vec<String> {
    if !file.path.ends_with("Cargo.toml") {
        return Vec::new();
    }
    let (needed, why) = if file.path == "Cargo.toml" {
        ("\nunsafe_code = \"forbid\"\n", "unsafe code is not forbidden")
    } else {
        ("\n[lints]\nworkspace = true\n", "the lints of the workspace do not apply")
    };
    if file.text.contains(needed) { Vec::new() } else { vec![why.to_owned()] }
}

/// V1.4.2: a number that overflows stops what it was computed for, in release builds too.
pub fn overflow(file: &File) -> Vec<String> {
    if file.path != "Cargo.toml" {
        return Vec::new();
    }
    let section = file.text.split("\n[profile.release]\n").nth(1).unwrap_or_default();
    let checks = section.lines().take_while(|line| !line.starts_with('['));
    let is_checked = checks.into_iter().any(|line| line == "overflow-checks = true");
    if is_checked { Vec::new() } else { vec!["release builds do not check for overflow".into()] }
}

/// V3.2.2, V3.7.1: views write text; neither HTML nor plugins.
pub fn raw_html(file: &File) -> Vec<String> {
    if !file.path.starts_with("ui/") || !(is_code(file) || has_ending(file, "html")) {
        return Vec::new();
    }
    lines_with(
        file,
        &[
            "dangerouslySetInnerHTML",
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "srcdoc",
            "srcDoc",
            "new Function(",
            "<object",
            "<embed",
            "<applet",
        ],
    )
}

/// V6.5.3, V11.5.1: random bytes come from the system, by one function here and one of the browser's there.
pub fn randomness(file: &File) -> Vec<String> {
    if is_product(file) && file.path != "engine/platform/src/secret.rs" {
        return lines_with(file, &["getrandom", "rand::", "fastrand", "OsRng", "ThreadRng"]);
    }
    // It spreads attempts to connect again, which is no secret.
    let spread = ["ui/src/main.tsx", "ui/src/test/stage.tsx"];
    if file.path.starts_with("ui/src/") && !spread.contains(&file.path.as_str()) {
        return lines_with(file, &["Math.random"]);
    }
    Vec::new()
}

/// V11.3.1, V11.3.2: nothing here uses a cipher but the stream cipher with authentication. `webauthn-rs` links others through
/// `crypto-glue`, which has all of `RustCrypto`, and uses none of them.
pub fn ciphers(file: &File) -> Vec<String> {
    if file.path != "Cargo.lock" {
        return Vec::new();
    }
    let refused = [
        "aes",
        "aes-gcm",
        "aes-kw",
        "aes-siv",
        "blowfish",
        "camellia",
        "cast5",
        "cbc",
        "cfb-mode",
        "crypto-glue",
        "ctr",
        "des",
        "ecb",
        "idea",
        "ofb",
        "rc2",
        "rc4",
        "serpent",
        "twofish",
        "xts-mode",
    ];
    let permitted = |package: &str, needed: &str| match package {
        "aes-gcm" | "aes-kw" | "crypto-glue" | "pkcs5" => true,
        "webauthn-attestation-ca" | "webauthn-rs-core" => needed == "crypto-glue",
        _ => false,
    };
    let mut faults = Vec::new();
    for package in file.text.split("[[package]]\n").skip(1) {
        let name = package.lines().find_map(|line| line.strip_prefix("name = "));
        let name = name.unwrap_or_default().trim_matches('"');
        for needed in package.lines().filter_map(|line| line.strip_prefix(" \"")) {
            let needed = needed.split([' ', '"']).next().unwrap_or_default();
            if refused.contains(&needed) && !permitted(name, needed) {
                faults.push(format!("{name} links {needed}"));
            }
        }
    }
    faults
}

/// V15.3.6: what comes from outside is never merged into an object, where `__proto__` would change all others.
pub fn prototypes(file: &File) -> Vec<String> {
    if !file.path.starts_with("ui/src/") || !is_code(file) || file.path.contains(".test.") {
        return Vec::new();
    }
    lines_with(file, &["__proto__", "setPrototypeOf", "lodash", "deepmerge", "structuredMerge"])
}

/// V15.1.1: SECURITY.md says within which time a vulnerable dependency is replaced.
pub fn times(file: &File) -> Vec<String> {
    if file.path != "SECURITY.md" {
        return Vec::new();
    }
    let text = file.text.replace('\n', " ");
    let missing = ["critical", "high"].into_iter().filter(|severity| {
        let sentence = text.split(". ").find(|sentence| sentence.contains("known vulnerability"));
        !sentence.is_some_and(|sentence| sentence.contains(severity) && sentence.contains("days"))
    });
    missing
        .map(|severity| format!("it has no time for a vulnerability that is {severity}"))
        .collect()
}

/// V6.4.2: no call has a hint to a password, or a question whose answer signs in.
pub fn hints(file: &File) -> Vec<String> {
    if file.path != "docs/openapi.json" {
        return Vec::new();
    }
    let lower = File { path: file.path.clone(), text: file.text.to_lowercase() };
    lines_with(&lower, &["hint\"", "question\"", "maiden"])
}

/// V15.1.2: the lock files have every dependency, with its version and a digest of its content.
pub fn locked(file: &File) -> Vec<String> {
    match file.path.as_str() {
        "Cargo.lock" => {
            let packages = file.text.split("[[package]]\n").skip(1);
            let unknown = packages.filter(|package| {
                package.contains("\nsource = ") != package.contains("\nchecksum = \"")
                    || !package.contains("\nversion = \"")
            });
            unknown.map(|package| package.lines().take(2).collect::<String>()).collect()
        }
        "package-lock.json" => {
            let packages = file.text.split("\"node_modules/").skip(1);
            let unknown = packages.filter(|package| {
                !package.contains("\"version\": \"")
                    || !package.contains("\"integrity\": \"sha512-")
            });
            unknown.map(|package| package.lines().take(1).collect::<String>()).collect()
        }
        _ => Vec::new(),
    }
}
