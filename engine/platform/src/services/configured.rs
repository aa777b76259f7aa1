//! The settings and the licence of the configuration file, as the port for start-up.

use std::future::ready;
use std::sync::Arc;

use waybill_machines::facts::Installation;
use waybill_machines::rules::licence::Licence;

use super::{
    Answer, BadSetting, Footer, InstallationSettings, PackagePages, ServiceError, Settings,
};
use crate::access::{SessionSettings, SignInSettings};
use crate::logo::Logos;

/// The settings and the licence of the configuration file.
pub struct Configured {
    settings: InstallationSettings,
    logos: Option<(Arc<Logos>, &'static str)>,
}

impl Configured {
    /// Takes checked settings.
    pub fn new(settings: InstallationSettings) -> Result<Self, BadSetting> {
        settings.check()?;
        Ok(Self { settings, logos: None })
    }

    /// Adds the paths that front-ends of services announced (MFE-05).
    #[must_use]
    pub fn with_announced_paths(mut self, paths: impl IntoIterator<Item = String>) -> Self {
        self.settings.announced_paths.extend(paths);
        self
    }

    /// Adds the uploaded logos, each at `address` with its digest.
    #[must_use]
    pub fn with_logos(mut self, logos: Arc<Logos>, address: &'static str) -> Self {
        self.logos = Some((logos, address));
        self
    }

    /// The address of the uploaded logo, which takes precedence over the configured one (MENU-07).
    fn user_logo(&self) -> Result<String, ServiceError> {
        let uploaded = self.logos.as_ref().map(|(logos, address)| {
            let digest = logos.uploaded().map(|logo| logo.map(|logo| logo.picture.digest.0));
            digest.map(|digest| digest.map(|digest| format!("{address}{digest}")))
        });
        match uploaded.transpose() {
            Ok(address) => Ok(address.flatten().unwrap_or_else(|| self.settings.user_logo.clone())),
            Err(error) => {
                tracing::error!(%error, "the uploaded logo cannot be read from the journal");
                Err(ServiceError::Unreachable { service: "settings" })
            }
        }
    }

    /// The licence that applies while none is installed.
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
        Box::pin(ready(Ok(self.settings.facts())))
    }

    fn package_pages(&self) -> Answer<'_, PackagePages> {
        Box::pin(ready(Ok(self.settings.package_pages)))
    }

    fn sign_in(&self) -> Answer<'_, SignInSettings> {
        Box::pin(ready(Ok(self.settings.access.sign_in.clone())))
    }

    fn sessions(&self) -> Answer<'_, SessionSettings> {
        Box::pin(ready(Ok(self.settings.access.sessions)))
    }

    fn monthly_transfer_bytes(&self) -> Answer<'_, Option<u64>> {
        Box::pin(ready(Ok(self.settings.monthly_transfer_bytes)))
    }
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::routes::ROUTES;

    use super::*;

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
    }
}
