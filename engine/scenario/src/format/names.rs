//! Every name that a scenario may use, derived from the machines.

use std::sync::LazyLock;

use waybill_machines::call::Call;
use waybill_machines::machine::Named;
use waybill_machines::rules::menu_entry::DisabledReason;
use waybill_machines::rules::menu_table::TABLES;
use waybill_machines::{MachineName, Scope};

use crate::fault::unknown;

type Names = &'static [&'static str];

fn keep(names: Vec<String>) -> Names {
    let names: Vec<&'static str> =
        names.into_iter().map(|name| &*Box::leak(name.into_boxed_str())).collect();
    Box::leak(names.into_boxed_slice())
}

/// Events over HTTP, because they change a cookie or carry a secret, and events that the installation sends to a
/// session.
pub(crate) const OVER_HTTP: [&str; 19] = [
    "login.submit",
    "login.log_out",
    "login.revoke",
    "startup.facts_changed",
    "mfa.submit",
    "mfa.recover",
    "password.submit",
    "forgot_password.submit",
    "reset_password.open",
    "reset_password.submit",
    "onboarding.describe",
    "cli_login.open",
    "cli_login.submit",
    "cli_login.deny",
    "sso.begin",
    "sso.callback",
    "sso.denied",
    "passkey.begin",
    "passkey.answer",
];

/// Actions that are not events of a machine.
pub(crate) const WORLD: [&str; 6] = ["answer", "after", "crash", "open_tab", "close_tab", "verify"];

/// The keys of a step beside its action.
pub(crate) const ATTRIBUTES: [&str; 5] = ["expect", "tab", "note", "again", "hold"];

/// The machines of a session and of its tabs.
pub(crate) fn machines() -> impl Iterator<Item = MachineName> {
    let of_session = |name: &MachineName| name.profile().scope != Scope::Installation;
    MachineName::ALL.iter().copied().filter(of_session)
}

/// The machines of the installation. A scenario names each instance by its stream, such as `support_bundle/b1`.
pub(crate) fn installation() -> impl Iterator<Item = MachineName> {
    let of_installation = |name: &MachineName| name.profile().scope == Scope::Installation;
    MachineName::ALL.iter().copied().filter(of_installation)
}

/// The machine of a stream of the installation, as named in scenarios.
pub(crate) fn machine_of_stream(stream: &str) -> Option<MachineName> {
    let (machine, name) = stream.split_once('/')?;
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_name = (1..=64).contains(&name.len()) && name.bytes().all(is_plain);
    installation().find(|known| is_name && known.as_str() == machine)
}

/// The events that a scenario can send to a machine of the installation: all but answers of services and deadlines,
/// which the engine itself sends.
pub(crate) fn submissions(machine: MachineName) -> Vec<&'static str> {
    let deadline = machine.deadline().map(|event| event.name());
    let events = machine.profile().events.iter().copied();
    events.filter(|event| !event.contains('.') && Some(*event) != deadline).collect()
}

/// Checks that a key names a machine of the installation, or an event of one.
pub(crate) fn check_installation(key: &str, is_stream: bool) -> Result<(), String> {
    let (stream, event) = match key.split_once('.') {
        Some((stream, event)) if !is_stream => (stream, Some(event)),
        _ => (key, None),
    };
    let Some(machine) = machine_of_stream(stream) else {
        let known: Vec<&str> = installation().map(MachineName::as_str).collect();
        let word = stream.split('/').next().unwrap_or_default();
        if known.contains(&word) {
            return Err(format!("`{stream}` is named with small letters, digits and dashes"));
        }
        return Err(unknown("machine of the installation", word, &known));
    };
    let known = submissions(machine);
    match event {
        None if is_stream => Ok(()),
        Some(event) if known.contains(&event) => Ok(()),
        event => Err(unknown(&format!("event of {machine}"), event.unwrap_or_default(), &known)),
    }
}

/// The events that a tab can propose over the socket, as `machine.event`.
pub(crate) static PROPOSALS: LazyLock<Names> = LazyLock::new(|| {
    let of = |machine: MachineName| {
        machine.profile().proposals.iter().map(move |event| format!("{machine}.{event}"))
    };
    keep(machines().flat_map(of).collect())
});

/// Every key of a step.
pub(crate) static STEP_KEYS: LazyLock<Names> = LazyLock::new(|| {
    let all = OVER_HTTP.iter().chain(PROPOSALS.iter()).chain(&WORLD).chain(&ATTRIBUTES);
    keep(all.map(|name| (*name).to_owned()).collect())
});

/// Every event of a session's machines, as `machine.event`.
pub(crate) static EVENTS: LazyLock<Names> = LazyLock::new(|| {
    let of = |machine: MachineName| {
        machine.profile().events.iter().map(move |event| format!("{machine}.{event}"))
    };
    keep(machines().flat_map(of).collect())
});

/// Every event of every machine, as `machine.event`.
pub(crate) static DECISIONS: LazyLock<Names> = LazyLock::new(|| {
    let of = |machine: &MachineName| {
        let machine = *machine;
        machine.profile().events.iter().map(move |event| format!("{machine}.{event}"))
    };
    keep(MachineName::ALL.iter().flat_map(of).collect())
});

/// The calls that a port answers.
pub(crate) static PORT_CALLS: LazyLock<Names> = LazyLock::new(|| {
    let ports = Call::NAMES.iter().filter(|name| **name != "tell" && !name.starts_with("browser."));
    keep(ports.map(|name| (*name).to_owned()).collect())
});

/// Every call; a `tell` has the name of its event.
pub(crate) static CALLS: LazyLock<Names> = LazyLock::new(|| {
    let plain = Call::NAMES.iter().filter(|name| **name != "tell");
    let sent = EVENTS.iter().filter(|name| name.matches('.').count() == 1);
    keep(plain.chain(sent).map(|name| (*name).to_owned()).collect())
});

/// Every key of `expect`.
pub(crate) static EXPECTABLE: LazyLock<Names> = LazyLock::new(|| {
    let special = [
        "at_most",
        "calls",
        "can",
        "cannot",
        "exact",
        "guards",
        "logo",
        "menus",
        "no_calls",
        "notify",
        "query",
        "records",
        "refused",
        "route",
        "transitions",
    ];
    let machines = machines().map(|machine| machine.to_string());
    keep(machines.chain(special.map(str::to_owned)).collect())
});

/// The names of the menus, as on the wire.
pub(crate) const MENUS: [&str; 7] = [
    "application",
    "administration",
    "project_settings",
    "profile",
    "help",
    "quick_actions",
    "advanced",
];

/// The ids of all menu items.
pub(crate) static ITEMS: LazyLock<Names> =
    LazyLock::new(|| keep(TABLES.into_iter().flatten().map(|item| item.id.to_owned()).collect()));

/// The reasons for which a menu item can be disabled.
pub(crate) static DISABLED_REASONS: LazyLock<Names> = LazyLock::new(|| {
    let word = |lack| serde_json::to_value(lack).ok()?.as_str().map(str::to_owned);
    keep(DisabledReason::ALL.into_iter().filter_map(word).collect())
});

/// The name of a call as written in scenarios.
pub(crate) fn of_call(call: &Call) -> String {
    match call {
        Call::Tell { event } => format!("{}.{}", event.machine(), event.name()),
        other => other.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of these has its own form, so the list is hand-written and compared with that of the machines.
    #[test]
    fn every_event_over_http_is_an_action() {
        let of = |machine: MachineName| {
            machine.profile().over_http.iter().map(move |event| format!("{machine}.{event}"))
        };
        let mut expected: Vec<String> = machines().flat_map(of).collect();
        expected.extend(["login.revoke".into(), "startup.facts_changed".into()]);
        expected.sort();
        let mut known = OVER_HTTP.map(str::to_owned).to_vec();
        known.sort();
        assert_eq!(known, expected);
    }
}
