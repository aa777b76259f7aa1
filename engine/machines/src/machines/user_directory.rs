//! A directory that checks passwords of users: created under a name, changed, and deleted, in a stream of its own
//! (SSO-02).
//!
//! ```text
//! absent --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. A record has a mark of the password that this installation has at
//! the directory, which is in the vault. It is given for one server and one name there: with others it is entered
//! again.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::user_directories::{
    DirectoryProblem, UserDirectory as Settings, check_with_password,
};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "UserDirectoryState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The directory does not exist.
    Absent {},
    /// The directory exists.
    Existing {
        /// What it is.
        directory: Box<Settings>,
        /// The mark of its password; none if it has none.
        password: Option<Digest>,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The directory was deleted. Its name is free for another one.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "UserDirectoryEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The directory is created.
    Create {
        /// What it is.
        directory: Box<Settings>,
        /// The mark of its password; none if it has none.
        password: Option<Digest>,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it is changes. The name stays.
    Change {
        /// What it is from now on.
        directory: Box<Settings>,
        /// The mark of its password from now on; none if it has none.
        password: Option<Digest>,
    },
    /// The directory is deleted.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The machine of directories.
#[derive(Debug, Default)]
pub struct UserDirectory;

crate::settings_machine! {
    impl UserDirectory {
        #[state(local_storage("directory: Box<Settings>", "password: Option<Digest>"))]
        fn existing(directory: &Settings, password: &Option<Digest>);
        #[state(local_storage("name: String"))]
        fn deleted();

        create { directory, password } if check_with_password(directory, password.is_some())
            => existing { directory: directory.clone(), password: password.clone() };
        change { directory: wanted, password: with }
            if check_change((directory, password.as_ref()), (wanted.as_ref(), with.as_ref()))
            => existing { directory: wanted.clone(), password: with.clone() };
        delete => deleted { name: directory.name.clone() };
    }
}

/// Name and kind stay, and no password that was given for one server goes to another. Each is a directory with the mark
/// of its password.
fn check_change(
    known: (&Settings, Option<&Digest>),
    wanted: (&Settings, Option<&Digest>),
) -> Result<(), DirectoryProblem> {
    if known.0.name != wanted.0.name || known.0.server.kind() != wanted.0.server.kind() {
        return Err(DirectoryProblem::Fixed);
    }
    if !known.0.is_same_server(wanted.0) && wanted.1.is_some() && known.1 == wanted.1 {
        return Err(DirectoryProblem::PasswordKept);
    }
    check_with_password(wanted.0, wanted.1.is_some())
}

impl Machine for UserDirectory {
    const NAME: &'static str = "user_directory";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Directories are changed over HTTP.
    crate::installation_machine!(UserDirectory);

    /// Without who created it, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { directory, password, .. } => {
                let Settings { name, server, enabled, .. } = &**directory;
                let (address, account) = (server.address(), server.account());
                format!("existing {name} {address} {account:?} {enabled} {password:?}")
            }
            State::Deleted { name } => format!("deleted {name}"),
        }
    }

    fn examples() -> Vec<Event> {
        use crate::rules::user_directories::{
            CrowdServer, DirectoryServer, LdapId, LdapSecurity, LdapServer,
        };

        let ldap = |host: &str, bind_dn: Option<&str>| {
            DirectoryServer::Ldap(Box::new(LdapServer {
                host: host.into(),
                port: 636,
                security: LdapSecurity::Tls,
                bind_dn: bind_dn.map(str::to_owned),
                user_base: "ou=people,dc=example,dc=org".into(),
                user_filter: "(uid={user})".into(),
                id_attribute: LdapId::EntryUuid,
                name_attribute: "uid".into(),
                mail_attribute: None,
                group_base: None,
                group_filter: "(member={dn})".into(),
                group_name_attribute: "cn".into(),
                nested_groups: false,
            }))
        };
        let named = |name: &str, server: DirectoryServer| {
            Box::new(Settings {
                name: name.into(),
                label: "Example Inc.".into(),
                server,
                group_map: std::collections::BTreeMap::new(),
                creates_accounts: false,
                enabled: true,
                order: 0,
            })
        };
        let disabled = |mut directory: Box<Settings>| {
            directory.enabled = false;
            directory
        };
        let crowd = DirectoryServer::Crowd(CrowdServer {
            url: "https://crowd.example.org/crowd".into(),
            application: "waybill".into(),
        });
        let mark = |letter: &str| Some(Digest(letter.repeat(64)));
        let create = |directory, password| Event::Create {
            directory,
            password,
            by: Some(PersonId("p_ann".into())),
        };
        let change = |directory, password| Event::Change { directory, password };
        let dn = Some("cn=waybill,dc=example,dc=org");
        let here = || named("corporate", ldap("ldap.example.org", dn));
        let elsewhere = || named("corporate", ldap("other.example.org", dn));
        vec![
            create(here(), mark("a")),
            create(here(), None),
            create(named("Corporate", ldap("ldap.example.org", dn)), mark("a")),
            change(here(), mark("a")),
            change(disabled(here()), mark("a")),
            change(elsewhere(), mark("a")),
            change(elsewhere(), mark("b")),
            change(named("corporate", ldap("ldap.example.org", None)), None),
            change(named("other", ldap("ldap.example.org", dn)), mark("a")),
            change(named("corporate", crowd), mark("b")),
            Event::Delete {},
        ]
    }
}
