//! The rules of the repository as tests: mostly about what must not occur, which one line of a change can violate.
//!
//! Each rule is a function of a file's path and text, and each is shown here to find its own example.

mod console;
mod every_file;
mod files;
mod reviews;
mod safety;
mod security;
mod server;
mod words;

use std::fs;

use console::{api_paths, busy_buttons, disabled_buttons, layers, storage};
use every_file::{covered, finished, generated, narrow, portable, short};
use files::{File, files, root};
use safety::{
    ciphers, formats, hints, locked, memory_safety, overflow, patterns, processes, prototypes,
    randomness, raw_html, times,
};
use server::{few_dependencies, one_way, outbound, pure, redirects, routes, status_codes};
use words::words;

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
        ("api/src/components/x.rs", "return StatusCode::NOT_FOUND;"),
    ),
    (
        "routers are assembled in routes.rs only",
        routes,
        ("api/src/x.rs", "router.route(\"/x\", get(x))"),
    ),
    (
        "redirects are made in redirects.rs only",
        redirects,
        ("api/src/x.rs", "Redirect::to(&query.next).into_response()"),
    ),
    (
        "no socket to the outside is opened except by the one outbound client",
        outbound,
        ("engine/platform/src/x.rs", "TcpStream::connect(address)"),
    ),
    (
        "layers of the console import only lower layers, and features do not import each other",
        layers,
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
        "tests see by aria-disabled whether a button is disabled",
        disabled_buttons,
        ("ui/src/features/a/a.test.tsx", "expect(screen.getByRole('button')).toBeEnabled();"),
    ),
    (
        "the console has no path of the API but the generated ones",
        api_paths,
        ("ui/src/engine/x.ts", "const answer = await fetch('/ui/api/v1/session');"),
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
    (
        "identifiers and comments use the words of the glossary",
        words,
        ("engine/src/x.rs", "/// Nobody is told.\nfn x() {}"),
    ),
    (
        "no process is started but this program, and the one that an auditor names",
        processes,
        ("api/src/x.rs", "use std::process::Command;"),
    ),
    (
        "regular expressions are those of scenarios",
        patterns,
        ("api/src/x.rs", "let found = Regex::new(&input);"),
    ),
    ("format strings are literals", formats, ("api/Cargo.toml", "strfmt = \"0.2\"")),
    ("no crate has unsafe code", memory_safety, ("api/Cargo.toml", "[package]\nname = \"x\"\n")),
    ("numbers do not overflow", overflow, ("Cargo.toml", "[profile.release]\nlto = \"thin\"\n")),
    (
        "views write text",
        raw_html,
        ("ui/src/x.tsx", "<p dangerouslySetInnerHTML={{ __html: x }} />"),
    ),
    (
        "random bytes come from the system",
        randomness,
        ("api/src/x.rs", "let token: u64 = rand::random();"),
    ),
    (
        "the only cipher is ChaCha20-Poly1305",
        ciphers,
        ("Cargo.lock", "[[package]]\nname = \"waybill\"\ndependencies = [\n \"aes\",\n]\n"),
    ),
    (
        "what comes from outside cannot change prototypes",
        prototypes,
        ("ui/src/x.ts", "value.__proto__ = sent;"),
    ),
    (
        "vulnerable dependencies are replaced in time",
        times,
        ("SECURITY.md", "Dependencies with a known vulnerability are replaced soon."),
    ),
    ("no call has a hint to a password", hints, ("docs/openapi.json", "\"password_hint\": {}")),
    (
        "every dependency is locked with a digest",
        locked,
        ("Cargo.lock", "[[package]]\nname = \"x\"\nversion = \"1.0.0\"\nsource = \"elsewhere\"\n"),
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

/// The exception is one folder, not all folders with a similar name.
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

/// The invariant of `covers`: only ids in the list of requirements.
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

#[test]
fn each_layer_of_the_console_is_checked() {
    let faults = |path: &str, import: &str| {
        let text = format!("import {{ x }} from '{import}';\n");
        layers(&File { path: format!("ui/src/{path}"), text }).len()
    };
    let wrong = [
        ("lib/x.ts", "@/texts/common"),
        ("texts/why.ts", "@/features/why/guards"),
        ("texts/i18n/x.ts", "../../engine/api"),
        ("engine/x.ts", "@/ui/notify"),
        ("ui/x.tsx", "@/engine/api"),
        ("shell/x.ts", "@/features/why/facts"),
        ("shell/menu/x.ts", "../../app/App"),
        ("frontends/x.ts", "@/features/why/facts"),
        ("features/a/x.ts", "@/app/routing/pages"),
        ("features/a/x.ts", "../b/y"),
        ("elsewhere/x.ts", "@/lib/json"),
    ];
    for (path, import) in wrong {
        assert_eq!(faults(path, import), 1, "{path} imports {import}");
    }
    let right = [
        ("features/a/x.ts", "./y"),
        ("features/a/x.ts", "@/shell/paths"),
        ("app/x.ts", "@/features/a/y"),
        ("app/routing/x.ts", "../frame/y"),
        ("lib/x.test.ts", "@/app/App"),
        ("main.tsx", "./app/App"),
        ("engine/x.ts", "xstate"),
    ];
    for (path, import) in right {
        assert_eq!(faults(path, import), 0, "{path} imports {import}");
    }
}
