//! Start-up (BOOT-04): who is there and the footer, then services and entitlements, then, for a user who
//! may use the console, the further settings. What it gathers are the facts that the guards decide on.
//!
//! ```text
//! idle --start--> identifying --> gathering --> settling --> ready
//!                      \______________\____________\--> failed --retry--> identifying
//! ```

use statig::prelude::*;

use super::navigation;
pub use super::startup_types::{Event, Fetched, Identity, Proposal, State};
use crate::call::Call;
pub use crate::facts::Fact;
use crate::facts::{Facts, Installation, Service, SingleSignOn, User};
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::recorded::Part;
use crate::rules::licence::Licence;
use crate::rules::versions::Version;
use crate::rules::view_as::{Role, View};
use crate::secret::PersonId;

/// The start-up machine.
#[derive(Debug, Default)]
pub struct Startup;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Startup {
    #[state(superstate = "root")]
    fn idle(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Start {} => begin(None, context),
            _ => Super,
        }
    }

    #[state(superstate = "loading")]
    fn identifying(
        event: &Event,
        person: &Option<PersonId>,
        identity: &mut Option<Identity>,
        footer: &mut bool,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::CurrentUser(Fetched::Loaded { value }) => {
                if context.guard("answer_about_another", value.user.person != *person) {
                    return context.refuse(Rejection::new(RejectionCode::AnswerAboutAnother));
                }
                *identity = Some(value.clone());
            }
            Event::Footer(Fetched::Loaded { .. }) => *footer = true,
            Event::CurrentUser(Fetched::Failed { message })
            | Event::Footer(Fetched::Failed { message }) => {
                return fail(person, message, context);
            }
            Event::FactsChanged { facts } => {
                if let Some(identity) = identity {
                    apply_facts(facts, identity);
                }
                return Handled;
            }
            // Only reading was interrupted, so it is requested again (EVT-06).
            Event::CurrentUser(Fetched::Interrupted {}) => {
                context.call(Call::CurrentUser { person: person.clone() });
            }
            Event::Footer(Fetched::Interrupted {}) => context.call(Call::Footer {}),
            _ => return Super,
        }
        match identity {
            Some(identity) if *footer => {
                context.call(Call::Services {});
                context.call(Call::Entitlements {});
                Transition(State::Gathering {
                    person: person.clone(),
                    identity: identity.clone(),
                    services: None,
                    licence: None,
                })
            }
            _ => Handled,
        }
    }

    #[state(superstate = "loading")]
    fn gathering(
        event: &Event,
        person: &Option<PersonId>,
        identity: &mut Identity,
        services: &mut Option<Vec<Service>>,
        licence: &mut Option<Licence>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            // An answer that was on its way when something changed knows what was so before.
            Event::Services(Fetched::Loaded { value }) if services.is_none() => {
                *services = Some(value.clone());
            }
            Event::Services(Fetched::Loaded { .. }) => {}
            Event::Entitlements(Fetched::Loaded { value }) => *licence = licence.or(Some(*value)),
            Event::FactsChanged { facts } => {
                apply_facts(facts, identity);
                for fact in facts {
                    match fact {
                        Fact::Services(changed) => *services = Some(changed.clone()),
                        Fact::Licence(changed) => *licence = Some(*changed),
                        _ => {}
                    }
                }
            }
            Event::Services(Fetched::Failed { message })
            | Event::Entitlements(Fetched::Failed { message }) => {
                return fail(person, message, context);
            }
            Event::Services(Fetched::Interrupted {}) => context.call(Call::Services {}),
            Event::Entitlements(Fetched::Interrupted {}) => context.call(Call::Entitlements {}),
            _ => return Super,
        }
        let (Some(services), Some(licence)) = (services, licence) else { return Handled };
        if context.guard("may_use_console", is_inside(person, identity)) {
            context.call(Call::LoadSettings {});
            Transition(State::Settling {
                person: person.clone(),
                identity: identity.clone(),
                services: services.clone(),
                licence: *licence,
            })
        } else {
            let installation = identity.installation_for_outsiders();
            ready(person, identity, services, *licence, installation, context)
        }
    }

    #[state(superstate = "loading")]
    fn settling(
        event: &Event,
        person: &Option<PersonId>,
        identity: &mut Identity,
        services: &mut Vec<Service>,
        licence: &mut Licence,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::FactsChanged { facts } => {
                apply_facts(facts, identity);
                for fact in facts {
                    match fact {
                        Fact::Services(changed) => services.clone_from(changed),
                        Fact::Licence(changed) => *licence = *changed,
                        _ => {}
                    }
                }
                Handled
            }
            Event::Settings(Fetched::Loaded { value }) => {
                // Visitors may have been shut out meanwhile.
                let installation = if is_inside(person, identity) {
                    value.clone()
                } else {
                    identity.installation_for_outsiders()
                };
                ready(person, identity, services, *licence, installation, context)
            }
            Event::Settings(Fetched::Failed { message }) => fail(person, message, context),
            Event::Settings(Fetched::Interrupted {}) => {
                context.call(Call::LoadSettings {});
                Handled
            }
            _ => Super,
        }
    }

    /// Only an administrator may use view-as, and never sees more than an administrator may: what is looked at
    /// is authorised by the facts, never by the view.
    #[state(superstate = "root")]
    fn ready(
        event: &Event,
        facts: &mut Facts,
        view: &mut Option<View>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::ViewAs { view: wanted } => {
                if !context.guard("admin_only", facts.user.admin) {
                    return context.refuse(Rejection::new(RejectionCode::NotAuthorised));
                }
                *view = Some(*wanted);
            }
            Event::ViewAsMyself {} => *view = None,
            Event::FactsChanged { facts: changed } => {
                for fact in changed {
                    fact.apply_to(facts);
                }
            }
            Event::Introduced {} => facts.user.onboarding_owed = false,
            _ => return Super,
        }
        Handled
    }

    #[state(superstate = "root", local_storage("message: String"))]
    fn failed(event: &Event, person: &Option<PersonId>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Start {} | Event::Retry {} => begin(person.clone(), context),
            _ => Super,
        }
    }

    #[superstate(superstate = "root")]
    fn loading() -> Outcome<State> {
        Super
    }

    /// Signing in and out restart start-up in every state; late answers are rejected.
    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::SignedIn { person } => begin(Some(person.clone()), context),
            Event::Reset {} => Transition(State::Idle {}),
            _ => context.refuse_here(),
        }
    }
}

/// Whether the user may use the console, and so receives the facts that only its users need.
const fn is_inside(person: &Option<PersonId>, identity: &Identity) -> bool {
    person.is_some() || identity.anonymous_allowed
}

fn apply_facts(facts: &[Fact], identity: &mut Identity) {
    for fact in facts {
        fact.apply_to_identity(identity);
    }
}

fn begin(person: Option<PersonId>, context: &mut Context) -> Outcome<State> {
    context.call(Call::CurrentUser { person: person.clone() });
    context.call(Call::Footer {});
    Transition(State::Identifying { person, identity: None, footer: false })
}

fn ready(
    person: &Option<PersonId>,
    identity: &Identity,
    services: &[Service],
    licence: Licence,
    installation: Installation,
    context: &mut Context,
) -> Outcome<State> {
    let facts = Facts {
        user: if person.is_some() { identity.user.clone() } else { User::anonymous() },
        anonymous_allowed: identity.anonymous_allowed,
        anonymous_ui_blocked: identity.anonymous_ui_blocked,
        licence,
        single_sign_on: identity.single_sign_on.clone(),
        services: services.to_vec(),
        installation,
    };
    let gathered = Some(Box::new(facts.clone()));
    context.call(Call::tell(navigation::Event::ApplicationReady { facts: gathered }));
    Transition(State::Ready { facts, view: None })
}

fn fail(person: &Option<PersonId>, message: &str, context: &mut Context) -> Outcome<State> {
    context.call(Call::tell(navigation::Event::ApplicationFailed {}));
    Transition(State::Failed { person: person.clone(), message: message.to_owned() })
}

impl Machine for Startup {
    const NAME: &'static str = "startup";
    const SCOPE: Scope = Scope::Session;
    /// 2: the event for navigation no longer repeats the facts, which the state in the same record has.
    const SCHEMA: u32 = 2;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Startup);

    fn admit(proposal: Proposal, _: AdmissionContext<'_>) -> Result<Event, Rejection> {
        Ok(match proposal {
            Proposal::Start {} => Event::Start {},
            Proposal::Retry {} => Event::Retry {},
            Proposal::ViewAs { view } => Event::ViewAs { view },
            Proposal::ViewAsMyself {} => Event::ViewAsMyself {},
        })
    }

    fn upcast(from: u32, part: Part, value: &mut serde_json::Value) {
        if let (1, Part::Call) = (from, part) {
            navigation::drop_sent_facts(value);
        }
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::CurrentUser { .. } => Event::CurrentUser(Fetched::Interrupted {}),
            Call::Footer {} => Event::Footer(Fetched::Interrupted {}),
            Call::Services {} => Event::Services(Fetched::Interrupted {}),
            Call::Entitlements {} => Event::Entitlements(Fetched::Interrupted {}),
            Call::LoadSettings {} => Event::Settings(Fetched::Interrupted {}),
            _ => return None,
        })
    }

    fn examples() -> Vec<Event> {
        let ann = || Some(PersonId("p_ann".into()));
        let identity = |person: Option<PersonId>, anonymous_allowed| Identity {
            user: person.map_or_else(User::anonymous, |person| User::local(person, true)),
            anonymous_allowed,
            anonymous_ui_blocked: false,
            single_sign_on: SingleSignOn::default(),
            external_redirect: None,
        };
        let view = View { role: Some(Role::User), licence: None, flavour: None };
        let message = String::from("The service did not answer.");
        vec![
            Event::Start {},
            Event::Retry {},
            Event::ViewAs { view },
            Event::ViewAsMyself {},
            Event::SignedIn { person: PersonId("p_ann".into()) },
            Event::FactsChanged { facts: vec![Fact::Licence(Licence::EnterprisePlus)] },
            Event::FactsChanged { facts: vec![Fact::Services(Vec::new())] },
            Event::FactsChanged { facts: vec![Fact::AnonymousAllowed(true), Fact::Cloud(true)] },
            Event::FactsChanged { facts: vec![Fact::AnonymousAllowed(false)] },
            Event::Introduced {},
            Event::Reset {},
            Event::CurrentUser(Fetched::Loaded { value: identity(None, false) }),
            Event::CurrentUser(Fetched::Loaded { value: identity(None, true) }),
            Event::CurrentUser(Fetched::Loaded { value: identity(ann(), false) }),
            Event::CurrentUser(Fetched::Failed { message: message.clone() }),
            Event::Footer(Fetched::Loaded { value: () }),
            Event::Footer(Fetched::Interrupted {}),
            Event::Services(Fetched::Loaded {
                value: vec![Service { name: "artifactory".into(), version: Version(7, 55, 0) }],
            }),
            Event::Services(Fetched::Failed { message: message.clone() }),
            Event::Entitlements(Fetched::Loaded { value: Licence::Oss }),
            Event::Entitlements(Fetched::Failed { message: message.clone() }),
            Event::Settings(Fetched::Loaded { value: Installation::default() }),
            Event::Settings(Fetched::Failed { message }),
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Identifying { person, identity, footer } => {
                let open = identity.as_ref().map(|identity| identity.anonymous_allowed);
                format!("{name} {} {open:?} {footer}", person.is_some())
            }
            State::Gathering { person, identity, services, licence } => format!(
                "{name} {} {} {} {}",
                person.is_some(),
                identity.anonymous_allowed,
                services.is_some(),
                licence.is_some()
            ),
            State::Settling { person, .. } | State::Failed { person, .. } => {
                format!("{name} {}", person.is_some())
            }
            State::Ready { facts, view } => {
                format!("{name} {} {}", facts.user.is_anonymous(), view.is_some())
            }
            State::Idle {} => name.to_owned(),
        }
    }
}
