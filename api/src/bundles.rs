//! The server's own part of support bundles: its configuration and its process.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use waybill_blobs::S3Settings;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;
use waybill_outbound::Target;
use waybill_platform::remote::RemoteSettings;
use waybill_platform::streams::Streams;
use waybill_platform::support::{Configuration, Process, Section, ShownValue, Sources};
use waybill_platform::telemetry::TelemetrySettings;

use crate::component::LOG_FOLDER;
use crate::config::{ConfigFile, ContentsSettings, TlsFiles};
use crate::data::{Data, PLATFORM, SESSIONS};
use crate::version::VERSION;
use crate::{assets, components};

/// Arguments whose values are paths or addresses and thus not secret. Of all others only the name is shown.
const OPEN_ARGUMENTS: [&str; 4] = ["--data", "--listen", "--metrics-listen", "--config"];

/// The sources of everything that goes into a bundle.
pub fn sources(data: &Data, file: &ConfigFile, at: Timestamp) -> Sources {
    let (sessions, platform): (Arc<dyn Journal>, Arc<dyn Journal>) =
        (data.sessions.clone(), data.platform.clone());
    let configuration =
        Configured { file: file.clone(), streams: Streams::new(Arc::clone(&platform)) };
    Sources {
        logs: data.root.join(LOG_FOLDER),
        configuration: Arc::new(configuration),
        journals: vec![(SESSIONS, sessions), (PLATFORM, platform)],
        process: process(&data.root, at),
    }
}

fn process(data: &Path, at: Timestamp) -> Process {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    // The values of environment variables may be secrets, so only their names are kept.
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let mut environment: Vec<String> = names.collect();
    environment.sort();
    Process {
        version: VERSION.to_owned(),
        build: assets::build(),
        command_line: shown(arguments),
        environment,
        started_at: at,
        data: data.to_owned(),
        // The file may have been replaced by another build; this is the running one.
        program: Some("/proc/self/exe".into()),
    }
}

/// The command line, with only those values that are known not to be secret.
fn shown(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut shown = Vec::new();
    let mut before: Option<String> = None;
    for (at, argument) in arguments.enumerate() {
        let is_open = |name: &str| OPEN_ARGUMENTS.contains(&name);
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value)),
            _ => (argument.clone(), None),
        };
        let is_name = name.starts_with("--");
        shown.push(match (is_name, value) {
            (true, Some(value)) if is_open(&name) => format!("{name}={value}"),
            (true, Some(_)) => format!("{name}=[value]"),
            (true, None) => name.clone(),
            // The first two arguments are the program and its command.
            (false, _) if at < 2 || before.as_deref().is_some_and(is_open) => argument.clone(),
            (false, _) => "[value]".to_owned(),
        });
        before = (is_name && value.is_none()).then_some(name);
    }
    shown
}

/// The configuration of this server, with secrets redacted.
struct Configured {
    file: ConfigFile,
    streams: Streams,
}

impl Configuration for Configured {
    fn sections(&self, service: ServiceId) -> Vec<Section> {
        // The destructuring is exhaustive, so that a new setting must be classified here.
        let ConfigFile {
            listen,
            data,
            public_url,
            trusted_proxies,
            trusted_proxy_header,
            sso_proxies,
            sso_proxy_header,
            metrics_listen,
            new_sessions_a_minute,
            limits,
            tls,
            hsts,
            logs,
            outbound,
            contents,
            telemetry,
            remote,
            installation,
        } = &self.file;
        let tls =
            tls.as_ref().map_or(ShownValue::Open(Value::Null), |TlsFiles { certificate, key }| {
                ShownValue::Group(vec![
                    ("certificate_file", ShownValue::of(certificate)),
                    ("key_file", ShownValue::of(key)),
                    ("key", ShownValue::Redacted),
                ])
            });
        let server = ShownValue::Group(vec![
            ("service", ShownValue::of(&service)),
            ("listen", ShownValue::of(listen)),
            ("data", ShownValue::of(data)),
            ("public_url", ShownValue::of(public_url)),
            ("trusted_proxies", ShownValue::of(trusted_proxies)),
            ("trusted_proxy_header", ShownValue::of(trusted_proxy_header)),
            ("sso_proxies", ShownValue::of(sso_proxies)),
            ("sso_proxy_header", ShownValue::of(sso_proxy_header)),
            ("metrics_listen", ShownValue::of(metrics_listen)),
            ("new_sessions_a_minute", ShownValue::of(new_sessions_a_minute)),
            ("limits", ShownValue::of(limits)),
            ("logs", ShownValue::of(logs)),
            ("tls", tls),
            ("hsts", ShownValue::of(hsts)),
            ("outbound", ShownValue::of(outbound)),
            ("contents", store(contents)),
            ("telemetry", collector(telemetry)),
            ("remote", other_platform(remote.as_ref())),
        ]);
        let mut sections = vec![
            Section { name: "server", shown: server },
            Section { name: "installation", shown: ShownValue::of(installation) },
        ];
        sections.extend(components::sections(service, &self.file, &self.streams));
        sections
    }
}

/// Where the contents of files are kept, without what leads to them.
fn store(ContentsSettings { s3 }: &ContentsSettings) -> ShownValue {
    s3.as_ref().map_or(ShownValue::Open(Value::Null), |settings| {
        let S3Settings {
            endpoint,
            bucket,
            prefix,
            region,
            access_key_id: _,
            secret_access_key_file,
            path_style,
        } = settings;
        let host = Target::parse(endpoint).ok().map(|target| target.host());
        ShownValue::Group(vec![
            ("host", ShownValue::of(&host)),
            ("bucket", ShownValue::of(bucket)),
            ("prefix", ShownValue::of(prefix)),
            ("region", ShownValue::of(region)),
            ("access_key_id", ShownValue::Redacted),
            ("secret_access_key_file", ShownValue::of(secret_access_key_file)),
            ("secret_access_key", ShownValue::Redacted),
            ("path_style", ShownValue::of(path_style)),
        ])
    })
}

/// The configuration of traces without the address, which may contain a key.
fn collector(settings: &TelemetrySettings) -> ShownValue {
    let TelemetrySettings { endpoint, sampled_percent, queue_spans } = settings;
    let host = endpoint.as_ref().and_then(|url| Some(Target::parse(url).ok()?.host()));
    ShownValue::Group(vec![
        ("host", ShownValue::of(&host)),
        ("endpoint", ShownValue::Redacted),
        ("sampled_percent", ShownValue::of(sampled_percent)),
        ("queue_spans", ShownValue::of(queue_spans)),
    ])
}

/// The configuration of the other platform without what may be secret: addresses sometimes contain keys.
fn other_platform(remote: Option<&RemoteSettings>) -> ShownValue {
    remote.map_or(ShownValue::Open(Value::Null), |RemoteSettings { url, token_file, answers }| {
        let host = Target::parse(url).ok().map(|target| target.host());
        ShownValue::Group(vec![
            ("host", ShownValue::of(&host)),
            ("url", ShownValue::Redacted),
            ("token_file", ShownValue::of(token_file)),
            ("token", ShownValue::Redacted),
            ("answers", ShownValue::of(answers)),
        ])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [EVT-08]
    #[test]
    fn only_values_of_known_arguments_are_shown() {
        let given = "waybill serve --data /d --token s3cret --config=c.toml --key=s3cret s3cret --flag --listen [::]:1";
        let result = shown(given.split(' ').map(str::to_owned));
        let expected = "waybill serve --data /d --token [value] --config=c.toml --key=[value] [value] --flag --listen [::]:1";
        assert_eq!(result.join(" "), expected);
    }
}
