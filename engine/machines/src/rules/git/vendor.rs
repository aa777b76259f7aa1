//! The vendors of Git repositories, and what is connected to each of them (INT-06, DET-04, DET-09).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The code of integrations with Git vendors (DET-04); 0 is unknown.
pub const INTEGRATION_TYPE_GIT: u8 = 1;

/// A vendor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Vendor {
    /// `GitHub`, its hosted service or a server of the same kind.
    Github,
    /// `GitLab`, its hosted service or a server of the same kind.
    Gitlab,
    /// The cloud edition of Bitbucket.
    BitbucketCloud,
    /// The edition of Bitbucket that customers run themselves.
    BitbucketServer,
}

impl Vendor {
    /// Every vendor, in the order of the codes.
    pub const ALL: [Self; 4] =
        [Self::Github, Self::Gitlab, Self::BitbucketCloud, Self::BitbucketServer];

    /// The code in calls (DET-04); 0 is unknown.
    pub const fn code(self) -> u8 {
        match self {
            Self::Github => 1,
            Self::Gitlab => 2,
            Self::BitbucketCloud => 3,
            Self::BitbucketServer => 4,
        }
    }

    /// The vendor with a code.
    pub fn of_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|vendor| vendor.code() == code)
    }

    /// The name in records, and in the path of the vendor's page.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::BitbucketCloud => "bitbucket_cloud",
            Self::BitbucketServer => "bitbucket_server",
        }
    }

    /// The vendor's own name.
    pub const fn display_name(self) -> &'static str {
        match self {
            Self::Github => "GitHub",
            Self::Gitlab => "GitLab",
            Self::BitbucketCloud => "Bitbucket Cloud",
            Self::BitbucketServer => "Bitbucket Server",
        }
    }

    /// The address of the vendor's hosted service, if it has one.
    pub const fn hosted_url(self) -> Option<&'static str> {
        match self {
            Self::Github => Some("https://github.com"),
            Self::Gitlab => Some("https://gitlab.com"),
            Self::BitbucketCloud => Some("https://bitbucket.org"),
            Self::BitbucketServer => None,
        }
    }
}

/// What an integration can be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GitProduct {
    /// Repositories are scanned for dependencies with advisories.
    Scanning,
}

impl GitProduct {
    /// Every product.
    pub const ALL: [Self; 1] = [Self::Scanning];
}

/// A product, and how many integrations of a vendor it is selected for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConfiguredService {
    /// The product.
    pub product: GitProduct,
    /// The number of integrations that it is selected for.
    pub connections: u32,
    /// Whether there is one.
    pub connected: bool,
}

/// A vendor, and what is connected to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VendorItem {
    /// The vendor.
    pub vendor: Vendor,
    /// The number of its integrations.
    pub integrations: u32,
    /// Whether it has integrations.
    pub connected: bool,
    /// Every product, with the number of integrations that it is selected for.
    pub services: Vec<ConfiguredService>,
}

/// Every vendor with what is connected to it (INT-06), from the vendor and the products of each integration.
pub fn vendor_items<'a>(
    all: impl Iterator<Item = (Vendor, &'a BTreeSet<GitProduct>)>,
) -> Vec<VendorItem> {
    let service = |product| ConfiguredService { product, connections: 0, connected: false };
    let mut items = Vendor::ALL.map(|vendor| VendorItem {
        vendor,
        integrations: 0,
        connected: false,
        services: GitProduct::ALL.map(service).to_vec(),
    });
    for (vendor, products) in all {
        for item in items.iter_mut().filter(|item| item.vendor == vendor) {
            item.integrations = item.integrations.saturating_add(1);
            item.connected = true;
            for service in &mut item.services {
                if products.contains(&service.product) {
                    service.connections = service.connections.saturating_add(1);
                    service.connected = true;
                }
            }
        }
    }
    items.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [DET-04]
    #[test]
    fn each_vendor_has_one_code_and_one_key() {
        let codes: Vec<u8> = Vendor::ALL.into_iter().map(Vendor::code).collect();
        assert_eq!(codes, [1, 2, 3, 4]);
        for vendor in Vendor::ALL {
            assert_eq!(Vendor::of_code(vendor.code()), Some(vendor));
            assert_eq!(serde_json::json!(vendor), vendor.key());
            let is_hosted = vendor != Vendor::BitbucketServer;
            assert_eq!(vendor.hosted_url().is_some(), is_hosted, "{}", vendor.display_name());
        }
        assert_eq!((Vendor::of_code(0), Vendor::of_code(5)), (None, None));
        assert_eq!(INTEGRATION_TYPE_GIT, 1);
    }

    /// covers: [INT-06, DET-09]
    #[test]
    fn a_vendor_is_connected_when_it_has_integrations_and_services_count_theirs() {
        let (none, scanning) = (BTreeSet::new(), BTreeSet::from([GitProduct::Scanning]));
        let all = [
            (Vendor::Gitlab, &scanning),
            (Vendor::Gitlab, &none),
            (Vendor::Gitlab, &scanning),
            (Vendor::BitbucketServer, &none),
        ];
        let items = vendor_items(all.into_iter());
        let shown: Vec<_> = items
            .iter()
            .map(|item| {
                let connections = item.services[0].connections;
                (
                    item.vendor,
                    item.integrations,
                    item.connected,
                    connections,
                    item.services[0].connected,
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                (Vendor::Github, 0, false, 0, false),
                (Vendor::Gitlab, 3, true, 2, true),
                (Vendor::BitbucketCloud, 0, false, 0, false),
                (Vendor::BitbucketServer, 1, true, 0, false),
            ]
        );
    }
}
