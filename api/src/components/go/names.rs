//! Names of modules, their versions, and how both are written in addresses.

use semver::Version;

/// The longest name of a module, in bytes.
const MODULE_BYTES_MAX: usize = 200;
/// The longest part of a path in a module that systems unpack, in bytes.
const PART_BYTES_MAX: usize = 255;
/// The longest version, in bytes.
const VERSION_BYTES_MAX: usize = 120;
/// What marks a version that is newer than its module's name says.
const INCOMPATIBLE: &str = "incompatible";
/// Names that Windows does not take.
const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A text as it is in an address: a capital letter is written as an exclamation mark and the small one, so that systems
/// that do not distinguish them do not confuse two modules.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if letter.is_ascii_uppercase() {
            escaped.push('!');
        }
        escaped.push(letter.to_ascii_lowercase());
    }
    escaped
}

/// The text that an address means; none if it is not written as [`escaped`] writes it.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut letters = text.chars();
    let mut unescaped = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            'A'..='Z' => return None,
            '!' => {
                let small = letters.next().filter(char::is_ascii_lowercase)?;
                unescaped.push(small.to_ascii_uppercase());
            }
            _ => unescaped.push(letter),
        }
    }
    Some(unescaped)
}

/// The path of the file of a version in its repository.
pub(super) fn path_of(module: &str, version: &str) -> String {
    format!("{}/{}.zip", folder_of(module), escaped(version))
}

/// The module and the version whose file is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    let (module, file) = path.split_once("/@v/")?;
    let (module, version) = (unescaped(module)?, unescaped(file.strip_suffix(".zip")?)?);
    is_version(&version).then_some((module, version))
}

/// The folder of all files of a module.
pub(super) fn folder_of(module: &str) -> String {
    format!("{}/@v", escaped(module))
}

/// Whether a module may have this name.
pub(super) fn is_module(name: &str) -> bool {
    let mut parts = name.split('/');
    let is_host = |part: &str| {
        let belongs =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
        part.contains('.') && !part.starts_with('-') && part.bytes().all(belongs)
    };
    name.len() <= MODULE_BYTES_MAX
        && parts.next().is_some_and(is_host)
        && name.split('/').all(is_part_of_module)
        && major_of(name).is_some()
}

fn is_part_of_module(part: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    // Windows gives long names short ones that end so.
    let short = part.split('.').next().unwrap_or(part);
    let is_short_name = short.rsplit_once('~').is_some_and(|(_, number)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    !part.starts_with('.') && part.bytes().all(belongs) && !is_short_name && is_part(part)
}

/// Whether a part of a path can be one on every system.
fn is_part(part: &str) -> bool {
    let short = part.split('.').next().unwrap_or(part).to_ascii_lowercase();
    !part.is_empty() && !part.ends_with('.') && !RESERVED.contains(&short.as_str())
}

/// Whether a file of a module may have this path, as go judges it.
pub(super) fn is_path_of_file(path: &str) -> bool {
    let belongs = |letter: char| {
        letter.is_ascii_alphanumeric()
            || "!#$%&()+,-.=@[]^_{}~ ".contains(letter)
            || (!letter.is_ascii() && letter.is_alphabetic() && !letter.is_numeric())
    };
    let fits = |part: &str| part.len() <= PART_BYTES_MAX && is_part(part);
    path.split('/').all(|part| fits(part) && part.chars().all(belongs))
}

/// The major version that the name of a module ends with, as `v2`; empty without one. None if it is written as no
/// module's is.
fn major_of(name: &str) -> Option<&str> {
    let is_number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        !text.is_empty() && digits && (text == "0" || !text.starts_with('0'))
    };
    if let Some(path) = name.strip_prefix("gopkg.in/") {
        let path = path.strip_suffix("-unstable").unwrap_or(path);
        let (_, major) = path.rsplit_once('.')?;
        return major.strip_prefix('v').is_some_and(is_number).then_some(major);
    }
    let Some((_, last)) = name.rsplit_once('/') else { return Some("") };
    match last.strip_prefix('v') {
        Some(number) if is_number(number) => (!matches!(number, "0" | "1")).then_some(last),
        // `v2.3` and `v02` are confused with major versions.
        Some(number)
            if !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            None
        }
        _ => Some(""),
    }
}

/// Whether a version is written in its one form: `v1.2.3`, `v1.2.3-rc.1`, `v2.0.0+incompatible`.
pub(super) fn is_version(version: &str) -> bool {
    let build = parsed(version).map(|version| version.build);
    let is_known = |build: &str| matches!(build, "" | INCOMPATIBLE);
    version.len() <= VERSION_BYTES_MAX && build.is_some_and(|build| is_known(build.as_str()))
}

/// Whether a version is newer than the name of its module says, which has none of its own.
pub(super) fn is_incompatible(version: &str) -> bool {
    version.ends_with(&format!("+{INCOMPATIBLE}"))
}

/// Whether the name of a module has a major version.
pub(super) fn has_major(module: &str) -> bool {
    major_of(module).is_some_and(|major| !major.is_empty()) && !module.starts_with("gopkg.in/")
}

/// Whether a version is one of a module: its major version is the one in the name.
pub(super) fn are_matching(module: &str, version: &str) -> bool {
    let (Some(major), Some(parsed)) = (major_of(module), parsed(version)) else { return false };
    let is_incompatible = is_incompatible(version);
    match major {
        "" if is_incompatible => parsed.major >= 2,
        "" => parsed.major < 2,
        "v1" if version.starts_with("v0.0.0-") => true,
        major => !is_incompatible && major == format!("v{}", parsed.major),
    }
}

fn parsed(version: &str) -> Option<Version> {
    Version::parse(version.strip_prefix('v')?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capital_letters_are_escaped_both_ways() {
        assert_eq!(escaped("github.com/Acme/SHOP"), "github.com/!acme/!s!h!o!p");
        for text in ["github.com/Acme/SHOP", "v1.0.0-RC1", "a.b/c"] {
            assert_eq!(unescaped(&escaped(text)).as_deref(), Some(text));
        }
        for wrong in ["Acme", "!", "!!a", "!A", "!1", "a!"] {
            assert_eq!(unescaped(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn modules_have_names_that_go_takes() {
        for name in
            ["example.com", "example.com/a/v2", "gopkg.in/yaml.v2", "a.b/C_d~x", "a.b/v2x", "a.b/v"]
        {
            assert!(is_module(name), "{name}");
        }
        for name in [
            "",
            "a",
            "localhost/a",
            "Example.com/a",
            "-a.b/c",
            "a.b//c",
            "a.b/",
            "/a.b",
            "a.b/..",
            "a.b/.c",
            "a.b/c.",
            "a.b/c d",
            "a.b/c@v1",
            "a.b/é",
            "a.b/CON",
            "a.b/aux.x",
            "a.b/long~1",
            "a.b/v1",
            "a.b/v0",
            "a.b/v02",
            "a.b/v2.3",
            "gopkg.in/yaml",
            "gopkg.in/yaml.v01",
        ] {
            assert!(!is_module(name), "{name}");
        }
        assert!(!is_module(&format!("a.b/{}", "x".repeat(200))));
    }

    #[test]
    fn files_have_paths_that_go_takes() {
        for path in ["a", "a/b.go", "a b/ü!.txt", ".github/x", "a..b"] {
            assert!(is_path_of_file(path), "{path}");
        }
        for path in
            ["", "/a", "a//b", "a/", ".", "a/../b", "a.", "a\\b", "a:b", "a*", "nul.txt", "a\nb"]
        {
            assert!(!is_path_of_file(path), "{path}");
        }
    }

    #[test]
    fn versions_are_those_of_their_modules() {
        for (module, version) in [
            ("a.b/c", "v0.1.0"),
            ("a.b/c", "v1.2.3-rc.1"),
            ("a.b/c", "v2.0.0+incompatible"),
            ("a.b/c/v2", "v2.1.0"),
            ("gopkg.in/yaml.v2", "v2.4.0"),
            ("gopkg.in/yaml.v1", "v0.0.0-20200101000000-abcdef012345"),
        ] {
            assert!(is_version(version) && are_matching(module, version), "{module} {version}");
        }
        for (module, version) in [
            ("a.b/c", "v2.0.0"),
            ("a.b/c", "v1.0.0+incompatible"),
            ("a.b/c/v2", "v1.0.0"),
            ("a.b/c/v2", "v3.0.0"),
            ("a.b/c/v2", "v2.0.0+incompatible"),
            ("gopkg.in/yaml.v2", "v1.0.0"),
        ] {
            assert!(!are_matching(module, version), "{module} {version}");
        }
        for version in ["1.0.0", "v1", "v1.0", "v01.0.0", "v1.0.0+x", "latest", "v1.0.0-", ""] {
            assert!(!is_version(version), "{version}");
        }
    }
}
