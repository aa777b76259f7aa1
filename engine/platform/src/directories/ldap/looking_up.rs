//! Finding a user in an LDAP server, checking the password, and the groups of the user.

use std::collections::{BTreeSet, HashSet};

use waybill_machines::rules::user_directories::distinguished_name::normalized;
use waybill_machines::rules::user_directories::filter::Filter;
use waybill_machines::rules::user_directories::{LdapId, LdapServer};
use waybill_outbound::Outbound;

use super::Conversation;
use super::message::{Entry, Replaced, Search};
use crate::directories::fault::DirectoryFault;
use crate::directories::{Checked, Found, FoundGroup};
use crate::secret::{Secret, hex};

/// The most groups of a user.
const GROUPS_MAX: usize = 500;
/// How many groups a search finds at most.
const GROUPS_OF_SEARCH_MAX: u32 = 500;
/// How deep groups are in each other.
const DEPTH_MAX: usize = 10;
/// For how many names one search asks.
const NAMES_OF_SEARCH_MAX: usize = 50;
/// How long the server searches at most, in seconds.
const SECONDS_MAX: u32 = 5;
/// Of several entries with a name none is the user.
const USERS_MAX: u32 = 1;

/// What is looked up.
pub(in crate::directories) struct Lookup<'a> {
    pub outbound: &'a Outbound,
    pub server: &'a LdapServer,
    /// The password of this installation.
    pub own_password: Option<&'a Secret>,
    /// The name as it was typed.
    pub user: &'a str,
}

impl Lookup<'_> {
    /// Whether this installation is let in.
    pub(in crate::directories) async fn connects(&self) -> Result<(), DirectoryFault> {
        let mut conversation = Conversation::begin(self.outbound, self.server).await?;
        self.let_in(&mut conversation).await?;
        conversation.end().await;
        Ok(())
    }

    /// Finds the user, and the groups; `None` if there is none.
    pub(in crate::directories) async fn find(&self) -> Result<Option<Found>, DirectoryFault> {
        let mut conversation = Conversation::begin(self.outbound, self.server).await?;
        self.let_in(&mut conversation).await?;
        let found = match self.entry(&mut conversation).await? {
            Some(entry) => Some(self.described(&mut conversation, &entry).await?),
            None => None,
        };
        conversation.end().await;
        Ok(found)
    }

    /// Finds the user, and checks the password.
    pub(in crate::directories) async fn check(
        &self,
        password: &Secret,
    ) -> Result<Checked, DirectoryFault> {
        let mut conversation = Conversation::begin(self.outbound, self.server).await?;
        self.let_in(&mut conversation).await?;
        let Some(entry) = self.entry(&mut conversation).await? else {
            conversation.end().await;
            return Ok(Checked::Unknown);
        };
        if !conversation.bind(&entry.name, password.expose()).await? {
            conversation.end().await;
            return Ok(Checked::Wrong);
        }
        // The user may not be permitted to see the groups.
        self.let_in(&mut conversation).await?;
        let found = self.described(&mut conversation, &entry).await?;
        conversation.end().await;
        Ok(Checked::Right(found))
    }

    /// Binds as this installation, if it has a name there.
    async fn let_in(&self, conversation: &mut Conversation) -> Result<(), DirectoryFault> {
        let Some(name) = &self.server.bind_dn else { return Ok(()) };
        let password = self.own_password.ok_or(DirectoryFault::PasswordMissing)?;
        let is_let_in = conversation.bind(name, password.expose()).await?;
        is_let_in.then_some(()).ok_or(DirectoryFault::NotLetIn)
    }

    async fn entry(
        &self,
        conversation: &mut Conversation,
    ) -> Result<Option<Entry>, DirectoryFault> {
        let server = self.server;
        let filter = Filter::parse(&server.user_filter);
        let filter = filter.ok_or(DirectoryFault::Malformed("the filter of users"))?;
        let mut attributes = vec![server.id_attribute.attribute(), server.name_attribute.as_str()];
        attributes.extend(server.mail_attribute.as_deref());
        let search = Search {
            base: &server.user_base,
            filter: &filter,
            replaced: &[Replaced { user: self.user, name: "" }],
            attributes: &attributes,
            entries_max: USERS_MAX,
            seconds_max: SECONDS_MAX,
        };
        let entries = conversation.search(&search).await?.ok_or(DirectoryFault::Ambiguous)?;
        let entry = entries.into_iter().next();
        // A bind with an empty name would succeed.
        match entry {
            Some(entry) if entry.name.trim().is_empty() => {
                Err(DirectoryFault::Malformed("the entry of a user"))
            }
            entry => Ok(entry),
        }
    }

    async fn described(
        &self,
        conversation: &mut Conversation,
        entry: &Entry,
    ) -> Result<Found, DirectoryFault> {
        let server = self.server;
        let id = id_of(entry, server.id_attribute).ok_or(DirectoryFault::NoId)?;
        let name = entry.text(&server.name_attribute);
        let email = server.mail_attribute.as_ref().and_then(|mail| entry.text(mail));
        let groups = match &server.group_base {
            Some(base) => {
                let user = name.as_deref().unwrap_or(self.user);
                Some(self.groups(conversation, base, user, &entry.name).await?)
            }
            None => None,
        };
        Ok(Found { id, name, email, groups })
    }

    /// The groups of a user, and those that they are in.
    async fn groups(
        &self,
        conversation: &mut Conversation,
        base: &str,
        user: &str,
        name: &str,
    ) -> Result<Vec<FoundGroup>, DirectoryFault> {
        let server = self.server;
        let filter = Filter::parse(&server.group_filter);
        let filter = filter.ok_or(DirectoryFault::Malformed("the filter of groups"))?;
        let (mut known, mut groups) = (HashSet::new(), Vec::new());
        let mut members = vec![name.to_owned()];
        for _ in 0..DEPTH_MAX {
            let mut next = Vec::new();
            for names in members.chunks(NAMES_OF_SEARCH_MAX) {
                let replaced: Vec<Replaced<'_>> =
                    names.iter().map(|name| Replaced { user, name }).collect();
                let search = Search {
                    base,
                    filter: &filter,
                    replaced: &replaced,
                    attributes: &[server.group_name_attribute.as_str()],
                    entries_max: GROUPS_OF_SEARCH_MAX,
                    seconds_max: SECONDS_MAX,
                };
                let found = conversation.search(&search).await?;
                for entry in found.ok_or(DirectoryFault::TooManyGroups)? {
                    // A group that is in itself, by whatever way, is known already.
                    let key = normalized(&entry.name).unwrap_or_else(|| entry.name.clone());
                    if !known.insert(key) {
                        continue;
                    }
                    if groups.len() >= GROUPS_MAX {
                        return Err(DirectoryFault::TooManyGroups);
                    }
                    groups.push(group_of(&entry, &server.group_name_attribute));
                    next.push(entry.name);
                }
            }
            if !server.nested_groups || next.is_empty() {
                return Ok(groups);
            }
            members = next;
        }
        // What is deeper than that is left out: it gives no rights.
        Ok(groups)
    }
}

fn group_of(entry: &Entry, attribute: &str) -> FoundGroup {
    let values = entry.values(attribute);
    let names: BTreeSet<String> =
        values.filter_map(|value| String::from_utf8(value.to_vec()).ok()).collect();
    FoundGroup { names, distinguished_name: Some(entry.name.clone()) }
}

/// The id of an entry, in one spelling.
fn id_of(entry: &Entry, attribute: LdapId) -> Option<String> {
    let mut values = entry.values(attribute.attribute());
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    match attribute {
        LdapId::EntryUuid => {
            let text = std::str::from_utf8(value).ok()?;
            let digits: String = text.chars().filter(|letter| *letter != '-').collect();
            let is_uuid = text.len() == 36
                && digits.len() == 32
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            is_uuid.then(|| digits.to_ascii_lowercase())
        }
        LdapId::ObjectGuid => (value.len() == 16).then(|| hex(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(attribute: &str, values: &[&[u8]]) -> Entry {
        let values = values.iter().map(|value| value.to_vec()).collect();
        Entry { name: "uid=ann".into(), attributes: vec![(attribute.into(), values)] }
    }

    /// covers: [SSO-02]
    #[test]
    fn an_id_is_one_value_of_its_form() {
        let uuid = b"0D0f8b0e-a1b2-4c3d-8e4f-5a6b7c8d9e0f";
        let id = id_of(&entry("entryuuid", &[uuid]), LdapId::EntryUuid);
        assert_eq!(id.as_deref(), Some("0d0f8b0ea1b24c3d8e4f5a6b7c8d9e0f"));
        let guid = [0xab; 16];
        let id = id_of(&entry("objectGUID", &[&guid]), LdapId::ObjectGuid);
        assert_eq!(id, Some("ab".repeat(16)));
        for wrong in [
            entry("entryUUID", &[]),
            entry("entryUUID", &[b"ann"]),
            entry("entryUUID", &[uuid, uuid]),
            entry("entryUUID", &[b"0d0f8b0ea1b24c3d8e4f5a6b7c8d9e0f"]),
            entry("uid", &[uuid]),
        ] {
            assert_eq!(id_of(&wrong, LdapId::EntryUuid), None, "{wrong:?}");
        }
        assert_eq!(id_of(&entry("objectGUID", &[&guid[..15]]), LdapId::ObjectGuid), None);
    }
}
