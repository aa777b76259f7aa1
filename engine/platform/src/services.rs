//! The small services that start-up asks (BOOT-04): settings, licences, topology. Each is a port with
//! an answer of this process that tells what is so, and nothing that is not.

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use waybill_machines::facts::{Installation, Service};
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::rules::services::{ServiceId, is_node_id};
use waybill_machines::rules::versions::Version;

use crate::access::AccessSettings;
use crate::logo::Logos;

/// Why a service gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// It could not be asked; another try may help.
    #[error("the {service} service does not answer; try again later")]
    Unreachable {
        /// Which one.
        service: &'static str,
    },
}

/// A service that is part of this installation and does nothing at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRunning {
    /// Somebody stopped it.
    #[error(
        "the service {0} was stopped: it does its work again once an administrator has started it"
    )]
    Stopped(ServiceId),
    /// It starts again by itself.
    #[error("the service {0} crashed and starts again by itself: try again in a moment")]
    Crashed(ServiceId),
}

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ServiceError>> + Send + 'a>>;

/// Which services are there.
pub trait Topology: Send + Sync + 'static {
    /// Their names, each once, by name.
    fn services(&self) -> Answer<'_, Vec<Service>>;

    /// Whether a service does its work at this moment. One that is not part of this installation is not missed here:
    /// whoever needs it asks for [`Self::services`].
    fn works(&self, service: ServiceId) -> Result<(), NotRunning> {
        let _ = service;
        Ok(())
    }
}

/// How the installation is set up.
pub trait Settings: Send + Sync + 'static {
    /// What everybody may see, before signing in as well.
    fn footer(&self) -> Answer<'_, Footer>;

    /// What only somebody inside the console needs.
    fn console(&self) -> Answer<'_, Installation>;
}

/// The footer of the sign-in page and the console. Texts that are not set are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Footer {
    /// Tells this server from others of the platform.
    pub server_id: String,
    /// Tells the platform from others.
    pub platform_id: String,
    /// What people call the server.
    pub server_name: String,
    /// The address of the logo to show (MENU-07).
    pub logo_url: String,
    /// The address of a logo that was uploaded, which wins over the other one.
    pub user_logo: String,
}

/// What an operator can set about the installation: a part of the configuration file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InstallationSettings {
    /// Tells this server from others of the platform.
    pub server_id: String,
    /// Tells the platform from others.
    pub platform_id: String,
    /// What people call the server.
    pub server_name: String,
    /// The address of the logo to show: a path of this server, or `https`.
    pub logo_url: String,
    /// The address of a logo of the operator's own, likewise.
    pub user_logo: String,
    /// The licence that counts while none is installed.
    pub licence: Licence,
    /// The installation shows repositories only.
    pub lightweight: bool,
    /// The installation is run for its customers, who have a subscription.
    pub cloud: bool,
    /// Links to the documentation are not shown (MENU-04).
    pub help_links_disabled: bool,
    /// What the installation supports (DET-03).
    pub features: Vec<Feature>,
    /// Where the application is to be left for instead of being shown (NAV-04).
    pub external_redirect: Option<String>,
    /// Routes whose menu item is hidden or disabled (NAV-07).
    pub hidden_routes: Vec<RouteName>,
    /// Target bundles are dropped after a while (RET-02: `isTargetBundleRetentionEnabled`).
    pub target_bundle_retention: bool,
    /// The services that run beside those that always do; which these may be, [`SWITCHABLE`] says.
    pub services: Vec<ServiceId>,
    /// The version of the public interface that a service keeps to, for the rules that ask which one it is (ROUTE-06);
    /// that of this build where nothing is set. Service status shows the build.
    pub compatible_versions: BTreeMap<ServiceId, Version>,
    /// How many mission controls there are, where `mc` is switched on (STATUS-01).
    pub mission_controls: u8,
    /// Names this node among others; the id of the installation when this is not set.
    pub node_id: Option<String>,
    /// Signing in.
    pub access: AccessSettings,
}

/// These run wherever the server does.
pub const ALWAYS_ON: [ServiceId; 6] = [
    ServiceId::Artifactory,
    ServiceId::Access,
    ServiceId::Metadata,
    ServiceId::Event,
    ServiceId::Jfconnect,
    ServiceId::Router,
];

/// These run where they are switched on.
pub const SWITCHABLE: [ServiceId; 6] = [
    ServiceId::Xray,
    ServiceId::Distribution,
    ServiceId::Mc,
    ServiceId::Insight,
    ServiceId::Tracker,
    ServiceId::Pipelines,
];

/// More mission controls than this are a mistake.
const MISSION_CONTROLS_MAX: u8 = 8;

impl Default for InstallationSettings {
    fn default() -> Self {
        Self {
            server_id: String::new(),
            platform_id: String::new(),
            server_name: "Waybill".to_owned(),
            logo_url: String::new(),
            user_logo: String::new(),
            licence: Licence::Oss,
            lightweight: false,
            cloud: false,
            help_links_disabled: false,
            features: vec![
                Feature::UnifiedNavigation,
                Feature::ArtifactBrowser,
                Feature::QuickSetup,
                Feature::NewOnboarding,
            ],
            external_redirect: None,
            hidden_routes: Vec::new(),
            target_bundle_retention: false,
            services: Vec::new(),
            compatible_versions: BTreeMap::new(),
            mission_controls: 1,
            node_id: None,
            access: AccessSettings::default(),
        }
    }
}

/// A setting that cannot be meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the setting `{setting}` {wanted}")]
pub struct BadSetting {
    /// Its name.
    pub setting: &'static str,
    /// What it has to be.
    pub wanted: &'static str,
}

const TEXT_CHARS_MAX: usize = 1_024;

impl InstallationSettings {
    /// Checks what the types do not: lengths, and that addresses cannot smuggle in a script.
    pub fn check(&self) -> Result<(), BadSetting> {
        for (setting, text) in [
            ("server_id", &self.server_id),
            ("platform_id", &self.platform_id),
            ("server_name", &self.server_name),
            ("logo_url", &self.logo_url),
            ("user_logo", &self.user_logo),
            ("access.totp_issuer", &self.access.totp_issuer),
        ] {
            if text.chars().count() > TEXT_CHARS_MAX || text.chars().any(char::is_control) {
                let wanted = "must have 1024 visible characters at most";
                return Err(BadSetting { setting, wanted });
            }
        }
        for (setting, address) in [("logo_url", &self.logo_url), ("user_logo", &self.user_logo)] {
            if !address.is_empty() && !is_own_path(address) && !has_scheme(address, &["https"]) {
                let wanted = "must be a path that begins with / or an https address";
                return Err(BadSetting { setting, wanted });
            }
        }
        if let Some(address) = &self.external_redirect
            && (!has_scheme(address, &["https", "http"]) || address.chars().any(char::is_control))
        {
            let wanted = "must be an http or https address";
            return Err(BadSetting { setting: "external_redirect", wanted });
        }
        self.check_services()?;
        if self.access.totp_issuer.trim().is_empty() {
            let wanted = "must say what authenticator apps show";
            return Err(BadSetting { setting: "access.totp_issuer", wanted });
        }
        Ok(())
    }
}

impl InstallationSettings {
    fn check_services(&self) -> Result<(), BadSetting> {
        let can_run =
            |service: &ServiceId| ALWAYS_ON.contains(service) || SWITCHABLE.contains(service);
        if !self.services.iter().all(can_run) {
            let wanted = "can switch on xray, distribution, mc, insight, tracker and pipelines";
            return Err(BadSetting { setting: "services", wanted });
        }
        if !self.compatible_versions.keys().all(|service| self.runs(*service)) {
            let wanted = "can name services that run here only";
            return Err(BadSetting { setting: "compatible_versions", wanted });
        }
        if !(1..=MISSION_CONTROLS_MAX).contains(&self.mission_controls) {
            let wanted = "must be 1 to 8";
            return Err(BadSetting { setting: "mission_controls", wanted });
        }
        if self.node_id.as_deref().is_some_and(|id| !is_node_id(id)) {
            let wanted = "must have 1 to 56 small letters, digits, '-', '_' and single dots inside";
            return Err(BadSetting { setting: "node_id", wanted });
        }
        Ok(())
    }

    /// The services that this configuration lets run, each with its number among those of its kind, in the order in
    /// which they are shown.
    pub fn running(&self) -> Vec<(ServiceId, u8)> {
        let of_kind = |service: ServiceId| {
            let count = if service == ServiceId::Mc { self.mission_controls } else { 1 };
            (0..count).map(move |number| (service, number))
        };
        ServiceId::ALL.into_iter().filter(|service| self.runs(*service)).flat_map(of_kind).collect()
    }

    fn runs(&self, service: ServiceId) -> bool {
        ALWAYS_ON.contains(&service) || self.services.contains(&service)
    }
}

/// A path of this server. Two slashes, or a backslash that browsers read as one, would name a host.
fn is_own_path(address: &str) -> bool {
    address.starts_with('/') && !address.starts_with("//") && !address.contains('\\')
}

fn has_scheme(address: &str, schemes: &[&str]) -> bool {
    let (scheme, rest) = address.split_once("://").unwrap_or_default();
    schemes.contains(&scheme) && rest.chars().next().is_some_and(char::is_alphanumeric)
}

/// The settings and the licence of the configuration file.
pub struct Configured {
    settings: InstallationSettings,
    announced_paths: Vec<String>,
    logos: Option<(Arc<Logos>, &'static str)>,
}

impl Configured {
    /// Takes checked settings.
    pub fn new(settings: InstallationSettings) -> Result<Self, BadSetting> {
        settings.check()?;
        Ok(Self { settings, announced_paths: Vec::new(), logos: None })
    }

    /// With the paths that service front-ends announced (MFE-05).
    #[must_use]
    pub fn announcing(mut self, paths: impl IntoIterator<Item = String>) -> Self {
        self.announced_paths.extend(paths);
        self
    }

    /// With the logos that are uploaded, each at `address` and its digest.
    #[must_use]
    pub fn with_logos(mut self, logos: Arc<Logos>, address: &'static str) -> Self {
        self.logos = Some((logos, address));
        self
    }

    /// An uploaded logo wins over the configured one (MENU-07).
    fn user_logo(&self) -> Result<String, ServiceError> {
        let uploaded = self.logos.as_ref().map(|(logos, address)| {
            let digest = logos.uploaded().map(|logo| logo.map(|logo| logo.picture.digest.0));
            digest.map(|digest| digest.map(|digest| format!("{address}{digest}")))
        });
        match uploaded.transpose() {
            Ok(address) => Ok(address.flatten().unwrap_or_else(|| self.settings.user_logo.clone())),
            Err(error) => {
                tracing::error!(%error, "which logo was uploaded cannot be read");
                Err(ServiceError::Unreachable { service: "settings" })
            }
        }
    }

    /// The licence that counts while none is installed.
    pub const fn licence(&self) -> Licence {
        self.settings.licence
    }
}

impl Settings for Configured {
    fn footer(&self) -> Answer<'_, Footer> {
        let settings = &self.settings;
        Box::pin(ready(self.user_logo().map(|user_logo| Footer {
            server_id: settings.server_id.clone(),
            platform_id: settings.platform_id.clone(),
            server_name: settings.server_name.clone(),
            logo_url: settings.logo_url.clone(),
            user_logo,
        })))
    }

    fn console(&self) -> Answer<'_, Installation> {
        Box::pin(ready(Ok(Installation {
            lightweight: self.settings.lightweight,
            cloud: self.settings.cloud,
            help_links_disabled: self.settings.help_links_disabled,
            features: self.settings.features.clone(),
            external_redirect: self.settings.external_redirect.clone(),
            hidden_routes: self.settings.hidden_routes.clone(),
            announced_paths: self.announced_paths.clone(),
        })))
    }
}

/// The services of this process, as whoever started them says.
#[derive(Debug)]
pub struct Running {
    services: BTreeMap<String, Version>,
}

impl Running {
    /// Takes the names and versions of what really runs.
    pub fn new(services: impl IntoIterator<Item = (impl Into<String>, Version)>) -> Self {
        Self {
            services: services.into_iter().map(|(name, version)| (name.into(), version)).collect(),
        }
    }
}

impl Topology for Running {
    fn services(&self) -> Answer<'_, Vec<Service>> {
        let service = |(name, version): (&String, &Version)| Service {
            name: name.clone(),
            version: *version,
        };
        Box::pin(ready(Ok(self.services.iter().map(service).collect())))
    }
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::routes::ROUTES;

    use super::*;

    fn read(json: &str) -> Result<InstallationSettings, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_set_has_a_default_and_what_is_unknown_is_refused() {
        let settings = read("{}").unwrap();
        assert_eq!(settings, InstallationSettings::default());
        assert_eq!(settings.licence, Licence::Oss);
        assert_eq!(settings.check(), Ok(()));
        assert!(
            read(r#"{"licence":"ENTERPRISE_PLUS","access":{"mfa_required":"admins"}}"#).is_ok()
        );
        assert!(read(r#"{"licences":"OSS"}"#).is_err());
        assert!(read(r#"{"access":{"totp_skew_steps":2}}"#).is_err());
        assert!(read(r#"{"access":{"password":"x"}}"#).is_err());
    }

    #[test]
    fn addresses_cannot_smuggle_in_a_script_or_a_host() {
        let refused = |settings: InstallationSettings| settings.check().err().map(|e| e.setting);
        for address in ["javascript:alert(1)", "//evil.example", "/\\evil.example", "http://x", "x"]
        {
            let logo_url = address.to_owned();
            let settings = InstallationSettings { logo_url, ..InstallationSettings::default() };
            assert_eq!(refused(settings), Some("logo_url"), "{address}");
        }
        for address in ["javascript://x", "/home", "https://", "https:///x", ""] {
            let external_redirect = Some(address.to_owned());
            let settings =
                InstallationSettings { external_redirect, ..InstallationSettings::default() };
            assert_eq!(refused(settings), Some("external_redirect"), "{address}");
        }
        let settings = InstallationSettings {
            logo_url: "/logo.svg".into(),
            user_logo: "https://cdn.example.org/logo.svg".into(),
            external_redirect: Some("https://example.org/".into()),
            ..InstallationSettings::default()
        };
        assert_eq!(settings.check(), Ok(()));
    }

    /// covers: [STATUS-01]
    #[test]
    fn services_are_switched_on_by_name_and_mission_controls_by_number() {
        let names = |settings: &InstallationSettings| {
            settings.running().iter().map(|(service, _)| service.as_str()).collect::<Vec<_>>()
        };
        let always = ["artifactory", "access", "metadata", "event", "jfconnect", "router"];
        assert_eq!(names(&InstallationSettings::default()), always);
        let settings = read(r#"{"services":["mc","xray","mc"],"mission_controls":2}"#).unwrap();
        assert_eq!(settings.check(), Ok(()));
        assert_eq!(names(&settings)[always.len()..], ["xray", "mc", "mc"]);
        let json = r#"{"services":["xray"],"compatible_versions":{"xray":"3.80.0","artifactory":"7.48.0"}}"#;
        assert_eq!(read(json).unwrap().check(), Ok(()));
        assert!(read(r#"{"compatible_versions":{"artifactory":"seven"}}"#).is_err());
        assert!(read(r#"{"services":["no-such-service"]}"#).is_err());
        for (json, setting) in [
            (r#"{"services":["jflink"]}"#, "services"),
            (r#"{"mission_controls":0}"#, "mission_controls"),
            (r#"{"mission_controls":9}"#, "mission_controls"),
            (r#"{"compatible_versions":{"xray":"3.80.0"}}"#, "compatible_versions"),
            (r#"{"node_id":"../n1"}"#, "node_id"),
            (r#"{"node_id":""}"#, "node_id"),
        ] {
            let refused = read(json).unwrap().check().map_err(|error| error.setting);
            assert_eq!(refused, Err(setting), "{json}");
        }
    }

    #[tokio::test]
    async fn the_answers_are_what_was_set() {
        let settings = InstallationSettings {
            server_name: "acme".into(),
            hidden_routes: vec![ROUTES[0].name],
            ..InstallationSettings::default()
        };
        let configured = Configured::new(settings.clone()).unwrap();
        let footer = serde_json::to_string(&configured.footer().await.unwrap()).unwrap();
        assert_eq!(
            footer,
            r#"{"serverId":"","platformId":"","serverName":"acme","logoUrl":"","userLogo":""}"#
        );
        assert_eq!(configured.licence(), Licence::Oss);
        assert_eq!(configured.console().await.unwrap().hidden_routes, settings.hidden_routes);
        let version = Version(1, 2, 3);
        let running = Running::new([("event", version), ("access", version)]);
        let services = running.services().await.unwrap();
        let names: Vec<&str> = services.iter().map(|service| service.name.as_str()).collect();
        assert_eq!(names, ["access", "event"]);
    }
}
