//! How the facts of a scenario's installation change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::facts::{Service, SingleSignOn};
use waybill_machines::machines::startup::Fact;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::rules::versions::Version;

macro_rules! facts_change {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident $variant:ident: $type:ty = $default:expr, $label:literal $(, $skip:ident)?;
    )+) => {
        /// What has changed of the installation; what is left out stays as it was, and an empty text removes an
        /// address. Each is named as in `given`.
        #[derive(Debug, Clone, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct FactsChange {
            /// The licence that counts from now on.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub licence: Option<Licence>,
            /// Visitors may look around.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub anonymous_allowed: Option<bool>,
            /// Visitors may not use the console, whatever else is allowed.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub anonymous_ui_blocked: Option<bool>,
            /// How signing in by another service is set up.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub single_sign_on: Option<SingleSignOn>,
            /// Which services are there, each with its version.
            #[cfg_attr(feature = "schema", schemars(with = "Option<BTreeMap<String, String>>"))]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub services: Option<BTreeMap<String, Version>>,
            $(
                $(#[doc = $doc])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<<$type as Written>::As>,
            )+
        }

        impl FactsChange {
            /// The changes that sessions receive.
            pub fn facts(&self) -> Vec<Fact> {
                let change = self.clone();
                let facts = [
                    change.anonymous_allowed.map(Fact::AnonymousAllowed),
                    change.anonymous_ui_blocked.map(Fact::AnonymousUiBlocked),
                    change.single_sign_on.map(Fact::SingleSignOn),
                    change.licence.map(Fact::Licence),
                    change.services.map(|services| Fact::Services(list(services))),
                    $(change.$field.map(|written| Fact::$variant(Written::read(written))),)+
                ];
                facts.into_iter().flatten().collect()
            }

            /// How a scenario writes the changes that sessions have received.
            pub fn of(facts: &[Fact]) -> Self {
                let mut change = Self::default();
                for fact in facts.iter().cloned() {
                    match fact {
                        Fact::AnonymousAllowed(value) => change.anonymous_allowed = Some(value),
                        Fact::AnonymousUiBlocked(value) => change.anonymous_ui_blocked = Some(value),
                        Fact::SingleSignOn(set_up) => change.single_sign_on = Some(set_up),
                        Fact::Licence(licence) => change.licence = Some(licence),
                        Fact::Services(services) => {
                            let named = services.into_iter().map(|service| (service.name, service.version));
                            change.services = Some(named.collect());
                        }
                        $(Fact::$variant(value) => change.$field = Some(value.write()),)+
                    }
                }
                change
            }
        }
    };
}

waybill_machines::installation_facts!(facts_change);

/// The new value of a fact, as a scenario writes it. A type that can be empty needs a form of its own, since a key that
/// is left out means no change.
pub trait Written: Sized {
    /// The type in the scenario.
    type As;
    /// From the scenario.
    fn read(written: Self::As) -> Self;
    /// To the scenario.
    fn write(self) -> Self::As;
}

impl Written for bool {
    type As = Self;
    fn read(written: Self) -> Self {
        written
    }
    fn write(self) -> Self {
        self
    }
}

impl<T> Written for Vec<T> {
    type As = Self;
    fn read(written: Self) -> Self {
        written
    }
    fn write(self) -> Self {
        self
    }
}

/// An empty text removes the value.
impl Written for Option<String> {
    type As = String;
    fn read(written: String) -> Self {
        Some(written).filter(|text| !text.is_empty())
    }
    fn write(self) -> String {
        self.unwrap_or_default()
    }
}

/// The services as the facts have them.
pub(super) fn list(services: BTreeMap<String, Version>) -> Vec<Service> {
    services.into_iter().map(|(name, version)| Service { name, version }).collect()
}
