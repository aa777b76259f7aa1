use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::rules::projects::ProjectRole;

use super::*;
use crate::access::{
    Accounts as _, Administration as _, Cost, GroupChanges, GroupRefused, Groups as _,
    Identities as _, IdentityRefused, MEMBERS_CHANGED_MAX, NewGroup, Options, ProvisionedEmail,
    UserEdit,
};
use crate::secret::Secret;

const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

struct World {
    access: Embedded,
    context: ChangeContext,
    _vault: tempfile::TempDir,
}

fn wanted(name: &str) -> WantedUser {
    WantedUser { name: name.into(), active: true, ..WantedUser::default() }
}

fn identity(letter: &str) -> NewIdentity {
    NewIdentity { mark: Digest(letter.repeat(64)), provider: "corporate".into() }
}

impl World {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(directory.path(), None).unwrap());
        let options = Options { cost: CHEAP, ..Options::default() };
        let access = Embedded::open(Arc::new(MemoryJournal::new()), vault, options).unwrap();
        let context = ChangeContext::system(Timestamp::from_ms(1_767_225_600_000));
        Self { access, context, _vault: directory }
    }

    fn context(&self) -> ChangeContext {
        self.context.clone()
    }

    async fn local(&self, name: &str, admin: bool) -> PersonId {
        let password = Some(Secret::new("correct horse battery"));
        let user = NewUser { name: name.into(), password, admin, ..NewUser::default() };
        self.access.create_user(user, self.context()).await.unwrap().person
    }

    async fn makes(&self, wanted: WantedUser) -> Result<ProvisionedUser, AccessError> {
        self.access.provision_user(wanted, self.context()).await
    }

    async fn changes(
        &self,
        seen: &ProvisionedUser,
        wanted: WantedUser,
    ) -> Result<ProvisionedUser, AccessError> {
        self.access.change_provisioned_user(seen.clone(), wanted, self.context()).await
    }

    async fn edits(&self, person: &PersonId, edit: UserEdit) {
        self.access.edit_user(person.clone(), edit, self.context()).await.unwrap();
    }

    /// Has the members of a group administer a project.
    async fn gives_administration(&self, group: &str) {
        let role = Some(ProjectRole::ProjectAdmin);
        let given = self.access.set_group_role(group.into(), "blue".into(), role, self.context());
        assert!(given.await.unwrap().gives_administration());
    }

    async fn group(&self, name: &str, members: &[&PersonId]) -> ProvisionedGroup {
        let members = members.iter().map(|person| (*person).clone()).collect();
        let wanted = WantedGroup { name: name.into(), external_id: String::new(), members };
        self.access.provision_group(wanted, self.context()).await.unwrap()
    }
}

/// covers: [SCIM-02]
#[tokio::test]
async fn a_client_sees_and_changes_only_what_clients_have_made() {
    let world = World::new();
    let ann = world.local("ann", true).await;
    assert_eq!(world.makes(wanted("Ann")).await, Err(AccountRefused::NameTaken.into()));
    assert_eq!(world.access.provisioned_user(ann.clone()).await.unwrap(), None);
    let removed = world.access.remove_provisioned_user(ann.clone(), world.context()).await;
    assert_eq!(removed, Err(ProvisioningRefused::NoSuchUser.into()));
    let ben = world.makes(wanted("Ben@Example.org")).await.unwrap();
    assert_eq!((ben.name.as_str(), ben.active), ("ben@example.org", true));
    let user = world.access.user(ben.person.clone()).await.unwrap().unwrap();
    assert!(user.external && user.provisioned && !user.effective_admin);
    let scan = UserScan { limit: 10, ..UserScan::default() };
    let listed = world.access.provisioned_users(scan).await.unwrap();
    assert_eq!((listed.total, &listed.users[0]), (1, &ben));
    // A group of an administrator's is none of a client's, and neither is its name free.
    let local = NewGroup { name: "Developers".into(), ..NewGroup::default() };
    let id = world.access.create_group(local, world.context()).await.unwrap().id;
    assert_eq!(world.access.provisioned_group(id).await.unwrap(), None);
    let same = WantedGroup { name: "developers".into(), ..WantedGroup::default() };
    let refused = world.access.provision_group(same, world.context()).await;
    assert_eq!(refused, Err(GroupRefused::NameTaken.into()));
    let with_ann =
        WantedGroup { name: "Ours".into(), members: vec![ann], ..WantedGroup::default() };
    let refused = world.access.provision_group(with_ann, world.context()).await;
    assert_eq!(refused, Err(ProvisioningRefused::NoSuchMember.into()));
}

/// covers: [SCIM-02]
#[tokio::test]
async fn an_account_with_rights_is_only_taken_away() {
    let world = World::new();
    world.local("ann", true).await;
    let ben = world.makes(wanted("ben")).await.unwrap();
    world.edits(&ben.person, UserEdit { admin: Some(true), ..UserEdit::default() }).await;
    let ben = world.access.provisioned_user(ben.person).await.unwrap().unwrap();
    assert_eq!(
        world.changes(&ben, wanted("other")).await,
        Err(ProvisioningRefused::Privileged.into())
    );
    // Nor does anyone else get in by another external id.
    let with_id = WantedUser { identity: Some(identity("a")), ..wanted("ben") };
    assert_eq!(world.changes(&ben, with_id).await, Ok(ben.clone()));
    assert_eq!(world.access.owner_of_identity(&identity("a").mark), None);
    let inactive = WantedUser { active: false, ..wanted("ben") };
    let ben = world.changes(&ben, inactive).await.unwrap();
    assert!(!ben.active);
    assert_eq!(
        world.changes(&ben, wanted("ben")).await,
        Err(ProvisioningRefused::Privileged.into())
    );
}

/// covers: [SCIM-02]
#[tokio::test]
async fn an_account_that_administers_a_project_is_only_taken_away() {
    let world = World::new();
    let (ben, cara) =
        (world.makes(wanted("ben")).await.unwrap(), world.makes(wanted("cara")).await.unwrap());
    let role = Some(ProjectRole::ProjectAdmin);
    let given =
        world.access.set_project_role(ben.person.clone(), "blue".into(), role, world.context());
    given.await.unwrap();
    world.group("Operators", &[&cara.person]).await;
    world.gives_administration("Operators").await;
    for person in [ben.person, cara.person] {
        let seen = world.access.provisioned_user(person.clone()).await.unwrap().unwrap();
        let attributes = ProvisionedAttributes {
            external_id: Some("another".into()),
            ..ProvisionedAttributes::default()
        };
        let other = WantedUser { attributes, identity: Some(identity("a")), ..wanted(&seen.name) };
        let refused = Err(ProvisioningRefused::Privileged.into());
        assert_eq!(world.changes(&seen, other).await, refused);
        assert_eq!(world.access.owner_of_identity(&identity("a").mark), None);
        let inactive = WantedUser { active: false, ..wanted(&seen.name) };
        let inactive = world.changes(&seen, inactive).await.unwrap();
        assert_eq!(world.changes(&inactive, wanted(&seen.name)).await, refused);
    }
}

/// covers: [SCIM-02]
#[tokio::test]
async fn the_last_administrator_stays() {
    let world = World::new();
    let ann = world.local("ann", true).await;
    let ben = world.makes(wanted("ben")).await.unwrap();
    // An administrator has made the account a local one that administers, and the other one is gone.
    let edit = UserEdit { admin: Some(true), external: Some(false), ..UserEdit::default() };
    world.edits(&ben.person, edit).await;
    world.edits(&ann, UserEdit { enabled: Some(false), ..UserEdit::default() }).await;
    let ben = world.access.provisioned_user(ben.person).await.unwrap().unwrap();
    let inactive = WantedUser { active: false, ..wanted("ben") };
    let last = Err(AccountRefused::LastAdmin.into());
    assert_eq!(world.changes(&ben, inactive).await, last);
    let removed = world.access.remove_provisioned_user(ben.person, world.context()).await;
    assert_eq!(removed, Err(AccountRefused::LastAdmin.into()));
}

/// covers: [SCIM-02]
#[tokio::test]
async fn groups_that_administer_are_left_alone() {
    let world = World::new();
    world.local("ann", true).await;
    let auto =
        NewGroup { name: "Everyone".into(), admin: true, auto_join: true, ..NewGroup::default() };
    world.access.create_group(auto, world.context()).await.unwrap();
    let ben = world.makes(wanted("ben")).await.unwrap();
    let user = world.access.user(ben.person.clone()).await.unwrap().unwrap();
    assert_eq!((user.groups.len(), user.effective_admin), (0, false));
    let group = world.group("Operators", &[]).await;
    let admin = GroupChanges { admin: Some(true), ..GroupChanges::default() };
    world.access.edit_group("Operators".into(), admin, world.context()).await.unwrap();
    let group = world.access.provisioned_group(group.id).await.unwrap().unwrap();
    let joined = WantedGroup {
        name: "Operators".into(),
        members: vec![ben.person.clone()],
        ..WantedGroup::default()
    };
    let id = group.id.clone();
    let refused = world.access.change_provisioned_group(group, joined, world.context()).await;
    assert_eq!(refused, Err(ProvisioningRefused::AdminGroup.into()));
    let refused = world.access.remove_provisioned_group(id, world.context()).await;
    assert_eq!(refused, Err(ProvisioningRefused::AdminGroup.into()));
}

/// covers: [SCIM-02]
#[tokio::test]
async fn a_group_that_administers_a_project_is_left_but_not_filled() {
    let world = World::new();
    let auto = NewGroup { name: "Everyone".into(), auto_join: true, ..NewGroup::default() };
    world.access.create_group(auto, world.context()).await.unwrap();
    world.gives_administration("Everyone").await;
    let (ben, cara) =
        (world.makes(wanted("ben")).await.unwrap(), world.makes(wanted("cara")).await.unwrap());
    let user = world.access.user(ben.person.clone()).await.unwrap().unwrap();
    assert!(user.groups.is_empty(), "{user:?}");
    let id = world.group("Operators", &[&ben.person]).await.id;
    world.gives_administration("Operators").await;
    let wants = |name: &str, members: &[&PersonId]| WantedGroup {
        name: name.into(),
        members: members.iter().map(|person| (*person).clone()).collect(),
        ..WantedGroup::default()
    };
    let refused = Err(ProvisioningRefused::AdminGroup.into());
    for wanted in [
        wants("Operators", &[&ben.person, &cara.person]),
        wants("Operators", &[&cara.person]),
        wants("Others", &[&ben.person]),
    ] {
        let seen = world.access.provisioned_group(id.clone()).await.unwrap().unwrap();
        let changed = world.access.change_provisioned_group(seen, wanted, world.context()).await;
        assert_eq!(changed, refused);
    }
    let seen = world.access.provisioned_group(id.clone()).await.unwrap().unwrap();
    let empty = wants("Operators", &[]);
    let left = world.access.change_provisioned_group(seen, empty, world.context()).await.unwrap();
    assert_eq!(left.members, vec![]);
    let removed = world.access.remove_provisioned_group(id, world.context()).await;
    assert_eq!(removed, Err(ProvisioningRefused::AdminGroup.into()));
}

/// covers: [SCIM-01]
#[tokio::test]
async fn a_call_changes_a_bounded_number_of_members() {
    let world = World::new();
    let members = (0..=MEMBERS_CHANGED_MAX).map(|number| PersonId(format!("p_{number}"))).collect();
    let wanted = WantedGroup { name: "Developers".into(), members, ..WantedGroup::default() };
    let refused = world.access.provision_group(wanted, world.context()).await;
    assert_eq!(refused, Err(ProvisioningRefused::TooManyMembers.into()));
    assert!(world.access.provisioned_groups().await.unwrap().is_empty());
}

/// covers: [SCIM-03]
#[tokio::test]
async fn a_removed_user_leaves_the_name_and_the_identity_to_another_account() {
    let world = World::new();
    let first = WantedUser { identity: Some(identity("a")), ..wanted("ben") };
    let ben = world.makes(first.clone()).await.unwrap();
    let group = world.group("Developers", &[&ben.person]).await;
    assert_eq!(group.members, vec![(ben.person.clone(), "ben".to_owned())]);
    let twice = WantedUser { identity: Some(identity("a")), ..wanted("other") };
    assert_eq!(world.makes(twice).await, Err(IdentityRefused::Taken.into()));
    world.access.remove_provisioned_user(ben.person.clone(), world.context()).await.unwrap();
    assert_eq!(world.access.provisioned_user(ben.person.clone()).await.unwrap(), None);
    let old = world.access.user(ben.person.clone()).await.unwrap().unwrap();
    assert!(!old.enabled && old.groups.is_empty() && !old.provisioned);
    assert!(old.name.as_ref().is_some_and(|name| name.starts_with("ben.removed-")), "{old:?}");
    let again = world.makes(first).await.unwrap();
    assert_ne!(again.person, ben.person);
    let owner = world.access.owner_of_identity(&identity("a").mark);
    assert_eq!(owner, Some(again.person.clone()));
    assert_eq!(world.access.person_named("ben").await.unwrap(), Some(again.person));
    let group = world.access.provisioned_group(group.id).await.unwrap().unwrap();
    assert_eq!(group.members, vec![]);
}

/// covers: [SCIM-03]
#[tokio::test]
async fn a_change_is_made_for_the_state_that_was_seen_and_a_name_is_found_as_it_is_now() {
    let world = World::new();
    let attributes = ProvisionedAttributes {
        external_id: Some("ext-1".into()),
        emails: vec![ProvisionedEmail { value: "ben@example.org".into(), ..Default::default() }],
        ..ProvisionedAttributes::default()
    };
    let first = WantedUser { attributes, identity: Some(identity("a")), ..wanted("ben") };
    let ben = world.makes(first.clone()).await.unwrap();
    assert_eq!(ben.email.as_deref(), Some("ben@example.org"));
    let renamed = WantedUser {
        name: "benjamin".into(),
        identity: Some(identity("b")),
        replaced: Some(identity("a").mark),
        ..first
    };
    let now = world.changes(&ben, renamed.clone()).await.unwrap();
    assert_eq!(now.name, "benjamin");
    assert_eq!(world.access.person_named("ben").await.unwrap(), None);
    assert_eq!(world.access.owner_of_identity(&identity("a").mark), None);
    assert_eq!(world.access.owner_of_identity(&identity("b").mark), Some(now.person.clone()));
    let meanwhile = Err(ProvisioningRefused::ChangedMeanwhile.into());
    assert_eq!(world.changes(&ben, renamed).await, meanwhile);
    for key in [UserKey::Name("Benjamin".into()), UserKey::ExternalId("ext-1".into())] {
        let scan = UserScan { key: Some(key), limit: 1, ..UserScan::default() };
        assert_eq!(world.access.provisioned_users(scan).await.unwrap().total, 1);
    }
    let invisible = ProvisionedAttributes {
        display_name: Some("a\u{202e}b".into()),
        ..ProvisionedAttributes::default()
    };
    let wanted = WantedUser { attributes: invisible, ..wanted("carl") };
    assert_eq!(world.makes(wanted).await, Err(ProvisioningRefused::BadText.into()));
    let long = name_of_removed(&"n".repeat(NAME_CHARS_MAX));
    assert_eq!(long.chars().count(), NAME_CHARS_MAX);
}
