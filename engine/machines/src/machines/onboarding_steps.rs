//! Handlers of the onboarding wizard: the transitions between its questions, and sending the answers.

use statig::prelude::*;

use super::onboarding_types::State;
use super::personalisation;
use crate::call::Call;
use crate::machine::Context;
use crate::rules::custom_data::{CustomChange, StepData};
use crate::rules::onboarding::{Answers, Onboarded, WizardStep};
use crate::rules::projects::{DEFAULT_PROJECT_KEY, DEFAULT_PROJECT_NAME};
use crate::secret::PersonId;
use crate::sign_in::Notice;

/// The message if the default project could not be created (ONB-03).
pub const FAILED_TO_CREATE: &str = "Failed to create a project";

/// The first question.
pub(super) fn ask(person: &PersonId, answers: Answers) -> State {
    State::Init { person: person.clone(), answers }
}

/// Saves the intermediate answers of a step in personalisation.
pub(super) fn save(step: WizardStep, answers: &Answers, context: &mut Context) {
    let data = StepData::of(step, answers);
    context.call(Call::tell(personalisation::Event::Save { step, data }));
}

/// ONB-02: leaves a step forward only if its answers are valid.
pub(super) fn advance(
    step: WizardStep,
    answers: &Answers,
    context: &mut Context,
    next: impl FnOnce(Answers) -> State,
) -> Outcome<State> {
    if let Err(problem) = answers.check(step) {
        context.guard("step_invalid", true);
        return context.refuse(problem.rejection());
    }
    let data = StepData { is_completed: true, ..StepData::of(step, answers) };
    context.call(Call::tell(personalisation::Event::Save { step, data }));
    Transition(next(answers.clone()))
}

/// Sends the answers, after checking that they are complete.
pub(super) fn send(person: &PersonId, answers: &Answers, context: &mut Context) -> Outcome<State> {
    let complete = match answers.complete() {
        Ok(complete) => complete,
        Err(problem) => {
            context.guard("step_invalid", true);
            return context.refuse(problem.rejection());
        }
    };
    let step = WizardStep::DesiredFeatures;
    let data = StepData { is_completed: true, ..StepData::of(step, answers) };
    context.call(Call::tell(personalisation::Event::Save { step, data }));
    if context.guard("project_wanted", answers.default_project) {
        context.call(Call::CreateProject {
            project_key: DEFAULT_PROJECT_KEY.to_owned(),
            name: DEFAULT_PROJECT_NAME.to_owned(),
        });
        let (person, answers) = (person.clone(), answers.clone());
        return Transition(State::CreatingProject { person, answers, complete });
    }
    Transition(store(person, answers, &complete, context))
}

/// Stores the answers in the user's custom data.
pub(super) fn store(
    person: &PersonId,
    answers: &Answers,
    complete: &Onboarded,
    context: &mut Context,
) -> State {
    let change = CustomChange::Onboarded { answers: complete.clone() };
    context.call(Call::StoreCustomData { person: person.clone(), change });
    State::Storing { person: person.clone(), answers: answers.clone() }
}

/// Keeps the answers so that the user can send them again. Creating the project again is harmless if it exists.
pub(super) fn failed(person: &PersonId, answers: &Answers, failure: Notice) -> State {
    State::DesiredFeatures {
        person: person.clone(),
        answers: answers.clone(),
        failure: Some(failure),
    }
}

/// The notice if the server stopped while it was sending.
pub(super) fn interrupted_notice() -> Notice {
    Notice::new("interrupted", "The server stopped while it was sending. Please send it again.")
}
