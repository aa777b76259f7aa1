//! Taking one step of a story.

use std::ops::Range;

use serde_json::{Map, Value};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machine::Named;
use waybill_machines::machines::{login, mfa, password};
use waybill_machines::{AnyEvent, MachineName, Rejection, Timestamp};

use super::crash;
use super::log::Source;
use super::services;
use super::verify;
use super::world::{Waiting, World};
use crate::format::{Action, Answers, CodeWord, Duration, LoginSubmit, Scenario, Step};

/// More answers than any story needs: machines that ask again and again must not hang the runner.
const ANSWERS_MAX: usize = 1_000;

/// What came of a step, before anybody compares it with what was expected.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub(crate) records: Range<usize>,
    pub(crate) tab: String,
    pub(crate) refused: Option<Rejection>,
    /// The step could not be taken at all.
    pub(crate) trouble: Option<String>,
    /// What the step itself is a check of, and found wrong.
    pub(crate) found: Vec<String>,
}

/// Takes the step with this number.
pub(crate) fn take(world: &mut World<'_>, scenario: &Scenario, index: usize) -> Taken {
    let step = &scenario.steps[index];
    let mut taken = Taken::default();
    if let Err(trouble) = attempt(world, scenario, index, &mut taken) {
        taken.trouble = Some(trouble);
    }
    taken.tab = tab_of(world, step);
    taken.records = taken.records.start..world.log.len();
    taken
}

fn tab_of(world: &World<'_>, step: &Step) -> String {
    let opened = match &step.action {
        Action::OpenTab(tab) => Some(tab.clone()),
        _ => None,
    };
    let first = || world.tabs.keys().next().cloned().unwrap_or_else(|| "t1".into());
    step.tab.clone().or(opened).unwrap_or_else(first)
}

fn attempt(
    world: &mut World<'_>,
    scenario: &Scenario,
    index: usize,
    taken: &mut Taken,
) -> Result<(), String> {
    let step = &scenario.steps[index];
    let tab = tab_of(world, step);
    if step.action.is_command() {
        world.retire_closed()?;
    }
    taken.records.start = world.log.len();
    let hold = Hold { step, later: &scenario.steps[index + 1..] };
    match &step.action {
        Action::Answer(answers) => {
            for (call, said) in answers {
                taken.refused = answer(world, call, Some(said), &tab)?.or(taken.refused.take());
                hold.mark(world);
            }
        }
        Action::After(span) => pass(world, *span, &tab, &hold)?,
        Action::Crash { down } => {
            taken.found = crash::crash(world, *down, &tab)?;
            wake(world, world.now, &tab, &hold)?;
        }
        Action::OpenTab(name) => world.open_tab(name),
        Action::CloseTab(name) => world.close_tab(name),
        Action::VerifyLog => taken.found = verify::world(world),
        action => {
            let command = world.next_command();
            taken.refused = propose(world, action, &command, &tab)?;
            hold.mark(world);
            if step.again {
                settle(world, &tab, &hold)?;
                taken.found = again(world, action, &command, &tab, taken.refused.as_ref())?;
            }
        }
    }
    settle(world, &tab, &hold)
}

/// EVT-09: the same command a second time has the same result and writes nothing.
fn again(
    world: &mut World<'_>,
    action: &Action,
    command: &str,
    tab: &str,
    first: Option<&Rejection>,
) -> Result<Vec<String>, String> {
    let records = world.log.len();
    let second = propose(world, action, command, tab)?;
    let mut found = Vec::new();
    if world.log.len() != records {
        found.push(format!("the second time wrote {} records", world.log.len() - records));
    }
    if second.as_ref() != first {
        found.push(format!("the second time led to {second:?}, the first to {first:?}"));
    }
    Ok(found)
}

/// Somebody does something. The rejection, if it was refused.
fn propose(
    world: &mut World<'_>,
    action: &Action,
    command: &str,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    if let Some(known) = world.answered(command) {
        return Ok(known);
    }
    let event = match event_of(world, action, tab)? {
        Ok(event) => event,
        // Nobody may propose this here, so there is no event that a record could hold.
        Err(rejection) => return Ok(Some(rejection)),
    };
    let key = InstanceKey::of(event.machine(), Some(tab));
    let source =
        Source { who: world.who(), cause: None, command: Some(command.to_owned()) };
    let records = world.take(key, event, &source, tab)?;
    Ok(world.log[records.start].refused.clone())
}

type Admitted = Result<AnyEvent, Rejection>;

fn event_of(world: &mut World<'_>, action: &Action, tab: &str) -> Result<Admitted, String> {
    Ok(Ok(match action {
        Action::Propose { machine, proposal } => {
            return Ok(machine.admit(&proposal.to_string(), world.stamp()));
        }
        Action::LoginSubmit(form) => sign_in(world, form, tab),
        Action::LogOut => login::Event::LogOut {}.into(),
        Action::Revoke => login::Event::Revoke {}.into(),
        Action::MfaSubmit(code) => {
            let (code, token) = (world.edge.code(*code), world.edge.token());
            mfa::Event::Submit { code, token }.into()
        }
        Action::MfaRecover(code) => {
            let (code, token) = (world.edge.code(*code), world.edge.token());
            mfa::Event::Recover { code, token }.into()
        }
        Action::PasswordSubmit(form) => {
            password::Event::Submit { passwords: world.edge.passwords(form) }.into()
        }
        other => return Err(format!("nobody can do this: {other:?}")),
    }))
}

fn sign_in(world: &mut World<'_>, form: &LoginSubmit, tab: &str) -> AnyEvent {
    let remembered = world.tabs.get(tab).and_then(|tab| tab.remembered.clone());
    let stored = match &form.stored {
        Some(stored) => Some(world.stored(stored)),
        None => remembered,
    };
    let attempt = login::Attempt {
        account: world.edge.personal(&form.user),
        remember: form.remember,
        token: world.edge.token(),
        stored,
    };
    login::Event::Submit { attempt, credentials: world.edge.credentials(form) }.into()
}

/// Answers a call that waits: as the story says, laid over what `given` implies.
fn answer(
    world: &mut World<'_>,
    call: &str,
    said: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let Some(at) = world.session.waiting.iter().position(|waiting| waiting.call.name() == call)
    else {
        let waiting: Vec<&str> =
            world.session.waiting.iter().map(|waiting| waiting.call.name()).collect();
        let waiting =
            if waiting.is_empty() { "no call does".into() } else { waiting.join(", ") + " does" };
        return Err(format!("{call} does not wait for an answer; {waiting}"));
    };
    answer_at(world, at, said, tab)
}

fn answer_at(
    world: &mut World<'_>,
    at: usize,
    said: Option<&Map<String, Value>>,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let waiting = world.session.waiting.remove(at);
    let default = services::answer(&waiting.call, world.given, &mut world.edge)
        .ok_or_else(|| format!("{:?} is answered by nobody", waiting.call))?;
    let value = match said {
        Some(said) => services::merged(&waiting.call, &default, said, &world.edge),
        None => default,
    };
    answer_with(world, &waiting, value, tab)
}

fn answer_with(
    world: &mut World<'_>,
    waiting: &Waiting,
    mut value: Value,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let call = waiting.call.name();
    value["type"] = call.into();
    let event = waiting
        .key
        .machine
        .event_from_json(&value.to_string())
        .map_err(|error| format!("{value} is no answer to {call}: {error}"))?;
    respond(world, waiting, event, tab)
}

/// Lets the machine that asked take the answer.
pub(crate) fn respond(
    world: &mut World<'_>,
    waiting: &Waiting,
    event: AnyEvent,
    tab: &str,
) -> Result<Option<Rejection>, String> {
    let source = Source {
        who: world.who(),
        cause: Some((waiting.seq, waiting.index, waiting.root)),
        command: None,
    };
    let tab = waiting.key.tab.as_deref().unwrap_or(tab).to_owned();
    let records = world.take(waiting.key.clone(), event, &source, &tab)?;
    Ok(world.log[records.start].refused.clone())
}

/// Which calls wait on: those that the step holds, and those that the very next steps answer or cut off.
struct Hold<'a> {
    step: &'a Step,
    later: &'a [Step],
}

impl Hold<'_> {
    /// Marks what the step holds for longer than the next answers.
    fn mark(&self, world: &mut World<'_>) {
            for waiting in &mut world.session.waiting {
            waiting.held |= self.step.hold.iter().any(|name| name == waiting.call.name());
        }
    }

    fn holds(&self, waiting: &Waiting) -> bool {
            if waiting.held {
            return true;
        }
        for step in self.later {
            match &step.action {
                Action::Answer(answers) => {
                    if answers.iter().any(|(call, _)| call == waiting.call.name()) {
                        return true;
                    }
                }
                Action::Crash { .. } => return true,
                _ => return false,
            }
        }
        false
    }
}

/// Lets the services answer until nothing waits that may be answered.
fn settle(world: &mut World<'_>, tab: &str, hold: &Hold<'_>) -> Result<(), String> {
    if world.given.answers == Answers::Explicit {
        return Ok(());
    }
    for _ in 0..ANSWERS_MAX {
        hold.mark(world);
        let next = world.session.waiting.iter().position(|waiting| !hold.holds(waiting));
        let Some(at) = next else { return Ok(()) };
        answer_at(world, at, None, tab)?;
    }
    Err(format!("after {ANSWERS_MAX} answers the machines still ask"))
}

/// Time passes, and deadlines come due at their own moments.
fn pass(
    world: &mut World<'_>,
    span: Duration,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    let until = world.now.plus_ms(span.ms);
    wake(world, until, tab, hold)?;
    world.now = until;
    Ok(())
}

/// Lets every deadline up to a moment come, the earliest first; one that is overdue comes now.
fn wake(
    world: &mut World<'_>,
    until: Timestamp,
    tab: &str,
    hold: &Hold<'_>,
) -> Result<(), String> {
    loop {
        let due = world.session.states.iter().filter_map(|(key, state)| {
            state.wake_at().filter(|at| *at <= until).map(|at| (at, key.clone()))
        });
        let Some((at, key)) = due.min() else { return Ok(()) };
        let Some(event) = key.machine.deadline() else {
            return Err(format!("{} waits for a deadline that is no event", key.machine));
        };
        world.now = world.now.max(at);
        let source = Source { who: "system".into(), ..Source::default() };
        world.take(key.clone(), event, &source, tab)?;
        let state = world.session.states.get(&key);
        if state.and_then(waybill_machines::AnyState::wake_at) == Some(at) {
            return Err(format!("the deadline of {} at {at} stays due", key.machine));
        }
        settle(world, tab, hold)?;
    }
}

/// Lets somebody sign in before the story begins.
pub(crate) fn prelude(world: &mut World<'_>) -> Result<(), String> {
    let Some(user) = world.given.signed_in.clone() else { return Ok(()) };
    let form =
        LoginSubmit { user: user.clone(), password: "correct".into(), remember: true, stored: None };
    let code = || Action::MfaSubmit(CodeWord::Correct);
    let saved = serde_json::json!({"type": "codes_saved"});
    let saved = Action::Propose { machine: MachineName::Mfa, proposal: saved };
    for _ in 0..8 {
        let action = match (
            world.state(MachineName::Login, "t1").name(),
            world.state(MachineName::Mfa, "t1").name(),
        ) {
            ("signed_out", _) => Action::LoginSubmit(form.clone()),
            ("otp_required", _) | ("enrol_required", "enrolling") => code(),
            ("signed_in", "codes_shown") => saved.clone(),
            ("signed_in", _) => return Ok(()),
            (state, _) => return Err(format!("{user} is not signed in but {state}")),
        };
        let command = world.next_command();
        propose(world, &action, &command, "t1")?;
        while !world.session.waiting.is_empty() {
            answer_at(world, 0, None, "t1")?;
        }
    }
    Err(format!("{user} cannot sign in"))
}
