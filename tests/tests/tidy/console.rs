//! What holds for the console.

use crate::files::{File, code};

pub fn features(file: &File) -> Vec<String> {
    let Some(rest) = file.path.strip_prefix("ui/src/features/") else { return Vec::new() };
    let own = rest.split('/').next().unwrap_or_default();
    let foreign = code(file).filter(|(_, line)| {
        line.contains("@/features/") && !line.contains(&format!("@/features/{own}/"))
    });
    foreign.map(|(number, line)| format!("line {number}: {line}")).collect()
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
