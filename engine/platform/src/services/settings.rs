//! The settings of the installation, and their validation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::facts::Installation;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::redirects::RedirectTarget;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::rules::services::{ServiceId, is_node_id};
use waybill_machines::rules::versions::Version;

use super::PackagePages;
use crate::access::AccessSettings;

macro_rules! installation_settings {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident $variant:ident: $type:ty = $default:expr, $label:literal $(, $skip:ident)?;
    )+) => {
        /// What an operator can set about the installation: a part of the configuration file.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct InstallationSettings {
            /// Identifies this server within the platform.
            pub server_id: String,
            /// Identifies the platform.
            pub platform_id: String,
            /// What people call the server.
            pub server_name: String,
            /// The address of the logo to show: a path of this server, or `https`.
            pub logo_url: String,
            /// The address of a logo of the operator's own, likewise.
            pub user_logo: String,
            /// The licence that counts while none is installed.
            pub licence: Licence,
            $(
                $(#[doc = $doc])+
                $(#[serde($skip)])?
                pub $field: $type,
            )+
            /// Target bundles are dropped after a while (RET-02: `isTargetBundleRetentionEnabled`).
            pub target_bundle_retention: bool,
            /// The services that run beside those that always do; which these may be, [`SWITCHABLE`] says.
            pub services: Vec<ServiceId>,
            /// The version of the public interface that a service keeps to, for the rules that ask which one it is
            /// (ROUTE-06); that of this build where nothing is set. Service status shows the build.
            pub compatible_versions: BTreeMap<ServiceId, Version>,
            /// How many mission controls there are, where `mc` is switched on (STATUS-01).
            pub mission_controls: u8,
            /// For how many days a file that was removed in the console stays in the trash of its repository.
            pub trash_kept_days: u16,
            /// For how many hours a content stays once no record names it: a backup that is being made may still need
            /// it.
            pub unused_contents_kept_hours: u16,
            /// How often, in hours, such contents are looked for and removed.
            pub unused_contents_swept_hours: u16,
            /// How many bytes may be downloaded in a month until the console says that the quota is reached (PKG-03).
            pub monthly_transfer_bytes: Option<u64>,
            /// How many rows the pages of packages have (PKG-06).
            pub package_pages: PackagePages,
            /// Names this node among others; the id of the installation when this is not set.
            pub node_id: Option<String>,
            /// Signing in.
            pub access: AccessSettings,
        }

        impl Default for InstallationSettings {
            fn default() -> Self {
                Self {
                    server_id: String::new(),
                    platform_id: String::new(),
                    server_name: "Waybill".to_owned(),
                    logo_url: String::new(),
                    user_logo: String::new(),
                    licence: Licence::Oss,
                    $($field: $default,)+
                    target_bundle_retention: false,
                    services: Vec::new(),
                    compatible_versions: BTreeMap::new(),
                    mission_controls: 1,
                    trash_kept_days: 14,
                    unused_contents_kept_hours: 24,
                    unused_contents_swept_hours: 6,
                    monthly_transfer_bytes: None,
                    package_pages: PackagePages::default(),
                    node_id: None,
                    access: AccessSettings::default(),
                }
            }
        }

        impl InstallationSettings {
            /// The facts of the installation that sessions get.
            pub fn facts(&self) -> Installation {
                let settings = self.clone();
                Installation { $($field: settings.$field,)+ }
            }
        }
    };
}

waybill_machines::installation_facts!(installation_settings);

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

/// Files in the trash are kept for at most ten years.
const TRASH_KEPT_DAYS_MAX: u16 = 3_650;
/// A year: backups are for what is kept longer.
const UNUSED_KEPT_HOURS_MAX: u16 = 366 * 24;
const UNUSED_SWEPT_HOURS_MAX: u16 = 7 * 24;

/// An invalid setting.
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
        let sign_in = &self.access.sign_in;
        for (setting, address) in [
            ("external_redirect", &self.external_redirect),
            ("documentation_url", &self.documentation_url),
            ("learning_center_url", &self.learning_center_url),
            ("account_portal_url", &self.account_portal_url),
            ("access.sign_in.provider_link", &sign_in.provider_link),
            ("access.sign_in.logout_url", &sign_in.logout_url),
        ] {
            if address.as_deref().is_some_and(|address| !is_web_address(address)) {
                let wanted = "must be an http or https address";
                return Err(BadSetting { setting, wanted });
            }
        }
        self.check_sign_in()?;
        if let Some((setting, wanted)) = self.access.sessions.problem() {
            return Err(BadSetting { setting, wanted });
        }
        self.check_services()?;
        self.package_pages.check()?;
        if self.access.totp_issuer.trim().is_empty() {
            let wanted = "must say what authenticator apps show";
            return Err(BadSetting { setting: "access.totp_issuer", wanted });
        }
        Ok(())
    }

    fn check_sign_in(&self) -> Result<(), BadSetting> {
        let sign_in = &self.access.sign_in;
        let is_control = |c: char| c.is_control() && c != '\n';
        if sign_in.message.chars().count() > TEXT_CHARS_MAX || sign_in.message.contains(is_control)
        {
            let wanted = "must have 1024 characters at most, of which only line ends are invisible";
            return Err(BadSetting { setting: "access.sign_in.message", wanted });
        }
        for (setting, is_on) in [
            ("access.sign_in.auto_redirect", sign_in.auto_redirect),
            ("access.sign_in.external", sign_in.external),
        ] {
            if is_on && sign_in.provider_link.is_none() {
                let wanted = "needs a provider: set access.sign_in.provider_link";
                return Err(BadSetting { setting, wanted });
            }
        }
        Ok(())
    }

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
        if !(1..=TRASH_KEPT_DAYS_MAX).contains(&self.trash_kept_days) {
            let wanted = "must be 1 to 3650";
            return Err(BadSetting { setting: "trash_kept_days", wanted });
        }
        if !(1..=UNUSED_KEPT_HOURS_MAX).contains(&self.unused_contents_kept_hours) {
            let wanted = "must be 1 to 8784";
            return Err(BadSetting { setting: "unused_contents_kept_hours", wanted });
        }
        if !(1..=UNUSED_SWEPT_HOURS_MAX).contains(&self.unused_contents_swept_hours) {
            let wanted = "must be 1 to 168";
            return Err(BadSetting { setting: "unused_contents_swept_hours", wanted });
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

fn is_web_address(address: &str) -> bool {
    address.chars().count() <= TEXT_CHARS_MAX && RedirectTarget::is_address(address)
}

fn has_scheme(address: &str, schemes: &[&str]) -> bool {
    let (scheme, rest) = address.split_once("://").unwrap_or_default();
    schemes.contains(&scheme) && rest.chars().next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
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
    fn the_sign_in_page_leads_to_a_provider_that_is_set_only() {
        let check = |json: &str| {
            let settings = read(&format!(r#"{{"access":{{"sign_in":{json}}}}}"#)).unwrap();
            settings.check().err().map(|error| error.setting)
        };
        let provider = r#""provider_link":"https://sso.example.org""#;
        for name in ["auto_redirect", "external"] {
            let setting = format!(r#""{name}":true"#);
            let alone = check(&format!("{{{setting}}}"));
            assert_eq!(alone, Some(&*format!("access.sign_in.{name}")));
            assert_eq!(check(&format!("{{{setting},{provider}}}")), None);
        }
        for name in ["provider_link", "logout_url"] {
            let script = check(&format!(r#"{{"{name}":"javascript:alert(1)"}}"#));
            assert_eq!(script, Some(&*format!("access.sign_in.{name}")));
        }
        assert_eq!(check(r#"{"message":"one\ntwo"}"#), None);
        assert_eq!(check(r#"{"message":"one\u0007"}"#), Some("access.sign_in.message"));
        let long = format!(r#"{{"message":"{}"}}"#, "a".repeat(1_025));
        assert_eq!(check(&long), Some("access.sign_in.message"));
        assert!(read(r#"{"access":{"sign_in":{"password":"x"}}}"#).is_err());
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
}
