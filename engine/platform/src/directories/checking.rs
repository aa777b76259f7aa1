//! Asking the directories for a user who signs in, one after another, within a bounded time.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout, timeout_at};
use waybill_machines::Timestamp;
use waybill_machines::rules::display_text::is_invisible_in_names;
use waybill_machines::rules::user_directories::distinguished_name::normalized;
use waybill_machines::rules::user_directories::{DirectoryServer, UserDirectory};
use waybill_machines::sign_in::SignInVia;

use super::crowd::Crowd;
use super::embedded::Inner;
use super::fault::DirectoryFault;
use super::ldap::Lookup;
use super::{
    Checked, DirectoryError, Found, FoundGroup, StoredDirectory, TestedDirectory, TestedUser,
};
use crate::access::{DirectoryVerdict, ManagedGroups, NewAccountOfIdentity, ProvenIdentity};
use crate::secret::Secret;

/// How long a directory may take for a user.
const WITHIN: Duration = Duration::from_secs(5);
/// How long all of them may take together.
const ALL_WITHIN: Duration = Duration::from_secs(10);
/// For how long a directory that cannot be reached is not asked again, in milliseconds: the next users would wait for
/// it too.
const PAUSE_MS: i64 = 5_000;
/// For how long after a failure the notice about a wrong password mentions it, in milliseconds.
const FAILING_MS: i64 = 60_000;
/// How many users are asked for at once: fewer than the conversations that there may be, of which a test takes one.
pub(super) const TURNS_MAX: usize = 24;
/// The longest name that directories are asked for, in characters.
const NAME_CHARS_MAX: usize = 256;

/// When directories have failed, by id.
#[derive(Default)]
pub(super) struct Failures(Mutex<HashMap<String, Failure>>);

#[derive(Clone, Copy)]
struct Failure {
    at: Timestamp,
    is_outage: bool,
}

impl Failures {
    fn note(&self, id: &str, fault: &DirectoryFault, at: Timestamp) {
        let failure = Failure { at, is_outage: fault.is_outage() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), failure);
    }

    /// Forgets what is known of one: it works, it has changed, or it was deleted.
    pub(super) fn forget(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn of(&self, id: &str) -> Option<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied()
    }
}

impl Failure {
    const fn is_within(self, ms: i64, at: Timestamp) -> bool {
        // A clock that was set back ends it as well.
        let since_ms = at.ms_since(self.at);
        0 <= since_ms && since_ms < ms
    }
}

impl Inner {
    /// The directories that are asked, in their order.
    pub(super) fn asked(&self) -> Vec<StoredDirectory> {
        let mut all = self.in_order();
        all.retain(|stored| stored.settings.enabled);
        all
    }

    /// Whether one of them has failed a short time ago.
    pub(super) fn is_failing(&self, at: Timestamp) -> bool {
        let has_failed = |stored: &StoredDirectory| {
            self.failures.of(&stored.id).is_some_and(|failure| failure.is_within(FAILING_MS, at))
        };
        self.asked().iter().any(has_failed)
    }

    /// Asks the directories for a user. The first that has the user decides.
    pub(super) async fn check(
        &self,
        user: &str,
        password: &Secret,
        at: Timestamp,
    ) -> DirectoryVerdict {
        if password.expose().is_empty() || !is_askable(user) {
            return DirectoryVerdict::Wrong;
        }
        // Those who sign in wait for their turn, and that is no failure of a directory.
        let Ok(Ok(_turn)) = timeout(ALL_WITHIN, self.turns.acquire()).await else {
            return DirectoryVerdict::Unavailable;
        };
        let deadline = Instant::now() + ALL_WITHIN;
        let mut is_complete = true;
        for stored in self.asked() {
            let failure = self.failures.of(&stored.id);
            let is_paused = failure.is_some_and(|it| it.is_outage && it.is_within(PAUSE_MS, at));
            if is_paused {
                is_complete = false;
                continue;
            }
            let asked = timeout(WITHIN, self.check_at(&stored, user, password));
            let checked = match timeout_at(deadline, asked).await {
                Ok(Ok(checked)) => checked,
                Ok(Err(_)) | Err(_) => Err(DirectoryFault::TooSlow),
            };
            match checked {
                Ok(Checked::Unknown) => self.failures.forget(&stored.id),
                Ok(Checked::Wrong) => {
                    self.failures.forget(&stored.id);
                    return DirectoryVerdict::Wrong;
                }
                Ok(Checked::Right(found)) => {
                    self.failures.forget(&stored.id);
                    return DirectoryVerdict::Proven(Box::new(self.proven(&stored, found)));
                }
                // Which of them it is cannot be known, so that it is none.
                Err(fault @ DirectoryFault::Ambiguous) => fault.log(&stored.settings.name),
                Err(fault) => {
                    fault.log(&stored.settings.name);
                    if !fault.is_about_user() {
                        self.failures.note(&stored.id, &fault, at);
                    }
                    is_complete = false;
                }
            }
        }
        if is_complete { DirectoryVerdict::Wrong } else { DirectoryVerdict::Unavailable }
    }

    async fn check_at(
        &self,
        stored: &StoredDirectory,
        user: &str,
        password: &Secret,
    ) -> Result<Checked, DirectoryFault> {
        let own_password = self.own_password(stored).await?;
        let (outbound, own_password) = (&self.outbound, own_password.as_ref());
        match &stored.settings.server {
            DirectoryServer::Ldap(server) => {
                Lookup { outbound, server, own_password, user }.check(password).await
            }
            DirectoryServer::Crowd(server) => {
                Crowd { outbound, server, own_password }.check(user, password).await
            }
        }
    }

    /// What a directory says about who a user is.
    fn proven(&self, stored: &StoredDirectory, found: Found) -> ProvenIdentity {
        let settings = &stored.settings;
        let provider = settings.provider();
        let identity = self.marks.identity(&provider, &found.id);
        let groups = found.groups.as_deref().map(|groups| ManagedGroups {
            all: settings.group_map.values().cloned().collect(),
            member: mapped(settings, groups),
        });
        let Found { name, email, .. } = found;
        ProvenIdentity {
            via: SignInVia { provider, identity, session: None, saml: None },
            // A password is one factor.
            has_second_factor: false,
            groups,
            new_account: settings.creates_accounts.then_some(NewAccountOfIdentity { name, email }),
            invitation: None,
            saml: None,
        }
    }

    /// Connects to a directory, and finds a user in it if there is a name.
    pub(super) async fn tested(
        &self,
        stored: &StoredDirectory,
        user: Option<&Secret>,
    ) -> Result<TestedDirectory, DirectoryError> {
        let found = timeout(ALL_WITHIN, self.found_at(stored, user)).await;
        let found = found.unwrap_or(Err(DirectoryFault::TooSlow)).map_err(|fault| {
            fault.log(&stored.settings.name);
            DirectoryError::Failed(fault)
        })?;
        self.failures.forget(&stored.id);
        let user = found.map(|found| {
            let groups = found.groups.unwrap_or_default();
            let names = groups.iter().filter_map(|group| {
                let name = group.names.first().cloned();
                name.or_else(|| group.distinguished_name.clone())
            });
            TestedUser {
                name: found.name,
                email: found.email,
                groups: names.collect(),
                mapped_groups: mapped(&stored.settings, &groups).into_iter().collect(),
            }
        });
        Ok(TestedDirectory { user })
    }

    async fn found_at(
        &self,
        stored: &StoredDirectory,
        user: Option<&Secret>,
    ) -> Result<Option<Found>, DirectoryFault> {
        let own_password = self.own_password(stored).await?;
        let (outbound, own_password) = (&self.outbound, own_password.as_ref());
        match (&stored.settings.server, user.map(Secret::expose)) {
            (DirectoryServer::Ldap(server), None) => {
                let lookup = Lookup { outbound, server, own_password, user: "" };
                lookup.connects().await.map(|()| None)
            }
            (DirectoryServer::Ldap(server), Some(user)) => {
                Lookup { outbound, server, own_password, user }.find().await
            }
            (DirectoryServer::Crowd(server), None) => {
                Crowd { outbound, server, own_password }.connects().await.map(|()| None)
            }
            (DirectoryServer::Crowd(server), Some(user)) => {
                Crowd { outbound, server, own_password }.find(user).await
            }
        }
    }

    /// The password of this installation at a directory, if it has one there.
    async fn own_password(
        &self,
        stored: &StoredDirectory,
    ) -> Result<Option<Secret>, DirectoryFault> {
        match self.passwords.read(stored).await {
            Ok(None) if stored.password.is_some() => Err(DirectoryFault::PasswordMissing),
            Ok(password) => Ok(password),
            Err(error) => {
                tracing::error!(service = "access", %error, "the password at a directory cannot be read");
                Err(DirectoryFault::PasswordMissing)
            }
        }
    }
}

/// Whether directories are asked for a name. They pass over characters that cannot be seen (RFC 4518, 2.2), so that
/// with them an entry would have names that are counted apart.
fn is_askable(user: &str) -> bool {
    !user.trim().is_empty()
        && user.chars().count() <= NAME_CHARS_MAX
        && !user.chars().any(|letter| letter.is_control() || is_invisible_in_names(letter))
}

/// The groups here that groups of a directory lead to. A group of the map is named by one of its names, in upper or
/// lower case, or by its distinguished name.
fn mapped(settings: &UserDirectory, groups: &[FoundGroup]) -> BTreeSet<String> {
    let names = groups.iter().flat_map(|group| &group.names);
    let names: BTreeSet<String> = names.map(|name| name.trim().to_lowercase()).collect();
    let places = groups.iter().filter_map(|group| group.distinguished_name.as_deref());
    // The name of a group is never read as a distinguished name: its owner may have chosen it to look like one.
    let has_places = places.clone().next().is_some();
    let places: BTreeSet<String> = places.filter_map(normalized).collect();
    let is_meant = |wanted: &str| match normalized(wanted).filter(|_| has_places) {
        Some(place) => places.contains(&place),
        None => names.contains(&wanted.trim().to_lowercase()),
    };
    let found = settings.group_map.iter().filter(|(wanted, _)| is_meant(wanted));
    found.map(|(_, group)| group.clone()).collect()
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::user_directories::CrowdServer;

    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn groups_are_named_by_their_names_or_by_where_they_are() {
        let server = DirectoryServer::Crowd(CrowdServer {
            url: "https://crowd.example.org".into(),
            application: "waybill".into(),
        });
        let map = [
            ("Developers", "Builders"),
            ("CN=ops, ou=groups,dc=example,dc=org", "Operators"),
            ("cn=ops,ou=others,dc=example,dc=org", "Others"),
        ];
        let settings = UserDirectory {
            name: "corporate".into(),
            label: "Example Inc.".into(),
            server,
            group_map: map.map(|(group, here)| (group.to_owned(), here.to_owned())).into(),
            creates_accounts: false,
            enabled: true,
            order: 0,
        };
        let group = |name: &str, place: &str| FoundGroup {
            names: [name.to_owned()].into(),
            distinguished_name: Some(place.to_owned()),
        };
        let mapped =
            |groups: &[FoundGroup]| mapped(&settings, groups).into_iter().collect::<Vec<_>>();
        let developers = group("developers", "cn=developers,ou=groups,dc=example,dc=org");
        let ops = group("ops", "cn=Ops,ou=Groups,dc=example,dc=org");
        assert_eq!(mapped(&[developers, ops]), ["Builders", "Operators"]);
        let named_like_one = group("cn=ops,ou=groups,dc=example,dc=org", "cn=x,dc=y");
        assert!(mapped(&[named_like_one]).is_empty());
        let at_no_place = group("cn=ops, ou=groups,dc=example,dc=org", "no distinguished name");
        assert!(mapped(&[at_no_place]).is_empty());
    }

    /// covers: [SSO-02]
    #[test]
    fn a_name_with_characters_that_cannot_be_seen_is_sent_to_no_directory() {
        for name in ["ann", "ann@example.org", "M\u{fc}ller Ann", "*"] {
            assert!(is_askable(name), "{name:?}");
        }
        let long = "a".repeat(NAME_CHARS_MAX + 1);
        for name in ["", " ", "a\0", "an\u{200b}n", "an\u{ad}n", "\u{202e}ann", "an\nn", &long] {
            assert!(!is_askable(name), "{name:?}");
        }
    }
}
