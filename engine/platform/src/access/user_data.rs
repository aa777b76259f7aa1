//! The identity of the user of a session, and the data kept for a user in addition to the account.

use waybill_machines::machines::startup::Identity;
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::rules::search::StoredSearch;
use waybill_machines::secret::PersonId;

use super::Answer;
use crate::streams::ChangeContext;

/// The port for identities and custom data.
pub trait UserData: Send + Sync + 'static {
    /// The identity of a user, and what visitors may do (BOOT-04). A person who may no longer sign in is treated as a
    /// visitor. The first session that calls this for a person is the person's first one in the application, and stays
    /// so however often it asks (NAV-13).
    fn current_user(
        &self,
        person: Option<PersonId>,
        context: ChangeContext,
    ) -> Answer<'_, Identity>;

    /// Changes the data kept for a user in addition to the account. Repeating it does no harm.
    fn store_custom_data(
        &self,
        person: PersonId,
        change: CustomChange,
        context: ChangeContext,
    ) -> Answer<'_, DataStored>;

    /// The recent searches of a user, the newest first; none of a person without an account (SEARCH-06).
    fn recent_searches(&self, person: PersonId) -> Answer<'_, Vec<StoredSearch>>;
}
