//! The server's own part of support bundles: its configuration and its process.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use waybill_journal::Journal;
use waybill_machines::machines::licence;
use waybill_machines::rules::services::ServiceId;
use waybill_machines::{AnyState, MachineName, Timestamp};
use waybill_outbound::Target;
use waybill_platform::remote::RemoteSettings;
use waybill_platform::services::Topology;
use waybill_platform::streams::Streams;
use waybill_platform::support::{
    Configuration, EmbeddedBundles, Process, Section, Shown, Sources, SupportError,
};

use crate::assets;
use crate::config::{ConfigFile, TlsFiles};
use crate::data::{Data, PLATFORM, SESSIONS, SUPPORT};
use crate::state::VERSION;

/// The folder of logs in the data directory.
const LOGS: &str = "log";

/// Arguments whose values are paths or addresses and thus not secret. Of all others only the name is shown.
const OPEN_ARGUMENTS: [&str; 4] = ["--data", "--listen", "--metrics-listen", "--config"];

/// Opens the support bundle service.
pub fn open(
    data: &Data,
    file: &ConfigFile,
    topology: Arc<dyn Topology>,
    at: Timestamp,
) -> Result<EmbeddedBundles, SupportError> {
    let (sessions, platform): (Arc<dyn Journal>, Arc<dyn Journal>) =
        (data.sessions.clone(), data.platform.clone());
    let configuration =
        Configured { file: file.clone(), streams: Streams::new(Arc::clone(&platform)) };
    let sources = Sources {
        logs: data.root.join(LOGS),
        configuration: Arc::new(configuration),
        journals: vec![(SESSIONS, sessions), (PLATFORM, Arc::clone(&platform))],
        process: process(&data.root, at),
    };
    EmbeddedBundles::open(platform, &data.root.join(SUPPORT), topology, sources)
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
            metrics_listen,
            new_sessions_a_minute,
            tls,
            logs,
            outbound,
            remote,
            installation,
        } = &self.file;
        let tls = tls.as_ref().map_or(Shown::Open(Value::Null), |TlsFiles { certificate, key }| {
            Shown::Group(vec![
                ("certificate_file", Shown::of(certificate)),
                ("key_file", Shown::of(key)),
                ("key", Shown::Redacted),
            ])
        });
        let server = Shown::Group(vec![
            ("service", Shown::of(&service)),
            ("listen", Shown::of(listen)),
            ("data", Shown::of(data)),
            ("public_url", Shown::of(public_url)),
            ("metrics_listen", Shown::of(metrics_listen)),
            ("new_sessions_a_minute", Shown::of(new_sessions_a_minute)),
            ("logs", Shown::of(logs)),
            ("tls", tls),
            ("outbound", Shown::of(outbound)),
            ("remote", other_platform(remote.as_ref())),
        ]);
        let mut sections = vec![
            Section { name: "server", shown: server },
            Section { name: "installation", shown: Shown::of(installation) },
        ];
        // Accounts and the licence are not part of the other services' bundles.
        if service == ServiceId::Artifactory {
            sections.push(Section { name: "licence", shown: self.licence() });
            sections.push(Section { name: "access", shown: self.access() });
        }
        sections
    }
}

/// The configuration of the other platform without what may be secret: addresses sometimes contain keys.
fn other_platform(remote: Option<&RemoteSettings>) -> Shown {
    remote.map_or(Shown::Open(Value::Null), |RemoteSettings { url, token_file, answers }| {
        let host = Target::parse(url).ok().map(|target| target.host());
        Shown::Group(vec![
            ("host", Shown::of(&host)),
            ("url", Shown::Redacted),
            ("token_file", Shown::of(token_file)),
            ("token", Shown::Redacted),
            ("answers", Shown::of(answers)),
        ])
    })
}

impl Configured {
    fn licence(&self) -> Shown {
        match self.streams.state("licence", MachineName::Licence) {
            Ok(AnyState::Licence(licence::State::Installed { installed })) => Shown::Group(vec![
                ("licence", Shown::of(&installed.licence)),
                ("valid_until", Shown::of(&installed.valid_until)),
                ("installed_at", Shown::of(&installed.at)),
                ("key", Shown::from(&installed.key)),
            ]),
            Ok(_) => Shown::Group(vec![("licence", Shown::of(&self.file.installation.licence))]),
            Err(error) => Shown::Group(vec![("unreadable", Shown::of(&error.to_string()))]),
        }
    }

    fn access(&self) -> Shown {
        Shown::Group(vec![
            ("accounts", Shown::of(&self.streams.names("user/").len())),
            ("names", Shown::Redacted),
            ("passwords", Shown::Redacted),
            ("second_factors", Shown::Redacted),
            ("recovery_codes", Shown::Redacted),
        ])
    }
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
