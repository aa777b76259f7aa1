//! A view of all accounts, by name: for lists and searches, and to know who administers. It is built when the service
//! is opened and updated with each change, so that a list reads neither the journal nor the vault.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use unicode_security::skeleton;
use waybill_machines::secret::PersonId;

use super::directory::Account;
use super::groups::GroupIndex;
use super::provisioning::attributes_of;
use super::{AccessError, Inner};
use crate::access::groups::has_project_admin;
use crate::access::names::canonical;
use crate::access::slow_down::Key;
use crate::access::{
    ListedUser, ProvisionedAttributes, ProvisionedUser, USERS_MAX, User, UserKey, UserPage,
    UserQuery, UserRole, UserStatus,
};
use crate::vault::Vault;
use waybill_machines::Timestamp;
use waybill_machines::machines::account::Profile;
use waybill_machines::rules::projects::ProjectRole;

/// What the view has of an account.
pub(super) struct Row {
    /// The account without what its groups add.
    own: User,
    /// The ids of the groups.
    groups: BTreeSet<String>,
    /// Name and mail address in lower case, which a search looks into.
    found_by: String,
    /// The key by which attempts on the name are counted.
    name_key: Key,
    /// The key by which attempts on the codes are counted.
    person_key: Key,
    /// What a program says of the user, and when the account was last changed, if a program provisions it.
    provisioned: Option<(ProvisionedAttributes, Timestamp)>,
}

/// The order of the list.
type Place = (String, PersonId);

/// The view.
#[derive(Default)]
pub(super) struct People {
    rows: RwLock<Rows>,
}

#[derive(Default)]
pub(super) struct Rows {
    by_name: BTreeMap<Place, Arc<Row>>,
    places: HashMap<PersonId, Place>,
    /// The owners of names by what the names look like.
    looks: HashMap<String, PersonId>,
}

/// What a name looks like: names that many people would take for each other have the same look (Unicode UTS 39).
fn look_of(name: &str) -> String {
    skeleton(name).collect()
}

impl Row {
    pub(super) fn of(account: &Account, vault: &Vault) -> Result<Self, AccessError> {
        let Account { person, profile, is_enabled } = account;
        let name = vault.reveal(&profile.name)?.map(|name| name.expose().to_owned());
        let email = profile.email.as_ref().map(|email| vault.reveal(email)).transpose()?.flatten();
        let email = email.map(|email| email.expose().to_owned());
        let found_by =
            [&name, &email].map(|text| text.as_deref().unwrap_or_default().to_lowercase());
        let provisioned = profile.provisioned.as_ref().map(|provisioned| {
            Ok::<_, AccessError>((attributes_of(provisioned, vault)?, provisioned.changed_at))
        });
        Ok(Self {
            provisioned: provisioned.transpose()?,
            name_key: vault.name_key(name.as_deref().unwrap_or_default()),
            person_key: vault.name_key(&person.0),
            found_by: found_by.join("\n"),
            groups: profile.groups.clone(),
            own: own(person.clone(), profile, *is_enabled, name, email),
        })
    }

    fn place(&self) -> Place {
        (self.own.name.clone().unwrap_or_default(), self.own.person.clone())
    }

    /// Whether the user administers with these groups. An administrator who has not chosen a password yet may never
    /// come.
    pub(super) fn is_admin_to_rely_on(&self, groups: &GroupIndex) -> bool {
        self.own.enabled
            && !self.own.external
            && self.own.password_link_until.is_none()
            && (self.own.admin || groups.make_admin(&self.groups))
    }

    pub(super) fn person(&self) -> &PersonId {
        &self.own.person
    }

    pub(super) fn groups(&self) -> &BTreeSet<String> {
        &self.groups
    }

    /// The user that a program provisions; none if no program does.
    pub(super) fn provisioned(&self, groups: &GroupIndex) -> Option<ProvisionedUser> {
        let (attributes, changed_at) = self.provisioned.clone()?;
        let groups = self.groups.iter().filter_map(|id| {
            let group = groups.get(id).filter(|group| group.provisioned_at.is_some())?;
            Some((id.clone(), group.name.clone()))
        });
        Some(ProvisionedUser {
            person: self.own.person.clone(),
            name: self.own.name.clone().unwrap_or_default(),
            email: self.own.email.clone(),
            active: self.own.enabled,
            attributes,
            groups: groups.collect(),
            created_at: self.own.created_at,
            changed_at,
        })
    }

    /// Whether a program provisions the user, by this key if there is one.
    pub(super) fn is_provisioned(&self, key: Option<&UserKey>) -> bool {
        let Some((attributes, _)) = &self.provisioned else { return false };
        match key {
            None => true,
            Some(UserKey::Name(name)) => {
                canonical(name).is_some_and(|name| self.own.name.as_ref() == Some(&name))
            }
            Some(UserKey::ExternalId(id)) => attributes.external_id.as_ref() == Some(id),
        }
    }

    /// The name; empty after it was erased.
    pub(super) fn name(&self) -> &str {
        self.own.name.as_deref().unwrap_or_default()
    }

    /// The widest role of the user. It is asked for all rows, so that it copies nothing.
    fn role(&self, groups: &GroupIndex) -> UserRole {
        if self.own.admin || groups.make_admin(&self.groups) {
            return UserRole::Admin;
        }
        if self.own.auditor {
            return UserRole::Auditor;
        }
        let by_group = || {
            let mut held = self.groups.iter().filter_map(|id| groups.get(id));
            held.any(|group| has_project_admin(&group.projects))
        };
        if has_project_admin(&self.own.projects) || by_group() {
            UserRole::ProjectAdmin
        } else {
            UserRole::User
        }
    }

    /// The user with what the groups add.
    fn user(&self, groups: &GroupIndex) -> User {
        with_groups(self.own.clone(), &self.groups, groups)
    }
}

/// An account without what its groups add.
fn own(
    person: PersonId,
    profile: &Profile,
    is_enabled: bool,
    name: Option<String>,
    email: Option<String>,
) -> User {
    User {
        person,
        name,
        email,
        admin: profile.admin,
        effective_admin: profile.admin,
        auditor: profile.auditor,
        projects: profile.projects.clone(),
        effective_projects: profile.projects.clone(),
        groups: Vec::new(),
        group_ids: BTreeSet::new(),
        enabled: is_enabled,
        external: profile.external,
        robot: profile.robot,
        provisioned: profile.provisioned.is_some(),
        pending: profile.pending,
        profile_updatable: !profile.fixed && !profile.external,
        mfa: profile.has_second_factor(),
        must_change_password: profile.must_change_password,
        codes_stopped_at: profile.codes_stopped_at,
        password_link_until: profile.password_link.as_ref().map(|link| link.until),
        last_sign_in: profile.last_sign_in,
        created_at: profile.created_at,
        edits: profile.edits,
        credentials_ended_at: profile.credentials_ended_at,
        sessions_ended: profile.sessions_ended.clone(),
    }
}

fn with_groups(mut user: User, ids: &BTreeSet<String>, groups: &GroupIndex) -> User {
    for (id, group) in ids.iter().filter_map(|id| Some((id, groups.get(id)?))) {
        user.effective_admin |= group.admin;
        for (project, role) in &group.projects {
            let best = user.effective_projects.entry(project.clone()).or_insert(*role);
            if *role == ProjectRole::ProjectAdmin {
                *best = *role;
            }
        }
        user.groups.push(group.name.clone());
        user.group_ids.insert(id.clone());
    }
    user.groups.sort();
    user
}

impl People {
    pub(super) fn of(rows: impl IntoIterator<Item = Row>) -> Self {
        let mut all = Rows::default();
        rows.into_iter().for_each(|row| all.put(row));
        Self { rows: RwLock::new(all) }
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, Rows> {
        self.rows.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, row: Row) {
        self.rows.write().unwrap_or_else(PoisonError::into_inner).put(row);
    }
}

impl Rows {
    fn put(&mut self, row: Row) {
        let place = row.place();
        let before = self.places.insert(row.own.person.clone(), place.clone());
        if let Some(before) = before.filter(|before| *before != place) {
            self.by_name.remove(&before);
            let look = look_of(&before.0);
            if self.looks.get(&look) == Some(&row.own.person) {
                self.looks.remove(&look);
            }
        }
        if let Some(name) = &row.own.name {
            self.looks.insert(look_of(name), row.own.person.clone());
        }
        self.by_name.insert(place, Arc::new(row));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<Row>> {
        self.by_name.values()
    }

    /// The users with a mail address, which is in lower case.
    pub(super) fn with_email(&self, email: &str) -> Vec<PersonId> {
        let has_it = |row: &&Arc<Row>| {
            row.found_by.rsplit_once('\n').is_some_and(|(_, own)| !own.is_empty() && own == email)
        };
        self.iter().filter(has_it).map(|row| row.own.person.clone()).collect()
    }

    /// Whether another user's name looks like this one.
    pub(super) fn looks_like_another(&self, name: &str) -> bool {
        self.looks.contains_key(&look_of(name))
    }

    /// Whether the name of a user other than this one looks like it.
    pub(super) fn looks_like_that_of_another_than(&self, person: &PersonId, name: &str) -> bool {
        self.looks.get(&look_of(name)).is_some_and(|owner| owner != person)
    }

    /// What the view has of a user.
    pub(super) fn of_person(&self, person: &PersonId) -> Option<&Arc<Row>> {
        self.by_name.get(self.places.get(person)?)
    }
}

impl Inner {
    /// Brings the view up to date with an account that has changed.
    pub(super) fn refresh(&self, person: &PersonId) -> Result<(), AccessError> {
        if let Some(account) = self.account(person)? {
            self.people.put(Row::of(&account, &self.vault)?);
        }
        Ok(())
    }

    /// A user, as the journal has the account.
    pub(super) fn user(&self, person: &PersonId) -> Result<Option<User>, AccessError> {
        let Some(account) = self.account(person)? else { return Ok(None) };
        let row = Row::of(&account, &self.vault)?;
        Ok(Some(row.user(&self.groups.read())))
    }

    pub(super) fn users(&self) -> Vec<User> {
        let groups = self.groups.read();
        self.people.read().iter().map(|row| row.user(&groups)).collect()
    }

    /// Whether an account administers, by itself or by a group.
    pub(super) fn is_admin(&self, profile: &Profile) -> bool {
        profile.admin || self.groups.read().make_admin(&profile.groups)
    }

    /// Whether an account administers the installation or a project, by itself or by a group.
    pub(super) fn administers_some(&self, profile: &Profile) -> bool {
        self.is_admin(profile) || has_project_admin(&self.roles(profile))
    }

    /// The roles of an account in projects, its own and those of its groups.
    pub(super) fn roles(&self, profile: &Profile) -> BTreeMap<String, ProjectRole> {
        let person = PersonId(String::new());
        let user = own(person, profile, true, None, None);
        with_groups(user, &profile.groups, &self.groups.read()).effective_projects
    }

    /// The state of an account.
    pub(super) fn status_of(&self, user: &User, at: Timestamp) -> UserStatus {
        let name = self.vault.name_key(user.name.as_deref().unwrap_or_default());
        let person = self.person_key(&user.person);
        status(user, at, || self.attempt_limits.is_locked(&name, &person, at))
    }

    fn status_of_row(&self, row: &Row, at: Timestamp) -> UserStatus {
        status(&row.own, at, || self.attempt_limits.is_locked(&row.name_key, &row.person_key, at))
    }

    pub(super) fn find_users(&self, query: &UserQuery, at: Timestamp) -> UserPage {
        let searched = query.search.as_ref().map(|text| text.trim().to_lowercase());
        // A name that cannot be one is that of no user.
        let named = query.name.as_ref().map(|name| canonical(name).unwrap_or_default());
        let groups = self.groups.read();
        let in_group = query.group.as_ref().map(|name| groups.id_of(name));
        let is_found = |row: &Row| {
            searched.as_ref().is_none_or(|text| row.found_by.contains(text.as_str()))
                && named.as_ref().is_none_or(|name| row.own.name.as_ref() == Some(name))
                && in_group
                    .as_ref()
                    .is_none_or(|id| id.as_ref().is_some_and(|id| row.groups.contains(id)))
                && query.robot.is_none_or(|robot| row.own.robot == robot)
                && query.role.is_none_or(|role| row.role(&groups) == role)
                && query.status.is_none_or(|status| self.status_of_row(row, at) == status)
        };
        let rows = self.people.read();
        let after = query.after.as_ref().and_then(|person| rows.places.get(person));
        let limit = query.limit.clamp(1, USERS_MAX);
        let (mut total, mut page, mut more) = (0, Vec::new(), false);
        for (place, row) in rows.by_name.iter().filter(|(_, row)| is_found(row)) {
            total += 1;
            if after.is_some_and(|after| place <= after) {
                continue;
            }
            if page.len() < limit {
                page.push(row.clone());
            } else {
                more = true;
            }
        }
        drop(rows);
        let next = page.last().filter(|_| more).map(|row| row.own.person.clone());
        let users = page
            .iter()
            .map(|row| ListedUser { user: row.user(&groups), status: self.status_of_row(row, at) });
        UserPage { users: users.collect(), total, next }
    }
}

fn status(user: &User, at: Timestamp, is_locked: impl FnOnce() -> bool) -> UserStatus {
    if !user.enabled {
        return if user.pending { UserStatus::Pending } else { UserStatus::Disabled };
    }
    match user.password_link_until {
        Some(until) if at < until => return UserStatus::Invited,
        Some(_) => return UserStatus::LinkExpired,
        None => {}
    }
    if is_locked() {
        UserStatus::Locked
    } else if user.must_change_password && !user.external {
        UserStatus::PasswordDue
    } else {
        UserStatus::Enabled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_the_same_look() {
        // Cyrillic letters, and a digit for a letter.
        assert_eq!(look_of("maria"), look_of("m\u{430}ri\u{430}"));
        assert_eq!(look_of("paul"), look_of("pau1"));
        assert_ne!(look_of("maria"), look_of("marie"));
        assert_ne!(look_of("müller"), look_of("muller"));
    }
}
