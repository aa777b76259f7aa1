use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::SecretRef;

use super::*;
use crate::access::{
    Accounts as _, Administration as _, Cost, Groups as _, NewGroup, Options, PasswordLinks as _,
};
use crate::secret::Secret;
use crate::vault::Vault;

const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

struct World {
    access: Embedded,
    context: ChangeContext,
    _vault: tempfile::TempDir,
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

    async fn user(&self, name: &str) -> PersonId {
        let password = Some(Secret::new("correct horse battery"));
        let user = NewUser { name: name.into(), password, ..NewUser::default() };
        self.access.create_user(user, self.context.clone()).await.unwrap().person
    }

    async fn group(&self, name: &str, admin: bool) {
        let group = NewGroup { name: name.into(), admin, ..NewGroup::default() };
        self.access.create_group(group, self.context.clone()).await.unwrap();
    }

    /// The groups that a user is in.
    async fn groups_of(&self, person: &PersonId) -> Vec<String> {
        self.access.user(person.clone()).await.unwrap().unwrap().groups
    }

    async fn link(&self, person: &PersonId, letter: &str) -> Result<(), AccessError> {
        self.access.link_identity(person.clone(), via(letter), self.context.clone()).await
    }

    async fn sign_in(&self, proven: ProvenIdentity) -> Result<PersonId, String> {
        match self.access.sign_in_by_identity(proven, self.context.clone()).await.unwrap() {
            CodeExchanged::Accepted { person, .. } => Ok(person),
            CodeExchanged::Refused { notice } => Err(notice.code),
            other => panic!("{other:?}"),
        }
    }
}

fn via(letter: &str) -> SignInVia {
    let identity = Digest(letter.repeat(64));
    SignInVia { provider: "corporate".into(), identity, session: None, saml: None }
}

fn proven(letter: &str) -> ProvenIdentity {
    ProvenIdentity {
        via: via(letter),
        has_second_factor: false,
        groups: None,
        new_account: None,
        invitation: None,
        saml: None,
    }
}

fn new_account(letter: &str, name: &str) -> ProvenIdentity {
    let new = NewAccountOfIdentity { name: Some(name.into()), email: None };
    ProvenIdentity { new_account: Some(new), ..proven(letter) }
}

/// covers: [SSO-01]
#[tokio::test]
async fn an_identity_signs_its_owner_in_until_it_is_unlinked_or_the_account_is_disabled() {
    let world = World::new();
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    assert_eq!(world.sign_in(proven("a")).await, Err("identity_unknown".into()));
    world.link(&ann, "a").await.unwrap();
    assert_eq!(world.sign_in(proven("a")).await, Ok(ann.clone()));
    assert_eq!(world.link(&ann, "a").await, Err(IdentityRefused::Linked.into()));
    assert_eq!(world.link(&bob, "a").await, Err(IdentityRefused::Taken.into()));
    let access = &world.access;
    access.set_enabled(ann.clone(), false, world.context.clone()).await.unwrap();
    assert_eq!(world.sign_in(proven("a")).await, Err("account_refused".into()));
    // It is the account's while that is disabled, too.
    assert_eq!(world.link(&bob, "a").await, Err(IdentityRefused::Taken.into()));
    let mark = via("a").identity;
    access.unlink_identity(ann.clone(), mark, world.context.clone()).await.unwrap();
    assert_eq!(world.sign_in(proven("a")).await, Err("identity_unknown".into()));
    world.link(&bob, "a").await.unwrap();
    assert_eq!(world.sign_in(proven("a")).await, Ok(bob));
}

/// covers: [SSO-01]
#[tokio::test]
async fn an_account_is_made_with_a_free_name_only_and_never_administers() {
    let world = World::new();
    world.user("ann").await;
    world.group("Developers", false).await;
    world.group("Operators", true).await;
    let refused = world.sign_in(new_account("a", "Ann")).await;
    assert_eq!(refused, Err("identity_refused".into()));
    assert_eq!(world.access.owner_of_identity(&via("a").identity), None);
    let names = || ["Developers".to_owned(), "Operators".to_owned()].into();
    let groups = Some(ManagedGroups { all: names(), member: names() });
    let wanted = ProvenIdentity { groups, ..new_account("b", "Ben") };
    let ben = world.sign_in(wanted).await.unwrap();
    let user = world.access.user(ben.clone()).await.unwrap().unwrap();
    assert_eq!((user.name.as_deref(), user.external), (Some("ben"), true));
    assert_eq!((user.groups, user.effective_admin), (vec!["Developers".to_owned()], false));
    // The claims lead to none by now.
    let groups = Some(ManagedGroups { all: names(), member: BTreeSet::new() });
    world.sign_in(ProvenIdentity { groups, ..proven("b") }).await.unwrap();
    let user = world.access.user(ben.clone()).await.unwrap().unwrap();
    assert_eq!(user.groups, Vec::<String>::new());
    let mark = via("b").identity;
    let last = world.access.unlink_identity(ben, mark, world.context.clone()).await;
    assert_eq!(last, Err(IdentityRefused::Last.into()));
}

/// Administration of a project is administration. Who was in the group before it was given that stays, as an
/// administrator has decided with it, until the claims lead there no longer.
///
/// covers: [SSO-01]
#[tokio::test]
async fn a_group_that_administers_a_project_is_left_but_not_joined_by_a_claim() {
    let world = World::new();
    let names = || BTreeSet::from(["Developers".to_owned()]);
    world.group("Developers", false).await;
    let with = |letter: &str, member: BTreeSet<String>| ProvenIdentity {
        groups: Some(ManagedGroups { all: names(), member }),
        ..proven(letter)
    };
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    world.link(&ann, "a").await.unwrap();
    world.link(&bob, "b").await.unwrap();
    world.sign_in(with("a", names())).await.unwrap();
    let (name, role) = ("Developers".to_owned(), Some(ProjectRole::ProjectAdmin));
    let given = world.access.set_group_role(name, "blue".into(), role, world.context.clone());
    assert!(given.await.unwrap().gives_administration());

    world.sign_in(with("b", names())).await.unwrap();
    assert_eq!(world.groups_of(&bob).await, Vec::<String>::new());
    world.sign_in(with("a", names())).await.unwrap();
    assert_eq!(world.groups_of(&ann).await, ["Developers"]);
    world.sign_in(with("a", BTreeSet::new())).await.unwrap();
    assert_eq!(world.groups_of(&ann).await, Vec::<String>::new());
    // A new account does not come into it either.
    let carol = ProvenIdentity { groups: with("c", names()).groups, ..new_account("c", "carol") };
    let carol = world.sign_in(carol).await.unwrap();
    assert_eq!(world.groups_of(&carol).await, Vec::<String>::new());
}

/// covers: [SSO-01]
#[tokio::test]
async fn an_invitation_is_accepted_with_an_identity_once() {
    let world = World::new();
    let ann = world.user("ann").await;
    let link = world.access.allow_password(ann.clone(), world.context.clone()).await.unwrap();
    let token = || PasswordToken::parse(link.token.path_of_link().split_once('=').unwrap().1);
    let invited = |letter| ProvenIdentity { invitation: token(), ..proven(letter) };
    assert_eq!(world.sign_in(invited("a")).await, Ok(ann.clone()));
    assert_eq!(world.sign_in(invited("b")).await, Err("link_refused".into()));
    let at = world.context.at;
    assert!(world.access.check_password_link(token().unwrap(), at).await.is_err());
    assert_eq!(world.sign_in(proven("a")).await, Ok(ann));
}

/// A link for another password is no second factor, and neither is one of an identity that comes with it.
///
/// covers: [SSO-01]
#[tokio::test]
async fn a_link_of_an_account_with_a_second_factor_links_no_identity() {
    let world = World::new();
    let ann = world.user("ann").await;
    let link = world.access.allow_password(ann.clone(), world.context.clone()).await.unwrap();
    let (secret, recovery) = (SecretRef("totp".into()), SecretRef("recovery".into()));
    let enrol = Event::Enrol { secret, step: 1, recovery };
    world.access.inner.record(&ann, enrol, true, &world.context).await.unwrap().unwrap();
    let token = || PasswordToken::parse(link.token.path_of_link().split_once('=').unwrap().1);
    let invited = ProvenIdentity { invitation: token(), has_second_factor: true, ..proven("a") };
    assert_eq!(world.sign_in(invited).await, Err("identity_refused".into()));
    assert_eq!(world.access.owner_of_identity(&via("a").identity), None);
    // The link is not used up.
    let at = world.context.at;
    world.access.check_password_link(token().unwrap(), at).await.unwrap();
}

/// covers: [SSO-01]
#[test]
fn the_name_of_a_claim_is_made_valid() {
    assert_eq!(valid_name(" Ann@Example.org ").as_deref(), Some("ann@example.org"));
    assert_eq!(valid_name("a\u{202e}n\nn").as_deref(), Some("ann"));
    assert_eq!(valid_name("Ann Lee").as_deref(), Some("ann lee"));
    assert_eq!(valid_name(&"a".repeat(200)).map(|name| name.len()), Some(NAME_CHARS_MAX));
    assert_eq!(valid_name(" \u{200b}"), None);
}
