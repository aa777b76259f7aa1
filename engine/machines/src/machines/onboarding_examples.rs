//! The events that the onboarding machine is explored with: for each answer a valid and an invalid one.

use std::collections::BTreeSet;

use super::onboarding::{Event, ProjectMade};
use crate::rules::custom_data::DataStored;
use crate::rules::onboarding::{DesiredFeature, Details, Purpose, WorkRole};
use crate::secret::{PersonId, Personal};
use crate::sign_in::Notice;

/// All examples.
pub fn all() -> Vec<Event> {
    let person = PersonId("p_ann".into());
    let notice = Notice::new("unavailable", "");
    let text = || Some(Personal::new("0".repeat(64)));
    let other = Some(WorkRole::Other);
    let describe = |details| Event::Describe { details };
    vec![
        Event::Offer { person: person.clone() },
        Event::Begin { person },
        Event::Restore {
            purpose: Some(Purpose::Commercial),
            role: other,
            desired_features: BTreeSet::from([DesiredFeature::SingleSignOn]),
        },
        Event::Choose { purpose: Purpose::Commercial },
        Event::Choose { purpose: Purpose::Personal },
        describe(Details::default()),
        describe(Details { role: Some(WorkRole::DevopsEngineer), ..Details::default() }),
        describe(Details { role: other, company_name: text(), ..Details::default() }),
        describe(Details { role: other, other_role: text(), ..Details::default() }),
        describe(Details {
            role: other,
            other_role: text(),
            company_name: text(),
            oss_project_name: text(),
        }),
        Event::Want { desired_features: BTreeSet::new() },
        Event::Want { desired_features: BTreeSet::from([DesiredFeature::BinaryManagement]) },
        Event::WantProject { wanted: true },
        Event::WantProject { wanted: false },
        Event::Next {},
        Event::Back {},
        Event::Send {},
        Event::Later {},
        Event::Dismiss {},
        Event::ProjectMade(ProjectMade::Created {}),
        Event::ProjectMade(ProjectMade::AlreadyThere {}),
        Event::ProjectMade(ProjectMade::Refused { notice: notice.clone() }),
        Event::ProjectMade(ProjectMade::Interrupted {}),
        Event::Stored(DataStored::Accepted {}),
        Event::Stored(DataStored::Refused { notice }),
        Event::Stored(DataStored::Interrupted {}),
    ]
}
