//! Who a session's user is, and what is kept for users in addition to their accounts.

use waybill_machines::facts::Installation;
use waybill_machines::machines::startup::Identity;
use waybill_machines::machines::{onboarding, personalisation, quick_setup, search, startup};
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, MachineName};

use super::{Request, fetched, unavailable};

pub(super) async fn current_user(
    request: &Request<'_>,
    person: Option<&PersonId>,
) -> Option<AnyEvent> {
    let ports = request.ports();
    let identity = ports.user_data.current_user(person.cloned(), request.context.clone()).await;
    let identity = match identity {
        // NAV-19: the one fact of the settings that visitors get who may not use the console
        Ok(identity) => {
            match tokio::try_join!(ports.settings.console(), ports.settings.sign_in()) {
                Ok((Installation { external_redirect, .. }, sign_in)) => {
                    let single_sign_on = sign_in.single_sign_on();
                    Ok(Identity { external_redirect, single_sign_on, ..identity })
                }
                Err(error) => Err(error.to_string()),
            }
        }
        Err(error) => Err(error.to_string()),
    };
    Some(startup::Event::CurrentUser(fetched(identity)).into())
}

/// Several machines request this; the one that did receives the answer.
pub(super) async fn store_custom_data(
    request: &Request<'_>,
    person: &PersonId,
    change: &CustomChange,
) -> Option<AnyEvent> {
    let context = request.context.clone();
    let answer =
        request.ports().user_data.store_custom_data(person.clone(), change.clone(), context).await;
    let failed = |error| DataStored::Refused { notice: unavailable(&error) };
    let answer = answer.unwrap_or_else(failed);
    Some(match request.task.machine {
        MachineName::Onboarding => onboarding::Event::Stored(answer).into(),
        MachineName::QuickSetup => quick_setup::Event::Stored(answer).into(),
        MachineName::Personalisation => personalisation::Event::Stored(answer).into(),
        MachineName::Search => search::Event::Stored(answer).into(),
        _ => return None,
    })
}

/// The recent searches of the user of the session, who alone asks for them.
pub(super) async fn recent_searches(request: &Request<'_>, person: &PersonId) -> Option<AnyEvent> {
    let person = person.clone();
    let answer = match request.ports().user_data.recent_searches(person.clone()).await {
        Ok(searches) => search::RecentSearches::Loaded { person, searches },
        Err(error) => {
            let message = unavailable(&error).message;
            search::RecentSearches::Failed { person, message }
        }
    };
    Some(search::Event::Recent(answer).into())
}
