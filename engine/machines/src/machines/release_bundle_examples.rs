//! Events of release bundles, one for each case that a guard distinguishes.

use super::release_bundle::{
    ArtifactList, Bundle, CreationFailure, DistributionFailure, DistributionKind, Event, Origin,
    PromotionFailure, PromotionStatus, TargetOutcome,
};
use crate::secret::{Digest, PersonId};

/// The events that exploration tries in each state.
pub(super) fn examples() -> Vec<Event> {
    let import = |name: &str, artifacts, received| Event::Import {
        bundle: bundle(name, artifacts),
        by: Some(ann()),
        received,
    };
    let begin =
        |name: &str| Event::Begin { name: name.into(), version: "1.0.0".into(), by: Some(ann()) };
    let complete = |name: &str, artifacts| Event::Complete { bundle: bundle(name, artifacts) };
    let promote = |environment: &str| Event::BeginPromotion {
        environment: environment.into(),
        repositories: vec!["npm-prod".into()],
        by: Some(ann()),
    };
    let end = |outcome| Event::EndPromotion { outcome };
    let failed = |why| end(PromotionStatus::Failed { why });
    let delete = |version: &str, from_repositories, removed| Event::Delete {
        name: "shop".into(),
        version: version.into(),
        from_repositories,
        removed,
        by: Some(ann()),
    };
    let mut all = vec![
        import("shop", 3, false),
        import("shop", 3, true),
        import("../shop", 3, false),
        import("shop", 0, false),
        begin("shop"),
        begin("../shop"),
        complete("shop", 3),
        complete("other", 3),
        complete("shop", 0),
        Event::Fail { why: CreationFailure::Interrupted },
        Event::Fail { why: CreationFailure::Storage },
        promote("PROD"),
        promote("two words"),
        end(PromotionStatus::Completed { files: 3 }),
        failed(PromotionFailure::Interrupted),
        failed(PromotionFailure::Refused),
        failed(PromotionFailure::Storage),
        end(PromotionStatus::Started {}),
        Event::BeginRemoval { by: Some(ann()) },
        Event::FailRemoval {},
        delete("1.0.0", true, false),
        delete("1.0.0", false, false),
        delete("1.0.0", false, true),
        delete("1.0.1", true, false),
    ];
    all.extend(of_distributions());
    all
}

fn of_distributions() -> Vec<Event> {
    use DistributionKind::{Distribute, Remove};
    let begin = |kind, targets: &[&str]| Event::BeginDistribution {
        kind,
        targets: targets.iter().map(|key| (*key).to_owned()).collect(),
        by: Some(ann()),
    };
    let end = |target: &str, outcome| Event::EndTarget { target: target.into(), outcome };
    let failed = |path: Option<&str>| TargetOutcome::Failed {
        why: DistributionFailure::Refused,
        path: path.map(str::to_owned),
    };
    vec![
        begin(Distribute, &["europe"]),
        begin(Distribute, &["europe", "asia"]),
        begin(Remove, &["europe"]),
        begin(Distribute, &[]),
        begin(Distribute, &["europe", "europe"]),
        end("europe", TargetOutcome::Completed { files: 3 }),
        end("europe", failed(Some("generic-local/shop.tar"))),
        end("europe", failed(Some(""))),
        end("asia", TargetOutcome::Completed { files: 3 }),
        end("asia", failed(None)),
        end("europe", TargetOutcome::Pending {}),
        Event::EndDistribution {},
        Event::AbortDistribution { by: Some(ann()) },
        Event::InterruptDistribution {},
    ]
}

fn ann() -> PersonId {
    PersonId("p_ann".into())
}

fn bundle(name: &str, artifacts: u32) -> Bundle {
    Bundle {
        name: name.into(),
        version: "1.0.0".into(),
        origin: Origin::Source,
        list: ArtifactList { digest: Digest("0".repeat(64)), artifacts, size: 1_024 },
        signature: None,
    }
}
