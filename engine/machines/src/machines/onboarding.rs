//! The onboarding wizard (ONB-01 to ONB-03): it asks a new administrator about their use of the platform.
//!
//! ```text
//! idle --offer, begin--> init <--> purpose <--> details <--> desired_features --send--> creating_project --> storing
//!                          \___________\___________\______________\--later--> postponed    \__failed, to the last step
//!                                                                  \-dismiss-> dismissing --> dismissed
//! ```
//!
//! A postponed wizard is offered again in the next session; within the session the user can open it. Free text is sent
//! over HTTP and is a digest here.

use statig::prelude::*;

pub use super::onboarding_steps::FAILED_TO_CREATE;
use super::onboarding_steps::{advance, ask, failed, interrupted_notice, save, send, store};
pub use super::onboarding_types::{Event, ProjectMade, Proposal, State};
use super::{personalisation, startup};
use crate::call::Call;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::custom_data::{CustomChange, DataStored};
use crate::rules::features::Feature;
use crate::rules::onboarding::{Answers, Details, Onboarded, WizardStep};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// The onboarding machine.
#[derive(Debug, Default)]
pub struct Onboarding;

#[state_machine(
    initial = "State::Idle {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Onboarding {
    #[state(superstate = "resting")]
    fn idle(event: &Event) -> Outcome<State> {
        match event {
            Event::Offer { person } => Transition(ask(person, Answers::default())),
            _ => Super,
        }
    }

    #[state(superstate = "answering")]
    fn init(
        event: &Event,
        person: &PersonId,
        answers: &mut Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Restore { purpose, role, desired_features } => {
                if context.guard("answered_already", *answers != Answers::default()) {
                    return context.refuse(Rejection::new(RejectionCode::AnsweredAlready));
                }
                answers.purpose = *purpose;
                answers.details.role = *role;
                answers.desired_features.clone_from(desired_features);
                Handled
            }
            Event::Next {} => advance(WizardStep::Init, answers, context, |answers| {
                State::Purpose { person: person.clone(), answers }
            }),
            _ => Super,
        }
    }

    #[state(superstate = "answering")]
    fn purpose(
        event: &Event,
        person: &PersonId,
        answers: &mut Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Choose { purpose } => {
                answers.purpose = Some(*purpose);
                save(WizardStep::Purpose, answers, context);
                Handled
            }
            Event::Next {} => advance(WizardStep::Purpose, answers, context, |answers| {
                State::Details { person: person.clone(), answers }
            }),
            Event::Back {} => Transition(ask(person, answers.clone())),
            _ => Super,
        }
    }

    #[state(superstate = "answering")]
    fn details(
        event: &Event,
        person: &PersonId,
        answers: &mut Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Describe { details } => {
                answers.details = details.clone();
                save(WizardStep::Details, answers, context);
                Handled
            }
            Event::Next {} => advance(WizardStep::Details, answers, context, |answers| {
                State::DesiredFeatures { person: person.clone(), answers, failure: None }
            }),
            Event::Back {} => {
                Transition(State::Purpose { person: person.clone(), answers: answers.clone() })
            }
            _ => Super,
        }
    }

    #[state(superstate = "answering", local_storage("failure: Option<Notice>"))]
    fn desired_features(
        event: &Event,
        person: &PersonId,
        answers: &mut Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Want { desired_features } => {
                answers.desired_features.clone_from(desired_features);
                save(WizardStep::DesiredFeatures, answers, context);
                Handled
            }
            Event::WantProject { wanted } => {
                answers.default_project = *wanted;
                Handled
            }
            Event::Back {} => {
                Transition(State::Details { person: person.clone(), answers: answers.clone() })
            }
            Event::Send {} => send(person, answers, context),
            _ => Super,
        }
    }

    #[state(superstate = "sending")]
    fn creating_project(
        event: &Event,
        person: &PersonId,
        answers: &Answers,
        complete: &Onboarded,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::ProjectMade(ProjectMade::Created {} | ProjectMade::AlreadyThere {}) => {
                Transition(store(person, answers, complete, context))
            }
            Event::ProjectMade(ProjectMade::Refused { .. }) => {
                context.call(Call::notify_error("project_not_created"));
                let failure = Notice::new("project_not_created", FAILED_TO_CREATE);
                Transition(failed(person, answers, failure))
            }
            Event::ProjectMade(ProjectMade::Interrupted {}) => {
                Transition(failed(person, answers, interrupted_notice()))
            }
            _ => Super,
        }
    }

    #[state(superstate = "sending")]
    fn storing(
        event: &Event,
        person: &PersonId,
        answers: &Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Stored(DataStored::Accepted {}) => {
                context.call(Call::tell(startup::Event::Introduced {}));
                context.call(Call::tell(personalisation::Event::Send { person: person.clone() }));
                Transition(State::Finished {})
            }
            Event::Stored(DataStored::Refused { notice }) => {
                context.call(Call::notify_error("onboarding_not_sent"));
                Transition(failed(person, answers, notice.clone()))
            }
            Event::Stored(DataStored::Interrupted {}) => {
                Transition(failed(person, answers, interrupted_notice()))
            }
            _ => Super,
        }
    }

    #[state(superstate = "resting")]
    fn finished(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Send {} | Event::Next {} | Event::Describe { .. } => {
                context.refuse(Rejection::new(RejectionCode::OnboardingAlreadySent))
            }
            _ => Super,
        }
    }

    #[state(superstate = "resting")]
    fn postponed(event: &Event, answers: &Answers) -> Outcome<State> {
        match event {
            Event::Begin { person } => Transition(ask(person, answers.clone())),
            _ => Super,
        }
    }

    #[state(superstate = "sending")]
    fn dismissing(
        event: &Event,
        person: &PersonId,
        answers: &Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Stored(DataStored::Accepted {}) => {
                context.call(Call::tell(startup::Event::Introduced {}));
                context.call(Call::tell(personalisation::Event::Reset {}));
                Transition(State::Dismissed {})
            }
            Event::Stored(DataStored::Refused { .. } | DataStored::Interrupted {}) => {
                context.call(Call::notify_error("onboarding_not_dismissed"));
                Transition(ask(person, answers.clone()))
            }
            _ => Super,
        }
    }

    #[state(superstate = "resting")]
    fn dismissed() -> Outcome<State> {
        Super
    }

    /// The wizard shows a question.
    #[superstate(superstate = "root")]
    fn answering(
        event: &Event,
        person: &PersonId,
        answers: &Answers,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            // The wizard is open, which both events require.
            Event::Offer { .. } | Event::Begin { .. } => Handled,
            Event::Later {} => Transition(State::Postponed { answers: answers.clone() }),
            Event::Dismiss {} => {
                let change = CustomChange::OnboardingDismissed {};
                context.call(Call::StoreCustomData { person: person.clone(), change });
                Transition(State::Dismissing { person: person.clone(), answers: answers.clone() })
            }
            _ => Super,
        }
    }

    /// The answers are being sent; a second tab that sends them too is rejected.
    #[superstate(superstate = "root")]
    fn sending(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Offer { .. } => Handled,
            Event::ProjectMade(_) | Event::Stored(_) => Super,
            _ => context.refuse(Rejection::new(RejectionCode::OnboardingBeingSent)),
        }
    }

    /// The wizard shows no question.
    #[superstate(superstate = "root")]
    fn resting(event: &Event) -> Outcome<State> {
        match event {
            // After the user has postponed or answered, the wizard opens only on request.
            Event::Offer { .. } => Handled,
            Event::Begin { person } => Transition(ask(person, Answers::default())),
            _ => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

impl Machine for Onboarding {
    const NAME: &'static str = "onboarding";
    const SCOPE: Scope = Scope::Session;
    const OVER_HTTP: &'static [&'static str] = &["describe"];
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Onboarding);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        Ok(match proposal {
            Proposal::Begin {} => {
                let user = admission.facts.map(|facts| &facts.user);
                let admin = user.filter(|user| user.admin);
                let person = admin.and_then(|user| user.person.clone());
                let person = person.ok_or_else(|| Rejection::new(RejectionCode::NotAuthorised))?;
                if !admission.facts.is_some_and(|facts| facts.supports(Feature::NewOnboarding)) {
                    return Err(Rejection::new(RejectionCode::FeatureUnsupported));
                }
                Event::Begin { person }
            }
            Proposal::Restore { purpose, role, desired_features } => {
                Event::Restore { purpose, role, desired_features }
            }
            Proposal::Choose { purpose } => Event::Choose { purpose },
            Proposal::Want { desired_features } => Event::Want { desired_features },
            Proposal::WantProject { wanted } => Event::WantProject { wanted },
            Proposal::Next {} => Event::Next {},
            Proposal::Back {} => Event::Back {},
            Proposal::Send {} => Event::Send {},
            Proposal::Later {} => Event::Later {},
            Proposal::Dismiss {} => Event::Dismiss {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::CreateProject { .. } => Event::ProjectMade(ProjectMade::Interrupted {}),
            Call::StoreCustomData { .. } => Event::Stored(DataStored::Interrupted {}),
            _ => return None,
        })
    }

    fn examples() -> Vec<Event> {
        super::onboarding_examples::all()
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        let folded = |answers: &Answers| {
            let Answers { purpose, details, desired_features, default_project } = answers;
            let Details { role, other_role, company_name, .. } = details;
            let (other, company) = (other_role.is_some(), company_name.is_some());
            let some = !desired_features.is_empty();
            format!("{name} {purpose:?} {role:?} {other} {company} {some} {default_project}")
        };
        match state {
            State::Init { answers, .. }
            | State::Purpose { answers, .. }
            | State::Details { answers, .. }
            | State::DesiredFeatures { answers, .. }
            | State::CreatingProject { answers, .. }
            | State::Storing { answers, .. }
            | State::Postponed { answers }
            | State::Dismissing { answers, .. } => folded(answers),
            State::Idle {} | State::Finished {} | State::Dismissed {} => name.to_owned(),
        }
    }
}
