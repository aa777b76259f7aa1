//! Groups of the protocol: groups that clients have made.

use waybill_platform::access::{ProvisionedGroup, ProvisioningRefused, WantedGroup};

use super::answers::{base, provisioned, unless_changed_meanwhile};
use super::document::{location_of_group, of_group, read_group};
use super::filter::Document;
use super::query::Wanted;
use super::resources::{Page, Resource};
use super::schema::{GROUPS, Kind};
use crate::caller::Provisioner;
use crate::error::ApiError;
use crate::state::AppState;

impl Resource for ProvisionedGroup {
    const KIND: &'static Kind = &GROUPS;
    const ABSENT: ProvisioningRefused = ProvisioningRefused::NoSuchGroup;
    /// A group may have many members.
    const IS_LARGE: bool = true;

    type Content = WantedGroup;

    fn document(&self, base: &str) -> Document {
        of_group(self, base)
    }

    fn location(&self, base: &str) -> String {
        location_of_group(base, &self.id)
    }

    fn read(document: &Document) -> Result<WantedGroup, ApiError> {
        read_group(document)
    }

    async fn find(state: &AppState, id: String) -> Result<Option<Self>, ApiError> {
        let provisioning = &state.engine.ports().provisioning;
        provisioned(state, provisioning.provisioned_group(id).await)
    }

    async fn page(state: &AppState, wanted: &Wanted) -> Result<Page<Self>, ApiError> {
        let all = state.engine.ports().provisioning.provisioned_groups().await;
        let base = base(state);
        // The document of a group with many members is large: those that a filter reads are not kept.
        let is_found = |group: &ProvisionedGroup| {
            let filter = wanted.filter.as_ref();
            filter.is_none_or(|filter| filter.finds(&of_group(group, &base), &GROUPS))
        };
        let found: Vec<_> = provisioned(state, all)?.into_iter().filter(is_found).collect();
        let total = found.len();
        let page = found.into_iter().skip(wanted.start - 1).take(wanted.count);
        Ok(Page { resources: page.collect(), total })
    }

    async fn create(
        state: &AppState,
        client: &Provisioner,
        content: WantedGroup,
    ) -> Result<Self, ApiError> {
        let context = client.context(state.engine.now());
        let provisioning = &state.engine.ports().provisioning;
        provisioned(state, provisioning.provision_group(content, context).await)
    }

    async fn change(
        state: &AppState,
        client: &Provisioner,
        seen: Self,
        content: WantedGroup,
    ) -> Result<Option<Self>, ApiError> {
        let context = client.context(state.engine.now());
        let provisioning = &state.engine.ports().provisioning;
        let changed = provisioning.change_provisioned_group(seen, content, context).await;
        unless_changed_meanwhile(state, changed)
    }

    async fn remove(state: &AppState, client: &Provisioner, id: String) -> Result<(), ApiError> {
        let context = client.context(state.engine.now());
        let provisioning = &state.engine.ports().provisioning;
        provisioned(state, provisioning.remove_provisioned_group(id, context).await)
    }
}
