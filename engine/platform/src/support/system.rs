//! Facts about the machine and this process for a bundle. Values that the kernel does not provide are `null`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use waybill_machines::Timestamp;

/// The facts about this process that are known from its start. Arguments and environment are read by the caller.
#[derive(Debug, Clone)]
pub struct Process {
    /// The version of this server.
    pub version: String,
    /// The id of its build.
    pub build: String,
    /// The program and its arguments, as far as they may be shown.
    pub command_line: Vec<String>,
    /// The names of its environment variables. Their values may be secrets and are never read for this.
    pub environment: Vec<String>,
    /// When it was started.
    pub started_at: Timestamp,
    /// The data directory.
    pub data: PathBuf,
    /// The path of this program, which is run to obtain the stacks of the threads.
    pub program: Option<PathBuf>,
}

/// Files of the kernel that are copied verbatim. None of them reveals what the process works on.
const FILES: [(&str, &str); 7] = [
    ("/etc/os-release", "os-release"),
    ("/proc/meminfo", "meminfo"),
    ("/proc/loadavg", "loadavg"),
    ("/proc/self/status", "process-status"),
    ("/proc/self/limits", "process-limits"),
    ("/proc/self/io", "process-io"),
    ("/proc/net/sockstat", "sockets"),
];

/// The files about the machine, as paths in a bundle and their texts.
pub(super) fn files(process: &Process, at: Timestamp) -> Vec<(String, String)> {
    let summary = serde_json::to_string_pretty(&summary(process, at)).unwrap_or_default() + "\n";
    let mut files = vec![("system/system.json".to_owned(), summary)];
    for (source, name) in FILES {
        if let Ok(text) = fs::read_to_string(source) {
            files.push((format!("system/{name}.txt"), text));
        }
    }
    files
}

fn summary(process: &Process, at: Timestamp) -> Value {
    let status = read("/proc/self/status");
    let memory = read("/proc/meminfo");
    let processors = read("/proc/cpuinfo");
    let cores = std::thread::available_parallelism().map_or(Value::Null, |n| json!(n.get()));
    json!({
        "at": at,
        "os": field(&read("/etc/os-release"), "PRETTY_NAME", '=').map(|name| name.replace('"', "")),
        "kernel": read("/proc/sys/kernel/osrelease").trim(),
        "architecture": std::env::consts::ARCH,
        "cpu": { "model": field(&processors, "model name", ':'), "count": cores },
        "load": read("/proc/loadavg").split(' ').take(3).collect::<Vec<_>>(),
        "memory": {
            "total_bytes": kibibytes(&memory, "MemTotal"),
            "available_bytes": kibibytes(&memory, "MemAvailable"),
            "swap_free_bytes": kibibytes(&memory, "SwapFree"),
        },
        "disk": disk(&process.data),
        "process": {
            "pid": std::process::id(),
            "version": process.version,
            "build": process.build,
            "started_at": process.started_at,
            "uptime_ms": at.ms_since(process.started_at),
            "resident_bytes": kibibytes(&status, "VmRSS"),
            "resident_most_bytes": kibibytes(&status, "VmHWM"),
            "threads": field(&status, "Threads", ':').and_then(|n| n.parse::<u64>().ok()),
            "open_files": fs::read_dir("/proc/self/fd").map_or(Value::Null, |fds| json!(fds.count())),
            "command_line": process.command_line,
            "environment_names": process.environment,
        },
    })
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn field(text: &str, name: &str, separator: char) -> Option<String> {
    let line = text.lines().find_map(|line| {
        let (key, value) = line.split_once(separator)?;
        (key.trim() == name).then(|| value.trim().to_owned())
    });
    line.filter(|value| !value.is_empty())
}

fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let value = field(text, name, ':')?;
    value.split(' ').next()?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1_024)
}

fn disk(path: &Path) -> Value {
    rustix::fs::statvfs(path).map_or(Value::Null, |disk| {
        json!({
            "total_bytes": disk.f_blocks * disk.f_frsize,
            "free_bytes": disk.f_bavail * disk.f_frsize,
            "files_free": disk.f_favail,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [BUNDLE-03]
    #[test]
    fn the_machine_and_the_process_are_described() {
        let process = Process {
            version: "1.2.3".into(),
            build: "b".into(),
            command_line: vec!["waybill".into(), "serve".into()],
            environment: vec!["HOME".into()],
            started_at: Timestamp::from_ms(1_000),
            data: "/".into(),
            program: None,
        };
        let files = files(&process, Timestamp::from_ms(61_000));
        let summary: Value = serde_json::from_str(&files[0].1).unwrap();
        assert_eq!(summary["process"]["uptime_ms"], 60_000);
        assert_eq!(summary["process"]["environment_names"], json!(["HOME"]));
        assert_eq!(summary["process"]["pid"], std::process::id());
        for number in ["/memory/total_bytes", "/disk/free_bytes", "/process/open_files"] {
            assert!(
                summary.pointer(number).and_then(Value::as_u64) > Some(0),
                "{number}: {summary}"
            );
        }
        assert!(files.iter().any(|(path, _)| path == "system/process-status.txt"));
    }
}
