//! A run of a build, known by its name and number: published with its build-info, replaced by a later publication,
//! promoted, and deleted, in a stream of its own.
//!
//! ```text
//! absent, deleted --publish--> published --delete--> deleted
//!                              published --publish, promote--> published
//! ```
//!
//! The build-info is stored in a file named by its digest, because a record must stay small. Clients publish a number
//! again to correct it, so that the newest publication is what the number means; the records of the earlier ones stay.
//! What was promoted is a publication, so that another one has no promotions at first.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::builds::{
    BuildCounts, BuildProblem, BuildPromotion, BuildPublication, PROMOTIONS_MAX, check_promotion,
    check_publication, started_of,
};
use crate::rules::packages::Document;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The state of a run of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "BuildState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nothing is published under the name and number.
    Absent {},
    /// It is published.
    Published {
        /// The newest publication.
        build: Box<BuildPublication>,
        /// When it was published.
        at: Timestamp,
        /// The user who published it.
        by: Option<PersonId>,
        /// Its promotions, the newest last. The oldest make room for others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        promotions: Vec<BuildPromotion>,
    },
    /// It was deleted. Its name and number can be published again.
    Deleted {
        /// The name that it had.
        name: String,
        /// The number that it had.
        number: String,
    },
}
named!(State { Absent = "absent", Published = "published", Deleted = "deleted" });

/// The events of a run of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "BuildEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The run is published; the file of its document exists at this point.
    Publish {
        /// The publication.
        build: Box<BuildPublication>,
        /// The user who publishes it.
        by: Option<PersonId>,
    },
    /// The run has reached a status. Its files were moved or copied before.
    Promote {
        /// The status; may be empty.
        status: String,
        /// Why; may be empty.
        comment: String,
        /// The key of the repository that its files were moved or copied to.
        repository: Option<String>,
        /// The user who promotes it.
        by: Option<PersonId>,
    },
    /// The run is deleted.
    Delete {},
}
named!(Event { Publish = "publish", Promote = "promote", Delete = "delete" });

/// The machine of a run of a build.
#[derive(Debug, Default)]
pub struct Build;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Build {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Publish { build, by } => publish(build, by.as_ref(), context),
            Event::Promote { .. } | Event::Delete {} => {
                context.refuse(BuildProblem::Missing.rejection())
            }
        }
    }

    #[state(
        superstate = "root",
        local_storage(
            "build: Box<BuildPublication>",
            "at: Timestamp",
            "by: Option<PersonId>",
            "promotions: Vec<BuildPromotion>"
        )
    )]
    fn published(
        build: &BuildPublication,
        at: &Timestamp,
        by: &Option<PersonId>,
        promotions: &[BuildPromotion],
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Publish { build: newer, by } => {
                if context.guard("another_build", !is_same(build, newer)) {
                    return context.refuse(BuildProblem::Name.rejection());
                }
                publish(newer, by.as_ref(), context)
            }
            Event::Promote { status, comment, repository, by: promoter } => {
                if let Err(problem) = check_promotion(status, comment, repository.as_deref()) {
                    context.guard("promotion_not_allowed", true);
                    return context.refuse(problem.rejection());
                }
                let promotion = BuildPromotion {
                    status: status.clone(),
                    comment: comment.clone(),
                    repository: repository.clone(),
                    by: promoter.clone(),
                    at: context.at,
                };
                let kept = promotions.len().saturating_sub(PROMOTIONS_MAX - 1);
                let kept = promotions.iter().skip(kept).cloned();
                Transition(State::Published {
                    build: Box::new(build.clone()),
                    at: *at,
                    by: by.clone(),
                    promotions: kept.chain([promotion]).collect(),
                })
            }
            Event::Delete {} => {
                let (name, number) = (build.name.clone(), build.number.clone());
                Transition(State::Deleted { name, number })
            }
        }
    }

    #[state(superstate = "root", local_storage("name: String", "number: String"))]
    fn deleted(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Publish { build, by } => publish(build, by.as_ref(), context),
            Event::Promote { .. } | Event::Delete {} => {
                context.refuse(BuildProblem::Missing.rejection())
            }
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// Whether two publications are of the same run. The stream is named by it.
fn is_same(known: &BuildPublication, newer: &BuildPublication) -> bool {
    let run = |of: &BuildPublication| (of.name.clone(), of.number.clone(), of.project.clone());
    run(known) == run(newer)
}

fn publish(
    build: &BuildPublication,
    by: Option<&PersonId>,
    context: &mut Context,
) -> Outcome<State> {
    if let Err(problem) = check_publication(build) {
        return context.not_allowed(problem.rejection());
    }
    Transition(State::Published {
        build: Box::new(build.clone()),
        at: context.at,
        by: by.cloned(),
        promotions: Vec::new(),
    })
}

impl Machine for Build {
    const NAME: &'static str = "build";

    // Builds are published, promoted and deleted over HTTP.
    crate::installation_machine!(Build);

    /// Without the document and the promotions, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Published { build, .. } => format!("published {} {}", build.name, build.number),
            State::Deleted { name, number } => format!("deleted {name} {number}"),
        }
    }

    fn examples() -> Vec<Event> {
        let publish = |name: &str, number: &str, started: &str| Event::Publish {
            build: Box::new(BuildPublication {
                name: name.into(),
                number: number.into(),
                project: None,
                started: started.into(),
                started_at: started_of(started).unwrap_or_default(),
                agent: "Jenkins 2.440".into(),
                document: Document { sha256: Digest("0".repeat(64)), bytes: 2_048 },
                counts: BuildCounts { modules: 1, artifacts: 2, dependencies: 3 },
            }),
            by: Some(PersonId("p_ann".into())),
        };
        let promote = |status: &str| Event::Promote {
            status: status.into(),
            comment: "all tests passed".into(),
            repository: Some("libs-release".into()),
            by: Some(PersonId("p_ann".into())),
        };
        let noon = "2026-01-31T12:00:00.000+0100";
        vec![
            publish("shop", "51", noon),
            publish("shop", "52", noon),
            publish("../shop", "51", noon),
            publish("shop", "", noon),
            publish("shop", "51", "yesterday"),
            promote("staged"),
            promote("two\nlines"),
            Event::Delete {},
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    fn decided(state: &State, event: &Event) -> State {
        let decided = decide::<Build>(state, event, Timestamp::from_ms(0));
        decided.map(|accepted| accepted.state).expect("an accepted event")
    }

    /// covers: [HOOK-04]
    #[test]
    fn the_oldest_promotions_make_room_for_others() {
        let mut state = decided(&State::Absent {}, &Build::examples()[0]);
        for number in 0..=PROMOTIONS_MAX {
            let (status, comment) = (number.to_string(), String::new());
            state =
                decided(&state, &Event::Promote { status, comment, repository: None, by: None });
        }
        let State::Published { promotions, .. } = state else { panic!("{state:?}") };
        let statuses: Vec<String> =
            promotions.into_iter().map(|promotion| promotion.status).collect();
        let expected: Vec<String> = (1..=PROMOTIONS_MAX).map(|number| number.to_string()).collect();
        assert_eq!(statuses, expected);
    }
}
