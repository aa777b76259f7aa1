//! Rules for the console.

use crate::files::{File, code, lines_with};

/// Each layer of `ui/src` with the layers that it may import, lowest first. A feature may also import its own files.
const LAYERS: &[(&str, &[&str])] = &[
    ("generated", &[]),
    ("assets", &[]),
    ("lib", &["generated"]),
    ("texts", &["generated", "lib"]),
    ("engine", &["generated", "lib"]),
    ("ui", &["generated", "assets", "lib", "texts"]),
    ("shell", &["generated", "assets", "lib", "texts", "engine", "ui"]),
    ("frontends", &["generated", "assets", "lib", "texts", "engine", "ui", "shell"]),
    ("features", &["generated", "assets", "lib", "texts", "engine", "ui", "shell", "frontends"]),
    (
        "app",
        &["generated", "assets", "lib", "texts", "engine", "ui", "shell", "frontends", "features"],
    ),
];

/// Layers of the console import only lower layers, and features do not import each other. Tests may import anything.
pub fn layers(file: &File) -> Vec<String> {
    let Some(path) = file.path.strip_prefix("ui/src/") else { return Vec::new() };
    let is_script = [".ts", ".tsx"].iter().any(|ending| path.ends_with(ending));
    let is_test = path.starts_with("test/") || path.contains(".test.");
    let Some((layer, rest)) = path.split_once('/').filter(|_| is_script && !is_test) else {
        return Vec::new();
    };
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("`{layer}` is no layer: give it a row in LAYERS")];
    };
    let own_feature = format!("features/{}/", rest.split('/').next().unwrap_or_default());
    let mut faults = Vec::new();
    for (number, line) in code(file) {
        for target in imported(line, path) {
            let to = target.split('/').next().unwrap_or_default();
            let is_own = match layer {
                "features" => target.starts_with(&own_feature),
                _ => to == layer,
            };
            if !is_own && !allowed.contains(&to) {
                faults.push(format!("line {number}: {layer} must not import {target}"));
            }
        }
    }
    faults
}

/// The modules of `ui/src` that a line imports, as paths below it.
fn imported(line: &str, from: &str) -> Vec<String> {
    let quoted = line.split(['\'', '"']).skip(1).step_by(2);
    let folder: Vec<&str> = from.split('/').rev().skip(1).collect();
    quoted
        .filter_map(|text| {
            if let Some(path) = text.strip_prefix("@/") {
                return Some(path.to_owned());
            }
            if !text.starts_with("./") && !text.starts_with("../") {
                return None;
            }
            let mut path: Vec<&str> = folder.iter().rev().copied().collect();
            for part in text.split('/').filter(|part| *part != ".") {
                if part == ".." {
                    path.pop();
                } else {
                    path.push(part);
                }
            }
            Some(path.join("/"))
        })
        .collect()
}

/// Mantine disables a button while it is loading, and the browser then takes the focus away from it.
pub fn busy_buttons(file: &File) -> Vec<String> {
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

/// Our buttons are disabled by `aria-disabled` alone, which these matchers do not look at: they would always pass. Tests ask
/// for the attribute.
pub fn disabled_buttons(file: &File) -> Vec<String> {
    let is_test = file.path.starts_with("ui/") && file.path.contains(".test.");
    if is_test { lines_with(file, &["toBeEnabled(", ".not.toBeDisabled("]) } else { Vec::new() }
}

/// Paths of the API come from the route table: a path that is written by hand stays behind when its route moves.
pub fn api_paths(file: &File) -> Vec<String> {
    let Some(path) = file.path.strip_prefix("ui/src/") else { return Vec::new() };
    let is_exempt = ["generated/", "texts/", "test/"].iter().any(|layer| path.starts_with(layer))
        || path.contains(".test.");
    if is_exempt { Vec::new() } else { lines_with(file, &["/api/v1"]) }
}

pub fn storage(file: &File) -> Vec<String> {
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
