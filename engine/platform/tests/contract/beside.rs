//! The data kept for a user in addition to the account, and the projects.

use crate::contract;
use crate::support::*;
use waybill_machines::rules::custom_data::{CustomChange, DataStored};
use waybill_machines::rules::onboarding::{Answers, DesiredFeature, Details, Purpose, WorkRole};
use waybill_machines::rules::projects::ProjectProblem;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{Administration as _, UserData as _};
use waybill_platform::projects::{EmbeddedProjects, NewProject, ProjectError, Projects};
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

contract!(the_first_session_inside, the_custom_data_of_an_account, projects_are_made_once,);

/// An act caused by a record of this session.
fn within(session: &str) -> ChangeContext {
    let record = waybill_journal::RecordRef { stream: Some(session.into()), seq: 1 };
    let root = record.clone();
    context(T0).because(waybill_journal::Cause { record, call: None, root })
}

async fn the_first_session_inside(mut fixture: Installation) {
    let ann = fixture.user("ann", false).await;
    let first_login = async |fixture: &Installation, context| {
        fixture.access.current_user(Some(ann.clone()), context).await.unwrap().user.first_login
    };
    assert!(first_login(&fixture, context(T0)).await, "a call without a session changes nothing");
    for _ in 0..2 {
        assert!(first_login(&fixture, within("session/one")).await);
        assert!(!first_login(&fixture, within("session/two")).await);
        assert!(!first_login(&fixture, context(T0)).await);
        fixture = fixture.reopen().await;
    }
    let events = fixture.events(&format!("user/{}", ann.0));
    assert_eq!(events.iter().filter(|event| *event == "enter").count(), 1);
}

async fn the_custom_data_of_an_account(mut fixture: Installation) {
    let (ann, bob) = (fixture.user("ann", true).await, fixture.user("bob", true).await);
    let owed = async |fixture: &Installation, person: &PersonId| {
        let identity =
            fixture.access.current_user(Some(person.clone()), context(T0)).await.unwrap();
        identity.user.onboarding_owed
    };
    assert!(owed(&fixture, &ann).await && owed(&fixture, &bob).await);
    let user = fixture.user("carl", false).await;
    assert!(!owed(&fixture, &user).await, "only administrators are asked");
    let answers = Answers {
        purpose: Some(Purpose::Personal),
        details: Details { role: Some(WorkRole::SoftwareDeveloper), ..Details::default() },
        desired_features: [DesiredFeature::ContainerRegistry].into(),
        default_project: false,
    };
    let answered = CustomChange::Onboarded { answers: answers.complete().unwrap() };
    for _ in 0..2 {
        for (person, change) in [
            (&ann, answered.clone()),
            (&ann, CustomChange::GettingStartedSeen {}),
            (&ann, CustomChange::OnboardingDismissed {}),
            (&bob, CustomChange::OnboardingDismissed {}),
        ] {
            let stored =
                fixture.access.store_custom_data(person.clone(), change, context(T0)).await;
            assert_eq!(stored.unwrap(), DataStored::Accepted {});
        }
        assert!(!owed(&fixture, &ann).await && !owed(&fixture, &bob).await);
        fixture = fixture.reopen().await;
    }
    fixture.access.set_enabled(bob.clone(), false, context(T0)).await.unwrap();
    let late =
        fixture.access.store_custom_data(bob, CustomChange::GettingStartedSeen {}, context(T0));
    assert!(matches!(late.await.unwrap(), DataStored::Refused { .. }));
    let own = fixture.vault.personal(&ann, "Acme Lorries").unwrap();
    assert_eq!(fixture.vault.owner(&own), Some(ann.clone()));
    fixture.vault.erase(&ann).unwrap();
    assert_eq!(fixture.vault.owner(&own), None);
}

async fn projects_are_made_once(mut fixture: Installation) {
    let ann = fixture.user("ann", true).await;
    let wanted = |key: &str| NewProject {
        project_key: key.into(),
        name: " Lorries ".into(),
        description: "All of them.".into(),
    };
    let by_ann = || ChangeContext::by(Who::Person(ann.clone()), T0);
    for round in 0..2 {
        let projects = EmbeddedProjects::new(fixture.journal.clone());
        if round == 0 {
            assert_eq!(projects.list(None, 0, 9).await.unwrap(), []);
            // Of concurrent creations, one succeeds.
            let (a, b) = tokio::join!(
                projects.create(wanted("lorries"), by_ann()),
                projects.create(wanted("lorries"), by_ann())
            );
            let made: Vec<_> = [&a, &b].into_iter().filter_map(|made| made.as_ref().ok()).collect();
            assert_eq!(made.len(), 1);
            assert_eq!(
                (made[0].name.as_str(), &made[0].created_by),
                ("Lorries", &Some(ann.clone()))
            );
        }
        let again = projects.create(wanted("lorries"), by_ann()).await;
        assert_eq!(again.err(), Some(ProjectError::KeyTaken));
        let wrong = projects.create(wanted("Lorries"), by_ann()).await;
        assert_eq!(wrong.err(), Some(ProjectError::Problem(ProjectProblem::KeyStart)));
        let listed = projects.list(None, 0, 9).await.unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].project_key, "lorries");
        assert_eq!(projects.list(None, 1, 9).await.unwrap(), []);
        drop(projects);
        fixture = fixture.reopen().await;
    }
}
