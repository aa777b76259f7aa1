//! Configuration: a TOML file, environment variables and arguments, in ascending order of precedence.

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use waybill_blobs::S3Settings;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::limits::{Allowance, Limits};
use waybill_platform::logs::Rotation;
use waybill_platform::remote::RemoteSettings;
use waybill_platform::services::InstallationSettings;
use waybill_platform::telemetry::TelemetrySettings;

use crate::client_address::{Network, ProxyHeader};
use crate::components;
use crate::files;
use crate::public_url::PublicAddress;
use crate::remote;
use crate::sso_proxies::SsoHeader;

/// All settings with their defaults and descriptions, as printed by `waybill config example`.
pub const EXAMPLE: &str = include_str!("../../docs/waybill.example.toml");

/// The file named by `--config`. All keys are optional; unknown keys are errors.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConfigFile {
    /// The listen address; the default is `127.0.0.1:8046`.
    pub listen: Option<SocketAddr>,
    /// The data directory; the default is `waybill-data`.
    pub data: Option<PathBuf>,
    /// The address that browsers use, such as `https://waybill.example.org` or `https://example.org/waybill`; required
    /// behind a proxy.
    pub public_url: Option<String>,
    /// The networks of the proxies before this server.
    pub trusted_proxies: Vec<Network>,
    /// The header in which they name the client.
    pub trusted_proxy_header: ProxyHeader,
    /// The networks of the proxies before this server that sign users in.
    pub sso_proxies: Vec<Network>,
    /// The header in which they name the user.
    pub sso_proxy_header: SsoHeader,
    /// The listen address for `GET /metrics`; there is no listener by default.
    pub metrics_listen: Option<SocketAddr>,
    /// Maximum number of new sessions per source address and minute, as `limits.address.new_sessions` says it too.
    pub new_sessions_a_minute: Option<NonZeroU32>,
    /// What clients may use.
    pub limits: Limits,
    /// Certificate chain and key in PEM; enables TLS.
    pub tls: Option<TlsFiles>,
    /// What browsers are to reach over TLS only from then on.
    pub hsts: Hsts,
    /// When log files are rotated, and how many are kept.
    pub logs: Rotation,
    /// Limits on requests to other servers.
    pub outbound: OutboundSettings,
    /// Where the contents of files are kept.
    pub contents: ContentsSettings,
    /// Traces for a collector of OpenTelemetry.
    pub telemetry: TelemetrySettings,
    /// Another platform that answers instead of this process for selected parts: logs, status, checksums, retention and
    /// support.
    pub remote: Option<RemoteSettings>,
    /// What the console shows of the installation.
    pub installation: InstallationSettings,
}

/// Where the contents of files are kept.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct ContentsSettings {
    /// A bucket of a store that speaks S3; by default a folder of the data directory.
    pub s3: Option<S3Settings>,
}

/// Maximum file size; a larger file is not a configuration.
const BYTES_MAX: u64 = 1024 * 1024;

fn read(path: &Path) -> io::Result<String> {
    String::from_utf8(files::read(path, BYTES_MAX)?)
        .map_err(|_| io::Error::other("it is no text in UTF-8"))
}

/// What a browser that has reached the console over TLS is to reach over TLS only, for a year.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hsts {
    /// Nothing.
    Off,
    /// The console's host.
    #[default]
    Host,
    /// The console's host and all hosts below its name.
    Subdomains,
}

impl Hsts {
    /// The value of `Strict-Transport-Security`.
    pub const fn header(self) -> Option<&'static str> {
        match self {
            Self::Off => None,
            Self::Host => Some("max-age=31536000"),
            Self::Subdomains => Some("max-age=31536000; includeSubDomains"),
        }
    }
}

/// The files of the TLS certificate.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TlsFiles {
    /// The certificate chain.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

impl ConfigFile {
    /// Reads a file; without one all settings are unset.
    pub fn read(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let text = read(path)
            .with_context(|| format!("the configuration {} cannot be read", path.display()))?;
        toml::from_str(&text)
            .with_context(|| format!("the configuration {} is not valid", path.display()))
    }

    /// What clients may use, with the older setting taken into account.
    pub fn limits(&self) -> Limits {
        let mut limits = self.limits.clone();
        if let Some(number) = self.new_sessions_a_minute {
            limits.address.new_sessions = Allowance { at_once: number, a_minute: number };
        }
        limits
    }

    /// The names of the settings that differ from those of another file and cannot be changed while the server runs.
    pub fn differences(&self, other: &Self) -> anyhow::Result<Vec<String>> {
        let [new, old] = [self, other].map(serde_json::to_value);
        let (Value::Object(mut new), Value::Object(old)) = (new?, old?) else {
            bail!("the configuration is no table");
        };
        // A certificate can be replaced, but not added or taken away.
        let is_replaced = self.tls.is_some() == other.tls.is_some();
        new.retain(|name, value| old.get(name) != Some(value) && !(name == "tls" && is_replaced));
        Ok(new.into_iter().map(|(name, _)| name).collect())
    }

    /// Validates what the types do not express: lengths, addresses, limits.
    pub fn check(&self) -> anyhow::Result<()> {
        self.installation.check()?;
        self.logs.check()?;
        self.telemetry.check()?;
        if self.data.as_ref().is_some_and(|data| data.as_os_str().is_empty()) {
            bail!("data names no folder; leave it out for `waybill-data`");
        }
        if let Some(url) = &self.public_url {
            PublicAddress::parse(url)?;
        }
        if let Some(all) = self.trusted_proxies.iter().find(|network| network.0.prefix_len() == 0) {
            bail!(
                "trusted_proxies = [\"{}\"] would let everybody choose their own address; name the proxies",
                all.0
            );
        }
        if let Some(all) = self.sso_proxies.iter().find(|network| network.0.prefix_len() == 0) {
            bail!(
                "sso_proxies = [\"{}\"] would let everybody sign in as anyone; name the proxies",
                all.0
            );
        }
        // The address of the connection is the client's then, and not that of the proxy.
        if !self.sso_proxies.is_empty() && self.trusted_proxy_header == ProxyHeader::ProxyProtocol {
            bail!("sso_proxies do not work with trusted_proxy_header = \"proxy-protocol\"");
        }
        self.contents.s3.as_ref().map_or(Ok(()), components::check_store)?;
        remote::platform(self, &Outbound::new(self.outbound.clone())?)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example with all commented-out settings enabled.
    fn whole() -> String {
        let is_setting =
            |rest: &str| rest.starts_with(|c: char| c == '[' || c.is_ascii_lowercase());
        let lines = EXAMPLE.lines().map(|line| match line.strip_prefix('#') {
            Some(rest) if is_setting(rest) => rest,
            _ => line,
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_example_is_valid_and_changes_nothing() {
        let unset: ConfigFile = toml::from_str("").expect("nothing is set");
        let example: ConfigFile = toml::from_str(EXAMPLE).expect("the example");
        assert_eq!(format!("{example:?}"), format!("{unset:?}"));
        let whole: ConfigFile = toml::from_str(&whole()).expect("the whole example");
        whole.installation.check().expect("the settings are valid");
        assert_eq!((whole.logs, &whole.limits), (unset.logs, &unset.limits));
    }

    /// The error about an unknown key lists the known ones.
    #[test]
    fn the_example_has_every_key() {
        let whole: toml::Table = toml::from_str(&whole()).expect("the whole example");
        for table in [
            "",
            "limits",
            "limits.session",
            "limits.address",
            "limits.person",
            "limits.visitors",
            "limits.server",
            "tls",
            "logs",
            "outbound",
            "contents",
            "contents.s3",
            "telemetry",
            "remote",
            "installation",
            "installation.access",
            "installation.access.sessions",
            "installation.package_pages",
        ] {
            let keys = table
                .split('.')
                .filter(|part| !part.is_empty())
                .fold(&whole, |at, part| at[part].as_table().expect("a table"));
            let header = if table.is_empty() { String::new() } else { format!("[{table}]\n") };
            let parsed =
                toml::from_str::<ConfigFile>(&format!("{header}nothing_of_the_kind = 1\n"));
            let refused = parsed.expect_err("there is no such key").to_string();
            let (_, known) = refused.split_once("expected ").expect("the known keys");
            let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
            assert!(!known.is_empty(), "{refused}");
            for key in known {
                assert!(keys.contains_key(key), "[{table}] {key} is missing from the example");
            }
        }
    }

    const S3: &str = "[contents.s3]\nbucket = \"files\"\naccess_key_id = \"a\"\nsecret_access_key_file = \"no-such-key\"\n";

    #[test]
    fn invalid_settings_are_found_before_the_server_starts() {
        for (text, word) in [
            ("[remote]\nurl = \"http://u:p@127.0.0.1/\"", "password"),
            ("[remote]\nurl = \"http://127.0.0.1/\"\ntoken_file = \"/dev/zero\"", "no file"),
            (&format!("{S3}endpoint = \"https://s3.test/a\""), "without a path"),
            (&format!("{S3}endpoint = \"https://s3.test\""), "no-such-key"),
            ("[outbound]\ntotal_ms = 0", "total_ms"),
            ("[telemetry]\nsampled_percent = 101", "sampled_percent"),
            ("[telemetry]\nqueue_spans = 0", "queue_spans"),
            ("[telemetry]\nendpoint = \"http://u:p@collector/\"", "password"),
            ("public_url = \"ftp://x\"", "public address"),
            ("trusted_proxies = [\"0.0.0.0/0\"]", "everybody"),
            ("sso_proxies = [\"::/0\"]", "sign in as anyone"),
            (
                "sso_proxies = [\"10.0.0.5\"]\ntrusted_proxy_header = \"proxy-protocol\"",
                "proxy-protocol",
            ),
        ] {
            let file: ConfigFile = toml::from_str(text).expect("it can be read");
            let refused = format!("{:#}", file.check().expect_err("it cannot work"));
            assert!(refused.contains(word), "{text}: {refused}");
        }
    }
}
