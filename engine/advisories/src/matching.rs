//! Whether an advisory is about a version, by the evaluation that the schema of OSV describes.

use std::cmp::Ordering;

use waybill_versions::{Scheme, Version};

use crate::advisory::{Event, PackageAdvisory, Range};
use crate::severity::Severity;

/// What an advisory says of a package, made ready to be compared with many versions.
#[derive(Debug, Clone)]
pub struct Matcher {
    advisory: PackageAdvisory,
    ranges: Vec<Bounds>,
    /// The enumerated versions, in their order if they have one.
    versions: Vec<Version>,
    has_order: bool,
    /// Those that are no versions, which are only compared as texts.
    texts: Vec<String>,
}

/// A range whose events are read, in the order of their versions.
#[derive(Debug, Clone)]
struct Bounds {
    events: Vec<Turn>,
    limits: Vec<Place>,
}

/// Where versions begin or cease to be affected.
#[derive(Debug, Clone)]
struct Turn {
    kind: Kind,
    place: Place,
    /// Which event of the range it is.
    event: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Introduced,
    Fixed,
    LastAffected,
}

#[derive(Debug, Clone)]
enum Place {
    /// Before all versions.
    Start,
    At(Version),
    /// Behind all versions.
    End,
}

impl Place {
    /// The place of an event; none if its version is none of the scheme.
    fn of(scheme: Scheme, event: &Event) -> Option<Self> {
        match event {
            Event::Introduced(version) if version == "0" => Some(Self::Start),
            Event::Limit(version) if version == "*" => Some(Self::End),
            event => read(scheme, event.version()).map(Self::At),
        }
    }

    /// Where a version is from here.
    fn order_of(&self, version: &Version) -> Ordering {
        match self {
            Self::Start => Ordering::Greater,
            Self::At(place) => version.compare(place),
            Self::End => Ordering::Less,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Start, Self::Start) | (Self::End, Self::End) => Ordering::Equal,
            (Self::Start, _) | (_, Self::End) => Ordering::Less,
            (_, Self::Start) | (Self::End, _) => Ordering::Greater,
            (Self::At(one), Self::At(other)) => one.compare(other),
        }
    }
}

/// Whether versions can be compared with an event.
pub fn is_readable(scheme: Scheme, event: &Event) -> bool {
    Place::of(scheme, event).is_some()
}

/// Reads a version as databases write it: of Go without a `v`, and of npm and Cargo perhaps without its last numbers.
pub fn read(scheme: Scheme, text: &str) -> Option<Version> {
    match scheme {
        Scheme::Go if !text.starts_with('v') => scheme.parse(&format!("v{text}")),
        Scheme::Npm | Scheme::Cargo => scheme.parse(text).or_else(|| scheme.parse(&whole(text)?)),
        _ => scheme.parse(text),
    }
}

/// A version with all its numbers. None if none is missing.
fn whole(text: &str) -> Option<String> {
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let (numbers, rest) = text.split_at(end);
    let missing = match numbers.matches('.').count() {
        0 => ".0.0",
        1 => ".0",
        _ => return None,
    };
    Some(format!("{numbers}{missing}{rest}"))
}

impl Bounds {
    /// None if a version of it cannot be read.
    fn of(scheme: Scheme, range: &Range) -> Option<Self> {
        let (mut events, mut limits) = (Vec::<Turn>::new(), Vec::new());
        for (at, event) in range.events.iter().enumerate() {
            let place = Place::of(scheme, event)?;
            let kind = match event {
                Event::Introduced(_) => Kind::Introduced,
                Event::Fixed(_) => Kind::Fixed,
                Event::LastAffected(_) => Kind::LastAffected,
                Event::Limit(_) => {
                    limits.push(place);
                    continue;
                }
            };
            // A search finds a place in every order, also in that of Maven. Events at one version stay as they are.
            let into = events.partition_point(|before| before.place.compare(&place).is_le());
            events.insert(into, Turn { kind, place, event: at });
        }
        Some(Self { events, limits })
    }

    fn includes(&self, version: &Version) -> bool {
        let is_before = |limit: &Place| limit.order_of(version).is_lt();
        if !self.limits.is_empty() && !self.limits.iter().any(is_before) {
            return false;
        }
        let mut is_affected = false;
        for turn in &self.events {
            match (turn.kind, turn.place.order_of(version)) {
                (Kind::Introduced, Ordering::Equal | Ordering::Greater) => is_affected = true,
                (Kind::Fixed, Ordering::Equal | Ordering::Greater)
                | (Kind::LastAffected, Ordering::Greater) => is_affected = false,
                _ => {}
            }
        }
        is_affected
    }

    /// Whether it includes all that there is.
    fn is_everything(&self) -> bool {
        let is_start = |turn: &Turn| matches!(turn.place, Place::Start);
        !self.events.is_empty()
            && self.events.iter().all(is_start)
            && self.limits.iter().all(|limit| matches!(limit, Place::End))
    }
}

/// A version that is looked for, read once.
pub struct Sought<'t> {
    text: &'t str,
    version: Option<Version>,
}

impl<'t> Sought<'t> {
    pub fn of(scheme: Scheme, text: &'t str) -> Self {
        Self { text, version: read(scheme, text) }
    }
}

/// An advisory that is about a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match<'a> {
    /// The advisory.
    pub advisory: &'a PackageAdvisory,
    /// The versions behind this one in which it is fixed, the oldest first. None are known for some.
    pub fixed: Vec<&'a str>,
}

impl<'a> Match<'a> {
    /// How severe it is for this package.
    pub const fn severity(&self) -> &'a Severity {
        &self.advisory.severity
    }
}

impl Matcher {
    /// Reads the versions of an advisory. None if its package type has no order of versions. Ranges with a version that
    /// cannot be read, which [`crate::Advisory::read`] has left out, are left out.
    pub fn new(mut advisory: PackageAdvisory) -> Option<Self> {
        let scheme = Scheme::of(advisory.package.package_type)?;
        let usable = std::mem::take(&mut advisory.ranges).into_iter();
        let usable = usable.filter_map(|range| Some((Bounds::of(scheme, &range)?, range)));
        let ranges;
        (ranges, advisory.ranges) = usable.unzip();
        let (mut versions, mut texts) = (Vec::new(), Vec::new());
        for text in &advisory.versions {
            match read(scheme, text) {
                Some(version) => versions.push(version),
                None => texts.push(text.clone()),
            }
        }
        let has_order = scheme != Scheme::Maven;
        if has_order {
            versions.sort_by(Version::compare);
        }
        Some(Self { advisory, ranges, versions, has_order, texts })
    }

    /// The advisory.
    pub const fn advisory(&self) -> &PackageAdvisory {
        &self.advisory
    }

    /// Compares the advisory with a version of its package.
    pub fn matching(&self, version: &str) -> Option<Match<'_>> {
        let scheme = Scheme::of(self.advisory.package.package_type)?;
        self.matching_sought(&Sought::of(scheme, version))
    }

    pub(crate) fn matching_sought(&self, sought: &Sought<'_>) -> Option<Match<'_>> {
        let Some(version) = &sought.version else {
            // What is no version is in no range, but for one of everything.
            let is_named = self.texts.iter().any(|text| text == sought.text);
            let is_affected = is_named || self.ranges.iter().any(Bounds::is_everything);
            return is_affected.then(|| Match { advisory: &self.advisory, fixed: Vec::new() });
        };
        let is_affected =
            self.ranges.iter().any(|range| range.includes(version)) || self.is_listed(version);
        is_affected.then(|| Match { advisory: &self.advisory, fixed: self.fixed_after(version) })
    }

    fn is_listed(&self, version: &Version) -> bool {
        if self.has_order {
            return self.versions.binary_search_by(|listed| listed.compare(version)).is_ok();
        }
        self.versions.iter().any(|listed| listed.compare(version).is_eq())
    }

    /// The fixes of the ranges that include a version; of all ranges, if it is only enumerated.
    fn fixed_after(&self, version: &Version) -> Vec<&str> {
        let is_only_listed = !self.ranges.iter().any(|range| range.includes(version));
        let mut found: Vec<(&Place, &str)> = Vec::new();
        for (bounds, range) in self.ranges.iter().zip(&self.advisory.ranges) {
            if !is_only_listed && !bounds.includes(version) {
                continue;
            }
            for turn in bounds.events.iter().filter(|turn| turn.kind == Kind::Fixed) {
                if turn.place.order_of(version).is_lt() {
                    let into =
                        found.partition_point(|(place, _)| place.compare(&turn.place).is_le());
                    found.insert(into, (&turn.place, range.events[turn.event].version()));
                }
            }
        }
        let mut fixed: Vec<&str> = found.into_iter().map(|(_, text)| text).collect();
        fixed.dedup();
        fixed
    }
}
