//! How severe an advisory is: by CVSS vectors, or in words.

use cvss::Cvss;
use serde::{Deserialize, Serialize};

/// The levels of severity, the most severe first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A base score of 9.0 or more.
    Critical,
    /// A base score of 7.0 or more.
    High,
    /// A base score of 4.0 or more.
    Medium,
    /// A base score above zero.
    Low,
    /// A base score of zero, or an advisory that is about no vulnerability.
    Info,
    /// The advisory does not say.
    #[default]
    Unknown,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 6] =
        [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Info, Self::Unknown];

    /// The name of the level.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Info => "info",
            Self::Unknown => "unknown",
        }
    }

    /// The level that a database names in a word.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "critical" => Some(Self::Critical),
            "high" | "important" => Some(Self::High),
            "moderate" | "medium" => Some(Self::Medium),
            "low" => Some(Self::Low),
            "none" | "info" | "informational" => Some(Self::Info),
            _ => None,
        }
    }
}

/// A base score of CVSS in tenths: 98 is 9.8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Score(u8);

impl Score {
    /// The score in tenths, from 0 to 100.
    pub const fn tenths(self) -> u8 {
        self.0
    }

    const fn level(self) -> Level {
        match self.0 {
            90.. => Level::Critical,
            70.. => Level::High,
            40.. => Level::Medium,
            1.. => Level::Low,
            0 => Level::Info,
        }
    }
}

/// How severe an advisory is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Severity {
    /// The level.
    pub level: Level,
    /// The base score of the vector, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The vector, as the advisory has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<String>,
}

impl Severity {
    /// A level without a score.
    pub(crate) const fn of_level(level: Level) -> Self {
        Self { level, score: None, vector: None }
    }

    /// What vectors say, of which that of the newest version of CVSS rules. None if no vector can be read.
    pub(crate) fn of_vectors<'v>(vectors: impl Iterator<Item = &'v str>) -> Option<Self> {
        let read = vectors.filter_map(|vector| {
            let (version, score) = base_score(vector)?;
            Some((version, score, vector))
        });
        let (_, score, vector) = read.max_by_key(|(version, score, _)| (*version, *score))?;
        Some(Self { level: score.level(), score: Some(score), vector: Some(vector.to_owned()) })
    }
}

/// The metrics of the base score in each version of CVSS, and what its vectors begin with.
const VERSIONS: [(&str, &[&str]); 4] = [
    ("", &["AV", "AC", "Au", "C", "I", "A"]),
    ("CVSS:3.0/", &["AV", "AC", "PR", "UI", "S", "C", "I", "A"]),
    ("CVSS:3.1/", &["AV", "AC", "PR", "UI", "S", "C", "I", "A"]),
    ("CVSS:4.0/", &["AV", "AC", "AT", "PR", "UI", "VC", "VI", "VA", "SC", "SI", "SA"]),
];

/// The place of a vector's version among all, and the score of its base metrics alone: others are about a time or an
/// installation.
fn base_score(vector: &str) -> Option<(usize, Score)> {
    let mut versions = VERSIONS.iter().enumerate().rev();
    let (version, (prefix, names), rest) =
        versions.find_map(|(at, version)| Some((at, version, vector.strip_prefix(version.0)?)))?;
    // The vector must be valid as a whole.
    vector.parse::<Cvss>().ok()?;
    let metric = |name: &str| {
        let mut found = rest.split('/').filter(|metric| metric.split(':').next() == Some(name));
        found.next().filter(|_| found.next().is_none())
    };
    let metrics: Option<Vec<&str>> = names.iter().map(|name| metric(name)).collect();
    let score = format!("{prefix}{}", metrics?.join("/")).parse::<Cvss>().ok()?.score();
    let tenths = (0..=100_u8).min_by(|one, other| {
        let distance = |tenths: u8| (f64::from(tenths) - score * 10.0).abs();
        distance(*one).total_cmp(&distance(*other))
    })?;
    Some((version, Score(tenths)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_the_scores_of_their_specification() {
        for (vector, tenths, level) in [
            ("AV:N/AC:L/Au:N/C:P/I:P/A:P", 75, Level::High),
            ("AV:N/AC:L/Au:N/C:C/I:C/A:C", 100, Level::Critical),
            ("AV:L/AC:L/Au:N/C:N/I:N/A:P", 21, Level::Low),
            ("AV:N/AC:L/Au:N/C:N/I:N/A:N", 0, Level::Info),
            ("AV:N/AC:L/Au:N/C:C/I:C/A:C/E:U/RL:OF/RC:C", 100, Level::Critical),
            ("CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 61, Level::Medium),
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 98, Level::Critical),
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O", 98, Level::Critical),
            ("CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N", 55, Level::Medium),
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H", 75, Level::High),
            ("CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N", 16, Level::Low),
            (
                "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N",
                93,
                Level::Critical,
            ),
            ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N", 87, Level::High),
            (
                "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:U",
                100,
                Level::Critical,
            ),
            ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N", 0, Level::Info),
        ] {
            let severity = Severity::of_vectors([vector].into_iter()).expect(vector);
            assert_eq!((severity.score, severity.level), (Some(Score(tenths)), level), "{vector}");
        }
    }

    #[test]
    fn what_is_no_vector_has_no_score() {
        for vector in [
            "",
            "9.8",
            "CVSS:3.1/AV:N",
            "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H",
            "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X",
            "CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
            "CVSS:5.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
            "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/ZZ:1",
        ] {
            assert_eq!(Severity::of_vectors([vector].into_iter()), None, "{vector}");
        }
    }

    #[test]
    fn the_newest_version_of_cvss_rules() {
        let vectors = [
            "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N",
            "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
            "broken",
        ];
        let severity = Severity::of_vectors(vectors.into_iter()).unwrap();
        assert_eq!(severity.vector.as_deref(), Some(vectors[0]));
    }
}
