//! Users of the protocol: accounts that clients have made.

use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    IsFound, NewIdentity, ProvisionedUser, ProvisioningRefused, UserKey, UserScan, WantedUser,
};

use super::answers::{base, provisioned, unless_changed_meanwhile};
use super::document::{UserDocument, location_of_user, of_user, read_user};
use super::filter::{Document, Filter};
use super::query::Wanted;
use super::resources::{Page, Resource};
use super::schema::{Kind, USERS};
use crate::caller::Provisioner;
use crate::error::ApiError;
use crate::state::AppState;

impl Resource for ProvisionedUser {
    const KIND: &'static Kind = &USERS;
    const ABSENT: ProvisioningRefused = ProvisioningRefused::NoSuchUser;
    const IS_LARGE: bool = false;

    type Content = UserDocument;

    fn document(&self, base: &str) -> Document {
        of_user(self, base)
    }

    fn location(&self, base: &str) -> String {
        location_of_user(base, &self.person)
    }

    fn read(document: &Document) -> Result<UserDocument, ApiError> {
        read_user(document)
    }

    fn read_changed(&self, document: &Document) -> Result<UserDocument, ApiError> {
        let before = read_user(&of_user(self, ""))?;
        let mut after = read_user(document)?;
        // Where an administrator has changed the address, the document has not what the client has given.
        if after.attributes.emails == before.attributes.emails {
            after.attributes.emails.clone_from(&self.attributes.emails);
            after.keeps_email = true;
        }
        Ok(after)
    }

    async fn find(state: &AppState, id: String) -> Result<Option<Self>, ApiError> {
        let provisioning = &state.engine.ports().provisioning;
        provisioned(state, provisioning.provisioned_user(PersonId(id)).await)
    }

    async fn page(state: &AppState, wanted: &Wanted) -> Result<Page<Self>, ApiError> {
        let base = base(state);
        let scan = UserScan {
            key: wanted.filter.as_ref().and_then(key_of),
            is_found: wanted.filter.clone().map(|filter| {
                let is_found =
                    move |user: &ProvisionedUser| filter.finds(&of_user(user, &base), &USERS);
                Box::new(is_found) as IsFound
            }),
            skip: wanted.start - 1,
            limit: wanted.count,
        };
        let found = state.engine.ports().provisioning.provisioned_users(scan).await;
        let found = provisioned(state, found)?;
        Ok(Page { resources: found.users, total: found.total })
    }

    async fn create(
        state: &AppState,
        client: &Provisioner,
        content: UserDocument,
    ) -> Result<Self, ApiError> {
        let UserDocument { name, active, attributes, .. } = content;
        let new = WantedUser {
            name,
            active: active.unwrap_or(true),
            identity: identity_of(state, client, attributes.external_id.as_deref()),
            attributes,
            replaced: None,
            keeps_email: false,
        };
        let context = client.context(state.engine.now());
        let provisioning = &state.engine.ports().provisioning;
        provisioned(state, provisioning.provision_user(new, context).await)
    }

    async fn change(
        state: &AppState,
        client: &Provisioner,
        seen: Self,
        content: UserDocument,
    ) -> Result<Option<Self>, ApiError> {
        let UserDocument { name, active, attributes, keeps_email } = content;
        let known = seen.attributes.external_id.as_deref();
        let before = identity_of(state, client, known).map(|identity| identity.mark);
        let identity = identity_of(state, client, attributes.external_id.as_deref());
        let is_another = identity.as_ref().map(|identity| &identity.mark) != before.as_ref();
        let replaced = before.filter(|_| is_another);
        let active = active.unwrap_or(seen.active);
        let wanted = WantedUser {
            name,
            active,
            attributes,
            identity,
            replaced: replaced.clone(),
            keeps_email,
        };
        let context = client.context(state.engine.now());
        let provisioning = &state.engine.ports().provisioning;
        let changed = provisioning.change_provisioned_user(seen, wanted, context).await;
        let changed = unless_changed_meanwhile(state, changed)?;
        if let (Some(user), Some(mark)) = (&changed, &replaced) {
            // Sign-ins that came by the identity of before end.
            state.engine.end_unlinked(&user.person, mark, None).await?;
        }
        Ok(changed)
    }

    async fn remove(state: &AppState, client: &Provisioner, id: String) -> Result<(), ApiError> {
        let context = client.context(state.engine.now());
        let provisioning = &state.engine.ports().provisioning;
        provisioned(state, provisioning.remove_provisioned_user(PersonId(id), context).await)
    }
}

/// By what the users that a filter finds are found at once.
fn key_of(filter: &Filter) -> Option<UserKey> {
    let name = filter.required("userName").map(|name| UserKey::Name(name.to_owned()));
    let id = || filter.required("externalId").map(|id| UserKey::ExternalId(id.to_owned()));
    name.or_else(id)
}

/// The identity that an external id is, where the installation takes it for one.
fn identity_of(
    state: &AppState,
    client: &Provisioner,
    external_id: Option<&str>,
) -> Option<NewIdentity> {
    let provider = client.settings.provider.as_deref()?;
    state.engine.ports().sign_in_providers.identity_of(provider, external_id?)
}
