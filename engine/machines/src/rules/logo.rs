//! Which logo is shown (MENU-07).

use serde::Serialize;

use super::licence::Licence;

/// The origin of a logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogoSource"),
    schemars(rename = "LogoSource")
)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A user uploaded it.
    Uploaded,
    /// It is configured in the footer settings.
    Footer,
    /// It is the mark of the edition.
    Default,
}

/// The mark of an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogoMark"),
    schemars(rename = "LogoMark")
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Mark {
    Jcr,
    Conan,
    Edge,
    Oss,
    General,
}

impl Mark {
    /// The mark of a licence.
    pub const fn of(licence: Licence) -> Self {
        match licence {
            Licence::Jcr => Self::Jcr,
            Licence::Conan => Self::Conan,
            Licence::Edge | Licence::EdgeTrial => Self::Edge,
            Licence::Oss => Self::Oss,
            Licence::None
            | Licence::Commercial
            | Licence::CommercialX
            | Licence::Trial
            | Licence::Enterprise
            | Licence::EnterpriseX
            | Licence::EnterprisePlusTrial
            | Licence::EnterprisePlus => Self::General,
        }
    }
}

/// The logo above the menus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuLogo"),
    schemars(rename = "MenuLogo")
)]
pub struct Logo {
    /// The origin of the logo.
    pub source: Source,
    /// The URL of the logo; none if the mark of the edition is shown.
    pub url: Option<String>,
    /// The mark of the edition: the logo itself, or the fallback if the other one cannot be loaded.
    pub mark: Mark,
}

impl Logo {
    /// An uploaded logo takes precedence over the footer settings, and those over the edition's mark. Unset URLs are
    /// empty.
    pub fn choose(uploaded: &str, footer: &str, licence: Licence) -> Self {
        let (source, url) = match (uploaded, footer) {
            ("", "") => (Source::Default, None),
            ("", url) => (Source::Footer, Some(url.to_owned())),
            (url, _) => (Source::Uploaded, Some(url.to_owned())),
        };
        Self { source, url, mark: Mark::of(licence) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [MENU-07]
    #[test]
    fn an_uploaded_logo_takes_precedence_over_the_footers_and_the_editions() {
        let choose = |uploaded, footer| {
            let logo = Logo::choose(uploaded, footer, Licence::Oss);
            (logo.source, logo.url.unwrap_or_default(), logo.mark)
        };
        assert_eq!(choose("/up.png", "/foot.png"), (Source::Uploaded, "/up.png".into(), Mark::Oss));
        assert_eq!(choose("/up.png", ""), (Source::Uploaded, "/up.png".into(), Mark::Oss));
        assert_eq!(choose("", "/foot.png"), (Source::Footer, "/foot.png".into(), Mark::Oss));
        assert_eq!(choose("", ""), (Source::Default, String::new(), Mark::Oss));
    }

    /// covers: [MENU-07]
    #[test]
    fn every_edition_has_its_mark() {
        let marked = |mark| Licence::ALL.into_iter().filter(move |one| Mark::of(*one) == mark);
        assert_eq!(marked(Mark::Jcr).collect::<Vec<_>>(), [Licence::Jcr]);
        assert_eq!(marked(Mark::Conan).collect::<Vec<_>>(), [Licence::Conan]);
        assert_eq!(marked(Mark::Edge).collect::<Vec<_>>(), [Licence::Edge, Licence::EdgeTrial]);
        assert_eq!(marked(Mark::Oss).collect::<Vec<_>>(), [Licence::Oss]);
        assert_eq!(marked(Mark::General).count(), 8);
    }
}
