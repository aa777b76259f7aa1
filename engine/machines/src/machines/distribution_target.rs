//! Another installation that release bundles are distributed to: created under a key, changed, and deleted, in a stream
//! of its own (HOOK-04).
//!
//! ```text
//! absent --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. A record has a mark of the token, which is in the vault. A token
//! is given for one address: with another one it is entered again, or there is none.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::distribution::{
    DistributionTarget as Settings, DistributionTargetProblem, check_target,
};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DistributionTargetState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The target does not exist.
    Absent {},
    /// The target exists.
    Existing {
        /// What it is.
        target: Settings,
        /// The mark of its token; none if its address has changed since the token was given.
        token: Option<Digest>,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The target was deleted. Its key is free for another one.
    Deleted {
        /// The key that it had.
        key: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DistributionTargetEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The target is created.
    Create {
        /// What it is.
        target: Settings,
        /// The mark of its token.
        token: Digest,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it is changes. The key stays.
    Change {
        /// What it is from now on.
        target: Settings,
        /// The mark of its token from now on; none if the address changes and no token was given.
        token: Option<Digest>,
    },
    /// The target is deleted.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The machine of targets.
#[derive(Debug, Default)]
pub struct DistributionTarget;

crate::settings_machine! {
    impl DistributionTarget {
        #[state(local_storage("target: Settings", "token: Option<Digest>"))]
        fn existing(target: &Settings, token: &Option<Digest>);
        #[state(local_storage("key: String"))]
        fn deleted();

        create { target, token } if check_target(target)
            => existing { target: target.clone(), token: Some(token.clone()) };
        change { target: wanted, token: with }
            if check_change((target, token.as_ref()), (wanted, with.as_ref()))
            => existing { target: wanted.clone(), token: with.clone() };
        delete => deleted { key: target.key.clone() };
    }
}

/// The key stays, and no token that was given for one address goes to another. Each is a target with the mark of its
/// token.
fn check_change(
    known: (&Settings, Option<&Digest>),
    wanted: (&Settings, Option<&Digest>),
) -> Result<(), DistributionTargetProblem> {
    if known.0.key != wanted.0.key {
        return Err(DistributionTargetProblem::Fixed);
    }
    check_target(wanted.0)?;
    if known.0.url != wanted.0.url && wanted.1.is_some() && known.1 == wanted.1 {
        return Err(DistributionTargetProblem::TokenKept);
    }
    Ok(())
}

impl Machine for DistributionTarget {
    const NAME: &'static str = "distribution_target";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Targets are changed over HTTP.
    crate::installation_machine!(DistributionTarget);

    /// Without the description and who created it, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { target, token, .. } => {
                let Settings { key, url, .. } = target;
                format!("existing {key} {url} {token:?}")
            }
            State::Deleted { key } => format!("deleted {key}"),
        }
    }

    fn examples() -> Vec<Event> {
        let target = |key: &str, url: &str| Settings {
            key: key.into(),
            url: url.into(),
            description: String::new(),
        };
        let mark = |letter: &str| Digest(letter.repeat(64));
        let create =
            |target| Event::Create { target, token: mark("a"), by: Some(PersonId("p_ann".into())) };
        let change = |target, token| Event::Change { target, token };
        let (here, elsewhere) = ("https://europe.example.org", "https://other.example.org");
        vec![
            create(target("europe", here)),
            create(target("1", here)),
            create(target("europe", "ftp://europe.example.org")),
            change(target("europe", here), Some(mark("a"))),
            change(target("europe", here), Some(mark("b"))),
            change(target("europe", elsewhere), Some(mark("a"))),
            change(target("europe", elsewhere), Some(mark("b"))),
            change(target("europe", elsewhere), None),
            change(target("other", here), None),
            Event::Delete {},
        ]
    }
}
