//! A proxy through which this server connects to others: created under a key, changed, and deleted, in a stream of its
//! own (HOOK-05).
//!
//! ```text
//! absent --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. A record has a mark of the password, which is in the vault. A
//! password is given for one host and port: with another one it is entered again, or there is none.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::proxies::{OutboundProxy as Settings, ProxyProblem, check_proxy};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of a proxy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "OutboundProxyState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The proxy does not exist.
    Absent {},
    /// The proxy exists.
    Existing {
        /// What it is.
        proxy: Settings,
        /// The mark of its password; none if it has none.
        password: Option<Digest>,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The proxy was deleted. Its key is free for another one.
    Deleted {
        /// The key that it had.
        key: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a proxy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "OutboundProxyEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The proxy is created.
    Create {
        /// What it is.
        proxy: Settings,
        /// The mark of its password; none if it has none.
        password: Option<Digest>,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it is changes. The key stays.
    Change {
        /// What it is from now on.
        proxy: Settings,
        /// The mark of its password from now on; none if it has none.
        password: Option<Digest>,
    },
    /// The proxy is deleted.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The machine of proxies.
#[derive(Debug, Default)]
pub struct OutboundProxy;

crate::settings_machine! {
    impl OutboundProxy {
        #[state(local_storage("proxy: Settings", "password: Option<Digest>"))]
        fn existing(proxy: &Settings, password: &Option<Digest>);
        #[state(local_storage("key: String"))]
        fn deleted();

        create { proxy, password } if check_proxy(proxy, password.is_some())
            => existing { proxy: proxy.clone(), password: password.clone() };
        change { proxy: wanted, password: with }
            if check_change((proxy, password.as_ref()), (wanted, with.as_ref()))
            => existing { proxy: wanted.clone(), password: with.clone() };
        delete => deleted { key: proxy.key.clone() };
    }
}

/// The key stays, and no password that was given for one host and port goes to another. Each is a proxy with the mark
/// of its password.
fn check_change(
    known: (&Settings, Option<&Digest>),
    wanted: (&Settings, Option<&Digest>),
) -> Result<(), ProxyProblem> {
    if known.0.key != wanted.0.key {
        return Err(ProxyProblem::Fixed);
    }
    check_proxy(wanted.0, wanted.1.is_some())?;
    if !known.0.is_at(wanted.0) && wanted.1.is_some() && known.1 == wanted.1 {
        return Err(ProxyProblem::PasswordKept);
    }
    Ok(())
}

impl Machine for OutboundProxy {
    const NAME: &'static str = "outbound_proxy";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Proxies are changed over HTTP.
    crate::installation_machine!(OutboundProxy);

    /// Without who created it, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { proxy, password, .. } => {
                let Settings { key, host, port, .. } = proxy;
                format!("existing {key} {host}:{port} {password:?}")
            }
            State::Deleted { key } => format!("deleted {key}"),
        }
    }

    fn examples() -> Vec<Event> {
        let proxy = |key: &str, host: &str, user_name: Option<&str>| Settings {
            key: key.into(),
            host: host.into(),
            port: 3128,
            user_name: user_name.map(str::to_owned),
            for_webhooks: false,
        };
        let mark = |letter: &str| Some(Digest(letter.repeat(64)));
        let create =
            |proxy, password| Event::Create { proxy, password, by: Some(PersonId("p_ann".into())) };
        let change = |proxy, password| Event::Change { proxy, password };
        let (here, elsewhere) = ("proxy.example.org", "other.example.org");
        vec![
            create(proxy("corporate", here, Some("waybill")), mark("a")),
            create(proxy("corporate", here, None), None),
            create(proxy("1", here, None), None),
            change(proxy("corporate", here, Some("waybill")), mark("a")),
            change(proxy("corporate", here, Some("other")), mark("a")),
            change(proxy("corporate", elsewhere, Some("waybill")), mark("a")),
            change(proxy("corporate", elsewhere, Some("waybill")), mark("b")),
            change(proxy("corporate", elsewhere, Some("waybill")), None),
            change(proxy("corporate", here, None), mark("a")),
            change(proxy("other", here, None), None),
            Event::Delete {},
        ]
    }
}
