//! Explores the machines of one session together.

use std::collections::{BTreeSet, VecDeque};

use super::{Finding, finding};
use crate::call::Destination;
use crate::cascade::{self, InstanceKey, States};
use crate::machine::Named;
use crate::machines::{cli_login, login, session};
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::secret::Digest;
use crate::time::Timestamp;

/// The machines whose states together make up a sign-in. Start-up and navigation are left out: they receive events from
/// these machines and send them none.
const MEMBERS: &[MachineName] = &[
    MachineName::Session,
    MachineName::Login,
    MachineName::Mfa,
    MachineName::Password,
    MachineName::CliLogin,
    MachineName::Idle,
];

/// All joint states that the machines can reach.
#[derive(Debug)]
pub struct Product {
    /// One full state for each abstract one.
    pub states: Vec<States>,
    /// The number of steps taken.
    pub steps: usize,
    /// Events sent by a `tell` that the receiving machine rejected, as sentences.
    pub rejected_sends: BTreeSet<String>,
}

/// A joint state: the machines, and the calls that wait for an answer.
#[derive(Debug, Clone)]
struct JointState {
    members: &'static [MachineName],
    machines: States,
    outstanding: BTreeSet<(MachineName, &'static str)>,
}

impl JointState {
    fn key(&self) -> String {
        let states: Vec<String> = self.machines.values().map(AnyState::abstract_state).collect();
        format!("{} | {:?}", states.join(" & "), self.outstanding)
    }
}

/// Explores the product of the session's machines.
pub fn explore_session() -> Product {
    explore(MEMBERS)
}

/// Explores the product of some machines of a session, the session's own among them.
pub(super) fn explore(members: &'static [MachineName]) -> Product {
    let fresh = JointState {
        members,
        machines: members
            .iter()
            .map(|name| (InstanceKey::session(*name), name.initial()))
            .collect(),
        outstanding: BTreeSet::new(),
    };
    let examples: Vec<AnyEvent> = members.iter().flat_map(|name| name.examples()).collect();
    // The server opens a session before its first command, so the product begins there.
    let open = AnyEvent::from(session::Event::Open { token: Digest("t1".into()) });
    let start = step(&fresh, &open, &mut BTreeSet::new()).unwrap_or(fresh);
    let mut seen = BTreeSet::from([start.key()]);
    let mut queue = VecDeque::from([start]);
    let mut product = Product { states: Vec::new(), steps: 0, rejected_sends: BTreeSet::new() };
    while let Some(joint) = queue.pop_front() {
        for event in &examples {
            if !may_come_from_outside(&joint, event) {
                continue;
            }
            let Some(next) = step(&joint, event, &mut product.rejected_sends) else { continue };
            product.steps += 1;
            if seen.insert(next.key()) {
                queue.push_back(next);
            }
        }
        product.states.push(joint.machines);
    }
    product
}

/// Whether an event can come from outside: an answer only to an outstanding call, and never an event that only machines
/// send each other.
///
/// A closed session receives no more events, because the server has retired it.
fn may_come_from_outside(joint: &JointState, event: &AnyEvent) -> bool {
    let machine = event.machine();
    let name = event.name();
    let state_of = |machine| name_of(&joint.machines, machine);
    if state_of(MachineName::Session) == "closed" {
        return false;
    }
    // These are admitted only with the facts of a signed-in user, and a client is answered only by one.
    if matches!(
        (machine, name),
        (MachineName::Idle, "activity" | "stay") | (MachineName::Password, "open")
    ) || (machine == MachineName::CliLogin && matches!(name, "open" | "submit" | "deny"))
    {
        return state_of(MachineName::Login) == "signed_in";
    }
    if name.contains('.') {
        return joint.outstanding.contains(&(machine, name));
    }
    let profile = machine.profile();
    // A deadline, or a revocation by an administrator.
    let by_the_shell = (machine, name) == (MachineName::Login, "revoke")
        || (machine.deadline().is_some_and(|deadline| deadline.name() == name)
            && joint
                .machines
                .get(&InstanceKey::session(machine))
                .and_then(AnyState::wake_at)
                .is_some());
    by_the_shell || profile.over_http.contains(&name) || profile.proposals.contains(&name)
}

fn step(
    joint: &JointState,
    event: &AnyEvent,
    refused: &mut BTreeSet<String>,
) -> Option<JointState> {
    let at = Timestamp::from_ms(1_767_225_600_000);
    let key = InstanceKey::session(event.machine());
    let decided = cascade::run(&joint.machines, key, event.clone(), at);
    if decided.first().is_none_or(|first| first.result.is_err()) {
        return None;
    }
    let mut next = joint.clone();
    cascade::apply(&mut next.machines, &decided);
    next.machines.retain(|key| joint.members.contains(&key.machine));
    for step in decided.iter().filter(|step| joint.members.contains(&step.key.machine)) {
        let machine = step.key.machine;
        match &step.result {
            Ok(accepted) => {
                next.outstanding.remove(&(machine, step.event.name()));
                let ports =
                    accepted.calls.iter().filter(|call| call.destination() == Destination::Port);
                next.outstanding.extend(ports.map(|call| (machine, call.name())));
            }
            Err(fault) => {
                let (event, reason) = (step.event.name(), &fault.rejection);
                refused.insert(format!("{machine}.{event} in {}: {reason}", step.from));
            }
        }
    }
    Some(next)
}

fn name_of(states: &States, machine: MachineName) -> &'static str {
    states.get(&InstanceKey::session(machine)).map_or("", AnyState::name)
}

/// What holds of every way to sign in, each with its sentence: no user is signed in who owes a second factor, and no
/// machine rejects what another one sends it.
pub(super) fn of_sign_in(
    product: &Product,
    owed: &'static str,
    sent: &'static str,
) -> [Finding; 2] {
    let owing = ["preparing", "enrolling", "confirming", "verify", "verifying"];
    let signed_in_while_owed = product.states.iter().filter_map(|joint| {
        let (login, mfa) = (name_of(joint, MachineName::Login), name_of(joint, MachineName::Mfa));
        (login == "signed_in" && owing.contains(&mfa))
            .then(|| format!("login is signed_in while mfa is {mfa}"))
    });
    [
        finding(owed, product.states.len(), signed_in_while_owed),
        finding(sent, product.steps, product.rejected_sends.iter().cloned()),
    ]
}

/// The invariants over the product.
pub fn findings(product: &Product) -> Vec<Finding> {
    let checked = product.states.len();
    let [never_owed, takes_all] = of_sign_in(
        product,
        "never signed in while a second factor is owed",
        "a machine takes what its sibling tells it",
    );
    let without_cookie = product.states.iter().filter_map(|joint| {
        let signed_in = match joint.get(&InstanceKey::session(MachineName::Login))? {
            AnyState::Login(login::State::SignedIn { person, .. }) => Some(person),
            _ => None,
        }?;
        let holder = match joint.get(&InstanceKey::session(MachineName::Session))? {
            AnyState::Session(session::State::Open { person, .. }) => person.as_ref(),
            _ => None,
        };
        (holder != Some(signed_in))
            .then(|| format!("{signed_in:?} is signed in, but the session belongs to {holder:?}"))
    });
    let closed_but_in = product.states.iter().filter_map(|joint| {
        let closed = name_of(joint, MachineName::Session) == "closed";
        let login = name_of(joint, MachineName::Login);
        (closed && login == "signed_in").then(|| "a closed session is signed in".to_owned())
    });
    let confirmed_without_user = product.states.iter().filter_map(|joint| {
        let AnyState::CliLogin(
            cli_login::State::Asked { person, .. } | cli_login::State::Confirming { person, .. },
        ) = joint.get(&InstanceKey::session(MachineName::CliLogin))?
        else {
            return None;
        };
        let signed_in = match joint.get(&InstanceKey::session(MachineName::Login))? {
            AnyState::Login(
                login::State::SignedIn { person, .. } | login::State::SigningOut { person },
            ) => Some(person),
            _ => None,
        };
        (signed_in != Some(person))
            .then(|| format!("{person:?} confirms a client while {signed_in:?} is signed in"))
    });
    vec![
        finding(
            "only the signed-in user confirms a command-line client",
            checked,
            confirmed_without_user,
        ),
        never_owed,
        finding("whoever is signed in holds the session", checked, without_cookie),
        finding("nobody is signed in to a closed session", checked, closed_but_in),
        takes_all,
    ]
}
