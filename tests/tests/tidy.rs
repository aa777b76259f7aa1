//! The rules of the repository, held by tests: mostly absences, which one line of a change can contradict.
//!
//! Each rule is a function of a file's path and text, and each is shown here to find what it is to find.

use std::fs;
use std::path::{Path, PathBuf};

/// A file longer than this has more than one subject.
const LINES_MAX: usize = 500;
/// A line longer than this does not fit beside another window.
const COLUMNS_MAX: usize = 120;

struct File {
    path: String,
    text: String,
}

type Rule = fn(&File) -> Vec<String>;

/// Every rule, with an example that breaks it.
const RULES: &[(&str, Rule, (&str, &str))] = &[
    ("files stay short", short, ("engine/src/long.rs", LONG)),
    ("lines stay short", narrow, ("engine/src/wide.rs", WIDE)),
    (
        "the machines read no clock, file, socket or random source",
        pure,
        ("engine/machines/src/x.rs", "let now = SystemTime::now();"),
    ),
    (
        "the machines depend on little",
        few_dependencies,
        ("engine/machines/Cargo.toml", "[dependencies]\ntokio.workspace = true\n"),
    ),
    (
        "dependencies go one way",
        one_way,
        ("engine/journal/Cargo.toml", "[dependencies]\nwaybill-engine.workspace = true\n"),
    ),
    (
        "status codes are chosen in error.rs only",
        status_codes,
        ("api/src/routes/x.rs", "return StatusCode::NOT_FOUND;"),
    ),
    ("routes stand in routes.rs only", routes, ("api/src/x.rs", "router.route(\"/x\", get(x))")),
    (
        "no socket to the outside is opened except by the one outbound client",
        outbound,
        ("engine/platform/src/x.rs", "TcpStream::connect(address)"),
    ),
    (
        "features of the console do not import each other",
        features,
        ("ui/src/features/a/A.tsx", "import { B } from '@/features/b/B';"),
    ),
    (
        "buttons that can be busy keep the focus",
        busy_buttons,
        (
            "ui/src/features/a/A.tsx",
            "import { Button, Menu } from '@mantine/core';\n<Button loading={pending}>",
        ),
    ),
    (
        "the browser keeps no secret in storage",
        storage,
        ("ui/src/x.ts", "localStorage.setItem('password', value)"),
    ),
    (
        "nothing is left unfinished or ignored",
        finished,
        ("engine/src/x.rs", concat!("to", "do!()")),
    ),
    (
        "no file names a machine's paths or a registry's host",
        portable,
        ("README.md", concat!("see /", "root/x")),
    ),
    ("generated files say so", generated, ("ui/src/generated/x.ts", "export const x = 1;")),
];

const LONG: &str = "\n\n\n\n\n\n\n\n\n\n";
const WIDE: &str = "//////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////";

#[test]
fn the_repository_keeps_its_rules() {
    let files = files();
    assert!(files.len() > 100, "only {} files were found", files.len());
    let mut broken = Vec::new();
    for (name, rule, _) in RULES {
        for file in &files {
            broken.extend(
                rule(file).into_iter().map(|fault| format!("{name}: {}: {fault}", file.path)),
            );
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn every_rule_can_be_broken() {
    for (name, rule, (path, text)) in RULES {
        let text = if *text == LONG { LONG.repeat(60) } else { (*text).to_owned() };
        let file = File { path: (*path).to_owned(), text };
        assert!(!rule(&file).is_empty(), "{name} finds nothing in its own example");
    }
}

/// The exception is one folder, and not whatever has a name like it.
#[test]
fn only_the_outbound_client_opens_sockets() {
    let opens = |path: &str| {
        let text = "let stream = TcpStream::connect(address).await;\n".to_owned();
        !outbound(&File { path: path.to_owned(), text }).is_empty()
    };
    assert!(!opens("engine/outbound/src/connect.rs"));
    for path in ["engine/outbound.rs", "engine/outbound_x/src/lib.rs", "api/src/outbound/x.rs"] {
        assert!(opens(path), "{path}");
    }
}

/// The invariant of `covers`: only ids that the list of requirements has.
#[test]
fn covered_ids_exist() {
    let root = root();
    let list =
        fs::read_to_string(root.join("scenarios/requirements.yaml")).expect("the list exists");
    let mut unknown = Vec::new();
    for file in files() {
        if !file.path.starts_with("tests/tests/tidy") {
            unknown.extend(
                covered(&file.text)
                    .into_iter()
                    .filter(|id| !list.contains(&format!("id: {id},")))
                    .map(|id| format!("{}: {id}", file.path)),
            );
        }
    }
    assert!(unknown.is_empty(), "no such requirement:\n{}", unknown.join("\n"));
    assert_eq!(covered("covers: [NAV-01, X-9]"), ["NAV-01", "X-9"]);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files() -> Vec<File> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let foreign = ["target", "node_modules", "dist", ".git", "waybill-data"];
                if !foreign.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if let Ok(text) = fs::read_to_string(&path) {
                let path = path.strip_prefix(&root).expect("it lies below").to_string_lossy();
                found.push(File { path: path.into_owned(), text });
            }
        }
    }
    found
}

fn is_code(file: &File) -> bool {
    [".rs", ".ts", ".tsx", ".mjs"].iter().any(|ending| file.path.ends_with(ending))
        && !file.path.starts_with("ui/src/generated/")
}

/// Lines of code with their numbers: without comments, and in Rust without unit tests.
fn code(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let code = file.text.split("\n#[cfg(test)]").next().unwrap_or(&file.text);
    let lines = code.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.starts_with("//") && !line.starts_with('*'))
}

fn lines_with(file: &File, words: &[&str]) -> Vec<String> {
    code(file)
        .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
        .map(|(number, line)| format!("line {number}: {line}"))
        .collect()
}

fn short(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let too_long = is_code(file) && lines > LINES_MAX;
    too_long
        .then(|| format!("it has {lines} lines; {LINES_MAX} are the most"))
        .into_iter()
        .collect()
}

fn narrow(file: &File) -> Vec<String> {
    if !is_code(file) {
        return Vec::new();
    }
    let long = file.text.lines().enumerate().filter(|(_, line)| {
        // A text that people read, or an address, is not broken for its length.
        line.chars().count() > COLUMNS_MAX
            && !line.contains('"')
            && !line.contains('\'')
            && !line.contains('`')
    });
    long.map(|(index, _)| format!("line {} is over {COLUMNS_MAX} columns", index + 1)).collect()
}

fn pure(file: &File) -> Vec<String> {
    if !file.path.starts_with("engine/machines/src/") {
        return Vec::new();
    }
    lines_with(
        file,
        &[
            "SystemTime",
            "Instant",
            "std::fs",
            "std::net",
            "std::env",
            "std::thread",
            "std::process",
            "async ",
            ".await",
            "HashMap",
            "HashSet",
            "f32",
            "f64",
            "rand::",
            "getrandom",
            "unsafe",
        ],
    )
}

fn few_dependencies(file: &File) -> Vec<String> {
    if file.path != "engine/machines/Cargo.toml" {
        return Vec::new();
    }
    // The last two read and write addresses as browsers do; both are pure functions over bytes.
    let allowed = [
        "serde",
        "serde_json",
        "statig",
        "schemars",
        "ts-rs",
        "percent-encoding",
        "form_urlencoded",
    ];
    dependencies(&file.text).into_iter().filter(|name| !allowed.contains(&name.as_str())).collect()
}

/// The names under `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let section = manifest
        .split("\n[dependencies]\n")
        .nth(1)
        .or_else(|| manifest.strip_prefix("[dependencies]\n"));
    let lines = section.unwrap_or_default().lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| !name.is_empty() && !name.starts_with('#')).map(str::to_owned).collect()
}

fn one_way(file: &File) -> Vec<String> {
    let allowed: &[&str] = match file.path.as_str() {
        "engine/machines/Cargo.toml" | "engine/outbound/Cargo.toml" => &[],
        "engine/journal/Cargo.toml" => &["waybill-machines"],
        "engine/platform/Cargo.toml" => {
            &["waybill-machines", "waybill-journal", "waybill-outbound"]
        }
        "engine/scenario/Cargo.toml" => &["waybill-machines", "waybill-journal"],
        "engine/Cargo.toml" => &["waybill-machines", "waybill-journal", "waybill-platform"],
        _ => return Vec::new(),
    };
    let ours = dependencies(&file.text).into_iter().filter(|name| name.starts_with("waybill-"));
    ours.filter(|name| !allowed.contains(&name.as_str())).collect()
}

fn status_codes(file: &File) -> Vec<String> {
    if !file.path.starts_with("api/src/") || file.path == "api/src/error.rs" {
        return Vec::new();
    }
    lines_with(file, &["StatusCode"])
}

fn routes(file: &File) -> Vec<String> {
    if !file.path.starts_with("api/src/") || file.path == "api/src/routes.rs" {
        return Vec::new();
    }
    lines_with(file, &[".route(", ".nest(", ".fallback("])
}

fn outbound(file: &File) -> Vec<String> {
    let ours = file.path.starts_with("engine/") || file.path.starts_with("api/src/");
    let client = file.path.starts_with("engine/outbound/");
    if !ours || client || Path::new(&file.path).extension().is_none_or(|ending| ending != "rs") {
        return Vec::new();
    }
    lines_with(
        file,
        &[
            "TcpStream::connect",
            "TcpSocket",
            "UdpSocket",
            "lookup_host",
            "o_socket_addrs",
            "TlsConnector",
            "reqwest",
            "hyper::client",
            "client::conn",
            "client::legacy",
            "connect_async",
        ],
    )
}

fn features(file: &File) -> Vec<String> {
    let Some(rest) = file.path.strip_prefix("ui/src/features/") else { return Vec::new() };
    let own = rest.split('/').next().unwrap_or_default();
    let foreign = code(file).filter(|(_, line)| {
        line.contains("@/features/") && !line.contains(&format!("@/features/{own}/"))
    });
    foreign.map(|(number, line)| format!("line {number}: {line}")).collect()
}

/// Mantine disables a button while it is loading, and the browser then takes the focus away from it.
fn busy_buttons(file: &File) -> Vec<String> {
    let own = "ui/src/ui/Button.tsx";
    let is_view = file.path.starts_with("ui/src/") && file.text.contains("@mantine/core");
    if !is_view || file.path == own {
        return Vec::new();
    }
    let imported = file.text.split("import ").any(|import| {
        let from = import.split_once("from '@mantine/core'");
        from.is_some_and(|(names, _)| {
            !names.contains(';') && names.split([',', '{', '}']).any(|name| name.trim() == "Button")
        })
    });
    let busy = code(file).filter(|(_, line)| imported && line.contains("loading={"));
    busy.map(|(number, line)| format!("line {number}: {line}")).collect()
}

fn storage(file: &File) -> Vec<String> {
    if !file.path.starts_with("ui/src/") {
        return Vec::new();
    }
    let stores = code(file).filter(|(_, line)| {
        let lower = line.to_lowercase();
        lower.contains("storage.setitem")
            && ["password", "code", "secret", "cookie"].iter().any(|word| lower.contains(word))
    });
    stores.map(|(number, line)| format!("line {number}: {line}")).collect()
}

fn finished(file: &File) -> Vec<String> {
    if !is_code(file) || file.path == "tests/tests/tidy.rs" {
        return Vec::new();
    }
    // Unit tests count as well here: what is ignored proves nothing.
    let words = [
        "todo!(",
        "unimplemented!(",
        "TODO",
        "FIXME",
        "XXX",
        "#[ignore",
        ".skip(true",
        "it.skip",
        "it.only",
        "dbg!(",
    ];
    let lines = file.text.lines().enumerate();
    let found = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(index, line)| format!("line {}: {}", index + 1, line.trim())).collect()
}

fn portable(file: &File) -> Vec<String> {
    if file.path == "tests/tests/tidy.rs" {
        return Vec::new();
    }
    let hosts = ["crates.io/", "registry.npmjs", "pypi.org", "/root/", "/work/"];
    let lock = file.path == "Cargo.lock";
    let found = file.text.lines().enumerate().filter(|(_, line)| {
        // Cargo's own lock file names its source by a fixed text, which is no address of a mirror.
        hosts.iter().any(|host| line.contains(host)) && !(lock && line.starts_with("source = "))
    });
    found.map(|(index, _)| format!("line {}", index + 1)).collect()
}

fn generated(file: &File) -> Vec<String> {
    let marked =
        !file.path.starts_with("ui/src/generated/") || file.text.starts_with("// Generated");
    if marked { Vec::new() } else { vec!["it has no mark in its first line".to_owned()] }
}

/// The ids that a file says it covers.
fn covered(text: &str) -> Vec<String> {
    let lists = text.match_indices("covers: [").filter_map(|(start, mark)| {
        let rest = &text[start + mark.len()..];
        rest.find(']').map(|end| &rest[..end])
    });
    let ids = lists
        .flat_map(|list| list.split([',', '\n']))
        .map(|id| id.trim().trim_start_matches("//!").trim());
    let well_formed = ids.filter(|id| {
        id.split_once('-').is_some_and(|(area, number)| {
            !area.is_empty()
                && area.bytes().all(|byte| byte.is_ascii_uppercase())
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    });
    well_formed.map(str::to_owned).collect()
}
