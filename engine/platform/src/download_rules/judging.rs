//! Whether a version may be downloaded, by rules and by what is known of it. Nothing else has a part in it.

use waybill_advisories::Level;
use waybill_machines::Timestamp;
use waybill_machines::rules::download_rules::{
    DownloadAction, DownloadCondition, DownloadRule, DownloadSeverity, DownloadViolationReason,
};

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// What is known of a version of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionFacts<'a> {
    /// The key of the repository that has it.
    pub repository: &'a str,
    /// The name of its package.
    pub package: &'a str,
    /// The version.
    pub version: &'a str,
    /// The most severe advisory that is about it; none also where the installation compares nothing with advisories.
    pub advisory: Option<Severe<'a>>,
    /// Its licence as its author writes it; empty if it has none.
    pub licence: &'a str,
    /// When it was published; of remote repositories, when the server got to know it.
    pub published_at: Timestamp,
}

/// A security advisory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Severe<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// How severe it is for the package.
    pub level: Level,
}

/// What rules say of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The file is sent.
    Allowed,
    /// The file is sent, with these warnings, in the order of the rules.
    Warned(Vec<String>),
    /// The file is not sent.
    Refused(Refusal),
}

/// Why a file is not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The sentences that the client gets.
    pub sentences: String,
    /// The name of the rule.
    pub rule: String,
    /// What the version violates.
    pub reason: DownloadViolationReason,
}

/// Judges a download. The first rule that refuses it is the reason, whatever others warn of.
pub fn judge<'r>(
    rules: impl IntoIterator<Item = &'r DownloadRule>,
    facts: &VersionFacts<'_>,
    now: Timestamp,
) -> Verdict {
    let mut warnings = Vec::new();
    for rule in rules.into_iter().filter(|rule| rule.applies_to(facts.repository)) {
        let found = reason(&rule.condition, facts, now);
        let Some(Reason { what, until, code: reason }) = found else { continue };
        let (package, version, name) = (facts.package, facts.version, &rule.name);
        let until = until.map(|until| format!(" until {until}")).unwrap_or_default();
        let (is_refused, says) = match rule.action {
            DownloadAction::Refuse => (true, "refuses it"),
            DownloadAction::Warn => (false, "warns of it"),
        };
        let sentences = format!(
            "{package} {version} {what}. The rule '{name}' of this installation {says}{until}."
        );
        if is_refused {
            return Verdict::Refused(Refusal { sentences, rule: name.clone(), reason });
        }
        warnings.push(sentences);
    }
    if warnings.is_empty() { Verdict::Allowed } else { Verdict::Warned(warnings) }
}

/// Why a rule is about a version.
struct Reason {
    /// What follows the version in a sentence.
    what: String,
    /// Until when it is, where that is known.
    until: Option<Timestamp>,
    /// The same without words.
    code: DownloadViolationReason,
}

fn reason(
    condition: &DownloadCondition,
    facts: &VersionFacts<'_>,
    now: Timestamp,
) -> Option<Reason> {
    let (reason, what) = match condition {
        DownloadCondition::Severity { at_least } => {
            (DownloadViolationReason::Severity, severe(*at_least, facts.advisory?)?)
        }
        DownloadCondition::Licence { refused, unknown } => {
            let is_refused = |name: &str| refused.contains(name);
            unpermitted(facts.licence, is_refused, *unknown)?
        }
        DownloadCondition::Age { min_hours } => {
            let until = facts.published_at.plus_ms(i64::from(*min_hours) * HOUR_MS);
            if now >= until {
                return None;
            }
            let hours = now.ms_since(facts.published_at).max(0) / HOUR_MS;
            let ago = match hours {
                0 => "less than an hour ago".to_owned(),
                hours => format!("{} ago", of_hours(hours)),
            };
            let wanted = of_hours(i64::from(*min_hours));
            let what = format!("was published {ago}, and has to be {wanted} old");
            return Some(Reason {
                what,
                until: Some(until),
                code: DownloadViolationReason::TooNew,
            });
        }
    };
    Some(Reason { what, until: None, code: reason })
}

fn of_hours(hours: i64) -> String {
    if hours == 1 { "1 hour".to_owned() } else { format!("{hours} hours") }
}

fn severe(at_least: DownloadSeverity, advisory: Severe<'_>) -> Option<String> {
    let level = match advisory.level {
        Level::Critical => DownloadSeverity::Critical,
        Level::High => DownloadSeverity::High,
        Level::Medium => DownloadSeverity::Medium,
        Level::Low => DownloadSeverity::Low,
        Level::Info | Level::Unknown => return None,
    };
    let (id, word) = (advisory.id, advisory.level.as_str());
    (level >= at_least).then(|| format!("is affected by {id} ({word})"))
}

fn unpermitted(
    licence: &str,
    is_refused: impl Fn(&str) -> bool,
    refuses_unknown: bool,
) -> Option<(DownloadViolationReason, String)> {
    if refuses_unknown && !waybill_spdx::is_known(licence) {
        let what = match licence {
            "" => "has no licence that is known".to_owned(),
            licence => format!("has the licence '{licence}', which SPDX has no identifier for"),
        };
        return Some((DownloadViolationReason::LicenceUnknown, what));
    }
    if waybill_spdx::permits(licence, |name| !is_refused(name)) {
        return None;
    }
    let named = waybill_spdx::normalise(licence).into_iter().map(|licence| licence.name);
    let named: Vec<String> = named.filter(|name| is_refused(name)).collect();
    let what = format!("has the licence {}", named.join(" and "));
    Some((DownloadViolationReason::LicenceRefused, what))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Timestamp = Timestamp::from_ms(100 * HOUR_MS);

    fn facts() -> VersionFacts<'static> {
        VersionFacts {
            repository: "npm-local",
            package: "lodash",
            version: "4.17.20",
            advisory: Some(Severe { id: "GHSA-35jh-r3h4-6jhm", level: Level::High }),
            licence: "MIT",
            published_at: Timestamp::from_ms(0),
        }
    }

    fn rule(condition: DownloadCondition, action: DownloadAction) -> DownloadRule {
        let name = "Ours".to_owned();
        DownloadRule { name, enabled: true, repositories: Vec::new(), condition, action }
    }

    fn severity(at_least: DownloadSeverity) -> DownloadCondition {
        DownloadCondition::Severity { at_least }
    }

    fn licences(refused: &[&str], unknown: bool) -> DownloadCondition {
        let refused = refused.iter().map(ToString::to_string).collect();
        DownloadCondition::Licence { refused, unknown }
    }

    fn refused(condition: DownloadCondition, facts: &VersionFacts<'_>) -> Option<String> {
        match judge(&[rule(condition, DownloadAction::Refuse)], facts, NOW) {
            Verdict::Refused(refusal) => Some(refusal.sentences),
            Verdict::Allowed => None,
            Verdict::Warned(warnings) => panic!("{warnings:?}"),
        }
    }

    #[test]
    fn a_severity_and_what_is_higher_is_refused_with_the_advisory() {
        let of = |level| VersionFacts {
            advisory: Some(Severe { id: "GHSA-35jh-r3h4-6jhm", level }),
            ..facts()
        };
        assert_eq!(
            refused(severity(DownloadSeverity::High), &of(Level::Critical)).as_deref(),
            Some(
                "lodash 4.17.20 is affected by GHSA-35jh-r3h4-6jhm (critical). The rule 'Ours' of this installation refuses it."
            )
        );
        assert!(refused(severity(DownloadSeverity::High), &of(Level::High)).is_some());
        assert!(refused(severity(DownloadSeverity::High), &of(Level::Medium)).is_none());
        for harmless in [Level::Info, Level::Unknown] {
            assert!(refused(severity(DownloadSeverity::Low), &of(harmless)).is_none());
        }
        let unscanned = VersionFacts { advisory: None, ..facts() };
        assert!(refused(severity(DownloadSeverity::Low), &unscanned).is_none());
    }

    #[test]
    fn licences_are_refused_unless_another_one_may_be_chosen() {
        let of = |licence: &'static str| VersionFacts { licence, ..facts() };
        let gpl = || licences(&["GPL-3.0-only"], false);
        let reason = refused(gpl(), &of("GPL-3.0")).expect("a reason");
        assert!(reason.starts_with("lodash 4.17.20 has the licence GPL-3.0-only. "), "{reason}");
        for permitted in ["MIT", "", "MIT OR GPL-3.0-only", "Our own", "GPL-3.0-or-later"] {
            assert_eq!(refused(gpl(), &of(permitted)), None, "{permitted}");
        }
        for unpermitted in ["MIT AND GPL-3.0-only", "GPL-3.0-only", "GNU GPL v3, MIT"] {
            let is_named = waybill_spdx::normalise(unpermitted)
                .iter()
                .any(|licence| licence.name == "GPL-3.0-only");
            assert_eq!(refused(gpl(), &of(unpermitted)).is_some(), is_named, "{unpermitted}");
        }
        let known = || licences(&[], true);
        for unknown in ["", "SEE LICENSE IN LICENSE.md", "LicenseRef-ours"] {
            assert!(refused(known(), &of(unknown)).is_some(), "{unknown}");
        }
        assert_eq!(refused(known(), &of("MIT OR GPL-3.0-only")), None);
    }

    #[test]
    fn a_version_is_refused_until_it_is_old_enough() {
        let of = |hours: i64| VersionFacts {
            published_at: Timestamp::from_ms((100 - hours) * HOUR_MS),
            ..facts()
        };
        let day = || DownloadCondition::Age { min_hours: 24 };
        assert_eq!(
            refused(day(), &of(2)).as_deref(),
            Some(
                "lodash 4.17.20 was published 2 hours ago, and has to be 24 hours old. The rule 'Ours' of this installation refuses it until 1970-01-06T02:00:00.000Z."
            )
        );
        assert!(refused(day(), &of(23)).is_some());
        assert!(refused(day(), &of(24)).is_none());
        // A clock that was set back.
        assert!(refused(day(), &of(-5)).is_some_and(|reason| reason.contains("less than an hour")));
    }

    #[test]
    fn warnings_are_all_named_unless_a_rule_refuses() {
        let warn = |name: &str| DownloadRule {
            name: name.into(),
            ..rule(severity(DownloadSeverity::Low), DownloadAction::Warn)
        };
        let refuse = rule(licences(&["MIT"], false), DownloadAction::Refuse);
        let Verdict::Warned(warnings) = judge(&[warn("A"), warn("B")], &facts(), NOW) else {
            panic!("no warnings");
        };
        assert!(warnings[0].ends_with("The rule 'A' of this installation warns of it."));
        assert_eq!(warnings.len(), 2);
        let both = judge(&[warn("A"), refuse], &facts(), NOW);
        assert!(matches!(both, Verdict::Refused(refusal) if refusal.sentences.contains("MIT")));
    }

    fn any_rule() -> impl Strategy<Value = DownloadRule> {
        let severities = prop_oneof![
            Just(DownloadSeverity::Low),
            Just(DownloadSeverity::Medium),
            Just(DownloadSeverity::High),
            Just(DownloadSeverity::Critical),
        ];
        let refused =
            proptest::collection::btree_set(prop_oneof![Just("MIT"), Just("Apache-2.0")], 0..3);
        let conditions = prop_oneof![
            severities.prop_map(severity),
            (refused, any::<bool>())
                .prop_map(|(refused, unknown)| licences(&Vec::from_iter(refused), unknown)),
            (1..200_u32).prop_map(|min_hours| DownloadCondition::Age { min_hours }),
        ];
        let repositories = prop_oneof![
            Just(Vec::new()),
            Just(vec!["npm-*".to_owned()]),
            Just(vec!["pypi-local".to_owned()]),
        ];
        (conditions, repositories, any::<bool>(), any::<bool>()).prop_map(
            |(condition, repositories, enabled, warns)| {
                let action = if warns { DownloadAction::Warn } else { DownloadAction::Refuse };
                DownloadRule { enabled, repositories, ..rule(condition, action) }
            },
        )
    }

    fn any_facts() -> impl Strategy<Value = VersionFacts<'static>> {
        let levels = proptest::sample::select(Level::ALL.to_vec());
        let licences = proptest::sample::select(vec!["MIT", "MIT OR Apache-2.0", "Ours", ""]);
        (proptest::option::of(levels), licences, -10..300_i64).prop_map(
            |(level, licence, hours)| VersionFacts {
                advisory: level.map(|level| Severe { id: "GHSA-1", level }),
                licence,
                published_at: Timestamp::from_ms((100 - hours) * HOUR_MS),
                ..facts()
            },
        )
    }

    proptest! {
        /// The verdict on a list is that of its rules by themselves: a refusal where one refuses, or else all warnings.
        #[test]
        fn a_list_says_what_its_rules_say(
            rules in proptest::collection::vec(any_rule(), 0..6),
            facts in any_facts(),
        ) {
            let single = rules.iter().map(|rule| judge([rule], &facts, NOW));
            let mut expected = Vec::new();
            let mut refusal = None;
            for verdict in single {
                match verdict {
                    Verdict::Allowed => {}
                    Verdict::Warned(warnings) => expected.extend(warnings),
                    Verdict::Refused(reason) => { refusal.get_or_insert(reason); }
                }
            }
            let expected = match (refusal, expected.is_empty()) {
                (Some(reason), _) => Verdict::Refused(reason),
                (None, true) => Verdict::Allowed,
                (None, false) => Verdict::Warned(expected),
            };
            prop_assert_eq!(judge(&rules, &facts, NOW), expected);
        }

        /// What is not enabled, or is for other repositories, changes nothing.
        #[test]
        fn other_rules_change_nothing(
            rules in proptest::collection::vec(any_rule(), 0..6),
            facts in any_facts(),
        ) {
            let applying = rules.iter().filter(|rule| {
                rule.enabled && (rule.repositories.is_empty() || rule.repositories == ["npm-*"])
            });
            prop_assert_eq!(judge(applying, &facts, NOW), judge(&rules, &facts, NOW));
        }
    }
}
