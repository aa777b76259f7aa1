//! The list of all machines, and the types that can hold a state or an event of any of them.
//!
//! To add a machine, write its file under `machines/` and add one line to the list at the end.

use std::sync::LazyLock;

use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::machine::{
    Accepted, AdmissionContext, Machine, Named, Refused, Rejection, RejectionCode, Scope, decide,
};
use crate::machines;
use crate::recorded::{self, FactsSource, GatheredFacts, Part, Unreadable};
use crate::time::Timestamp;

mod name_text;

pub use name_text::UnknownMachine;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The properties of a machine, independent of its types.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    /// The name of the machine.
    pub name: MachineName,
    /// How many instances exist.
    pub scope: Scope,
    /// The version of the shapes in its records.
    pub schema: u32,
    /// The rules hash: 16 hex digits.
    pub rules: &'static str,
    /// The names of all states.
    pub states: &'static [&'static str],
    /// The types of all events.
    pub events: &'static [&'static str],
    /// The types of the events that a tab may propose.
    pub proposals: &'static [&'static str],
    /// The types of the events that a user sends over HTTP.
    pub over_http: &'static [&'static str],
    /// States that have no outgoing transition on purpose.
    pub terminal: &'static [&'static str],
}

/// An event that serialises as records contain it: without `machine`, which is in the envelope.
#[derive(Debug, Clone, Copy)]
pub struct AsRecorded<'a>(pub &'a AnyEvent);

macro_rules! registry {
    ($($variant:ident $module:ident $type:ident;)+) => {
        /// The name of a machine.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum MachineName { $($variant,)+ }

        /// A state of any machine. It serialises as that machine's state; the machine's name is stored beside it.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum AnyState { $($variant(machines::$module::State),)+ }

        /// An event of any machine, tagged by `machine`.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(tag = "machine", rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum AnyEvent { $($variant(machines::$module::Event),)+ }

        impl MachineName {
            /// Every machine, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => machines::$module::$type::NAME,)+ }
            }

            fn named(name: &str) -> Option<Self> {
                match name { $(machines::$module::$type::NAME => Some(Self::$variant),)+ _ => None }
            }

            /// The properties of the machine.
            pub fn profile(self) -> &'static Profile {
                static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| {
                    vec![$(profile::<machines::$module::$type>(MachineName::$variant),)+]
                });
                // The list is made of the same rows as the enum, in their order.
                &PROFILES[self as usize]
            }

            /// The state before the first event.
            pub fn initial(self) -> AnyState {
                match self {
                    $(Self::$variant => AnyState::$variant(machines::$module::$type::initial()),)+
                }
            }

            /// Reads a state's JSON.
            pub fn state_from_json(self, json: &str) -> Result<AnyState, serde_json::Error> {
                Ok(match self {
                    $(Self::$variant => AnyState::$variant(serde_json::from_str(json)?),)+
                })
            }

            /// Reads an event's JSON, which has no `machine` field.
            pub fn event_from_json(self, json: &str) -> Result<AnyEvent, serde_json::Error> {
                Ok(match self {
                    $(Self::$variant => AnyEvent::$variant(serde_json::from_str(json)?),)+
                })
            }

            /// Reads the state after a record of this machine, as schema version `schema` wrote it.
            pub fn recorded_state(self, schema: u64, json: &str) -> Result<AnyState, Unreadable> {
                Ok(match self {
                    $(Self::$variant => AnyState::$variant(
                        recorded::read::<machines::$module::$type, _>(self, schema, Part::State, json)?),)+
                })
            }

            /// Reads the event of a record of this machine, as schema version `schema` wrote it. The facts that it was
            /// decided with may have to be supplied: see [`AnyEvent::facts_source`].
            pub fn recorded_event(self, schema: u64, json: &str) -> Result<AnyEvent, Unreadable> {
                let (json, _) = recorded::split_event(self, json)?;
                let json = &*json;
                Ok(match self {
                    $(Self::$variant => AnyEvent::$variant(
                        recorded::read::<machines::$module::$type, _>(self, schema, Part::Event, json)?),)+
                })
            }

            /// Reads a call of a record of this machine, as schema version `schema` wrote it.
            pub fn recorded_call(self, schema: u64, json: &str) -> Result<Call, Unreadable> {
                match self {
                    $(Self::$variant =>
                        recorded::read::<machines::$module::$type, _>(self, schema, Part::Call, json),)+
                }
            }

            /// Turns a tab's proposal into an event, or rejects it.
            pub fn admit(self, proposal: &str, admission: AdmissionContext<'_>) -> Result<AnyEvent, Rejection> {
                match self {
                    $(Self::$variant => {
                        let proposal = serde_json::from_str(proposal).map_err(malformed)?;
                        machines::$module::$type::admit(proposal, admission).map(AnyEvent::$variant)
                    })+
                }
            }

            /// One event for each case that a guard distinguishes.
            pub fn examples(self) -> Vec<AnyEvent> {
                match self {
                    $(Self::$variant => machines::$module::$type::examples()
                        .into_iter().map(AnyEvent::$variant).collect(),)+
                }
            }

            /// The event of an elapsed deadline.
            pub fn deadline(self) -> Option<AnyEvent> {
                match self {
                    $(Self::$variant => machines::$module::$type::deadline().map(AnyEvent::$variant),)+
                }
            }

            /// The answer to a call whose result is unknown after a crash or a timeout.
            pub fn interrupted(self, call: &Call) -> Option<AnyEvent> {
                match self {
                    $(Self::$variant =>
                        machines::$module::$type::interrupted(call).map(AnyEvent::$variant),)+
                }
            }
        }

        impl AnyState {
            /// The machine that the state belongs to.
            pub const fn machine(&self) -> MachineName {
                match self { $(Self::$variant(_) => MachineName::$variant,)+ }
            }

            /// The state's name.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant(state) => state.name(),)+ }
            }

            /// When the state's deadline is due, if it has one.
            pub fn wake_at(&self) -> Option<Timestamp> {
                match self { $(Self::$variant(state) => machines::$module::$type::wake_at(state),)+ }
            }

            /// The reduced state that exploration uses as a key.
            pub fn abstract_state(&self) -> String {
                match self {
                    $(Self::$variant(state) => machines::$module::$type::abstract_state(state),)+
                }
            }

            /// The superstates, the innermost first.
            pub fn superstates(&self) -> Vec<String> {
                match self { $(Self::$variant(state) => machines::$module::$type::superstates(state),)+ }
            }

            /// Decides an event of the same machine.
            pub fn decide(&self, event: &AnyEvent, at: Timestamp) -> Result<Accepted<Self>, Refused> {
                match (self, event) {
                    $((Self::$variant(state), AnyEvent::$variant(event)) => {
                        decide::<machines::$module::$type>(state, event, at).map(|accepted| Accepted {
                            state: Self::$variant(accepted.state),
                            calls: accepted.calls,
                            guards: accepted.guards,
                        })
                    })+
                    _ => Err(Refused {
                        rejection: Rejection::new(RejectionCode::EventOfAnotherMachine),
                        guards: Vec::new(),
                    }),
                }
            }
        }

        impl Serialize for AnyState {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$variant(state) => state.serialize(serializer),)+ }
            }
        }

        impl AnyEvent {
            /// The machine that the event belongs to.
            pub const fn machine(&self) -> MachineName {
                match self { $(Self::$variant(_) => MachineName::$variant,)+ }
            }

            /// The event's type.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant(event) => event.name(),)+ }
            }

            /// Where the facts are stored that the event is decided with, unless it needs none or has them.
            pub fn facts_source(&self) -> Option<FactsSource> {
                match self {
                    $(Self::$variant(event) => machines::$module::$type::facts_source(event),)+
                }
            }

            /// Supplies the facts that the event is decided with.
            pub fn supply(&mut self, gathered: &GatheredFacts) {
                match self {
                    $(Self::$variant(event) => machines::$module::$type::supply(event, gathered),)+
                }
            }

            /// The event's JSON as records contain it: without `machine`, which is in the envelope.
            pub fn to_record_json(&self) -> Result<String, serde_json::Error> {
                serde_json::to_string(&AsRecorded(self))
            }
        }

        impl Serialize for AsRecorded<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.0 { $(AnyEvent::$variant(event) => event.serialize(serializer),)+ }
            }
        }

        /// Visits the types of every machine, for the generated TypeScript.
        #[cfg(feature = "schema")]
        pub fn visit_types(visitor: &mut impl ts_rs::TypeVisitor) {
            $(visitor.visit::<machines::$module::State>();
            visitor.visit::<machines::$module::Event>();)+
        }

        /// The JSON Schemas of a machine's states and events.
        #[cfg(feature = "schema")]
        pub(crate) fn schemas_of(
            machine: MachineName,
            generator: &mut schemars::SchemaGenerator,
        ) -> (schemars::Schema, schemars::Schema) {
            match machine {
                $(MachineName::$variant => (
                    generator.subschema_for::<machines::$module::State>(),
                    generator.subschema_for::<machines::$module::Event>(),
                ),)+
            }
        }

        /// The names of the TypeScript types of each machine's state and event.
        #[cfg(feature = "schema")]
        pub fn type_names(config: &ts_rs::Config) -> Vec<(MachineName, String, String)> {
            vec![$((
                MachineName::$variant,
                <machines::$module::State as ts_rs::TS>::name(config),
                <machines::$module::Event as ts_rs::TS>::name(config),
            ),)+]
        }

        $(impl From<machines::$module::Event> for AnyEvent {
            fn from(event: machines::$module::Event) -> Self {
                Self::$variant(event)
            }
        })+
    };
}

fn profile<M: Machine>(name: MachineName) -> Profile {
    Profile {
        name,
        scope: M::SCOPE,
        schema: M::SCHEMA,
        rules: RULES.iter().find(|(machine, _)| *machine == M::NAME).map_or("", |(_, hash)| hash),
        states: M::State::NAMES,
        events: M::Event::NAMES,
        proposals: M::Proposal::NAMES,
        over_http: M::OVER_HTTP,
        terminal: M::TERMINAL,
    }
}

fn malformed(error: serde_json::Error) -> Rejection {
    Rejection::new(RejectionCode::MalformedEvent).with("problem", error)
}

registry! {
    Session session Session;
    Startup startup Startup;
    Login login Login;
    Mfa mfa Mfa;
    Password password Password;
    CliLogin cli_login CliLogin;
    Idle idle Idle;
    Navigation navigation Navigation;
    QuickSetup quick_setup QuickSetup;
    Onboarding onboarding Onboarding;
    Personalisation personalisation Personalisation;
    Retention retention Retention;
    LogViewer log_viewer LogViewer;
    Account account Account;
    Setup setup Setup;
    Licence licence InstallationLicence;
    Logo logo Logo;
    Project project Project;
    Group group Group;
    SupportBundle support_bundle SupportBundle;
    ReleaseBundle release_bundle ReleaseBundle;
    Node node Node;
    Server server Server;
    Reading reading Reading;
    Permission permission Permission;
    Repository repository Repository;
    Package package Package;
    Build build Build;
    Download download Downloads;
    CleanupPolicy cleanup_policy CleanupPolicy;
    Advisories advisories Advisories;
    FollowedPackages followed_packages FollowedPackages;
    DownloadRules download_rules DownloadRules;
    DownloadViolations download_violations DownloadViolations;
    Webhook webhook Webhook;
    WebhookCursor webhook_cursor WebhookCursor;
    WebhookDelivery webhook_delivery WebhookDelivery;
    Application application Application;
    ApplicationGrant application_grant ApplicationGrant;
    ServiceStatus service_status ServiceStatus;
    Search search Search;
    Packages packages Packages;
    GitConnection git_connection GitConnection;
    GitIntegration git_integration GitIntegration;
    OutboundProxy outbound_proxy OutboundProxy;
    DistributionTarget distribution_target DistributionTarget;
    TrustedIssuer trusted_issuer TrustedIssuer;
    MailServer mail_server MailServer;
    MailOutbox mail_outbox MailOutbox;
    ForgotPassword forgot_password ForgotPassword;
    ResetPassword reset_password ResetPassword;
    SignInProvider sign_in_provider SignInProvider;
    Sso sso Sso;
    Provisioning provisioning Provisioning;
    Passkey passkey Passkey;
    UserDirectory user_directory UserDirectory;
    RegistrationSettings registration_settings RegistrationSettings;
    Registration registration Registration;
}
