//! Rules for the machines, the engine and the server.

use std::path::Path;

use crate::files::{File, lines_with};

pub fn pure(file: &File) -> Vec<String> {
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

pub fn few_dependencies(file: &File) -> Vec<String> {
    if file.path != "engine/machines/Cargo.toml" {
        return Vec::new();
    }
    // The last two read and write addresses as browsers do; both are pure functions of bytes.
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

/// The names in `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let section = manifest
        .split("\n[dependencies]\n")
        .nth(1)
        .or_else(|| manifest.strip_prefix("[dependencies]\n"));
    let lines = section.unwrap_or_default().lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| !name.is_empty() && !name.starts_with('#')).map(str::to_owned).collect()
}

pub fn one_way(file: &File) -> Vec<String> {
    let allowed: &[&str] = match file.path.as_str() {
        "engine/machines/Cargo.toml" | "engine/outbound/Cargo.toml" | "engine/spdx/Cargo.toml" => {
            &[]
        }
        "engine/advisories/Cargo.toml" => &["waybill-machines", "waybill-versions"],
        "engine/blobs/Cargo.toml" => &["waybill-outbound"],
        "engine/journal/Cargo.toml" | "engine/versions/Cargo.toml" => &["waybill-machines"],
        "engine/stream/Cargo.toml" => &["waybill-machines", "waybill-journal"],
        "engine/platform/Cargo.toml" => &[
            "waybill-machines",
            "waybill-journal",
            "waybill-stream",
            "waybill-outbound",
            "waybill-blobs",
            "waybill-versions",
            "waybill-advisories",
            "waybill-spdx",
        ],
        "engine/scenario/Cargo.toml" => &[
            "waybill-machines",
            "waybill-journal",
            "waybill-stream",
            "waybill-platform",
            "waybill-engine",
        ],
        "engine/Cargo.toml" => {
            &["waybill-machines", "waybill-journal", "waybill-stream", "waybill-platform"]
        }
        _ => return Vec::new(),
    };
    let ours = dependencies(&file.text).into_iter().filter(|name| name.starts_with("waybill-"));
    ours.filter(|name| !allowed.contains(&name.as_str())).collect()
}

/// The error module: the shared part, and a file per area.
fn is_error(path: &str) -> bool {
    path == "api/src/error.rs" || path.starts_with("api/src/error/")
}

pub fn status_codes(file: &File) -> Vec<String> {
    if !file.path.starts_with("api/src/") || is_error(&file.path) {
        return Vec::new();
    }
    lines_with(file, &["StatusCode"])
}

pub fn routes(file: &File) -> Vec<String> {
    if !file.path.starts_with("api/src/") || file.path == "api/src/routes.rs" {
        return Vec::new();
    }
    lines_with(file, &[".route(", ".nest(", ".fallback("])
}

pub fn redirects(file: &File) -> Vec<String> {
    if !file.path.starts_with("api/src/") || file.path == "api/src/redirects.rs" {
        return Vec::new();
    }
    lines_with(file, &["Redirect::", "response::Redirect"])
}

pub fn outbound(file: &File) -> Vec<String> {
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
