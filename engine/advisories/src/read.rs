//! Reading a document of OSV.

use waybill_versions::Scheme;

use crate::AdvisoryError;
use crate::advisory::{Advisory, Event, Package, PackageAdvisory, Range, Reference, Skipped};
use crate::bounds::{
    AFFECTED_MAX, EVENTS_MAX, FILE_BYTES_MAX, NAMES_MAX, RANGES_MAX, REFERENCES_MAX,
    TEXT_BYTES_MAX, VERSIONS_MAX, WORD_BYTES_MAX, at_most, flat_enough, short_enough,
};
use crate::document::{Affected, Document, Happened, Ranged, Vector};
use crate::ecosystem::{Ecosystem, normalised};
use crate::matching::is_readable;
use crate::severity::Severity;

/// The schema that a document without a version has.
const SCHEMA: &str = "1.0.0";

impl Advisory {
    /// Reads a document. Errors name the file and the place in it.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, AdvisoryError> {
        if bytes.len() > FILE_BYTES_MAX {
            return Err(AdvisoryError::TooLarge { file: file.to_owned(), bytes: bytes.len() });
        }
        flat_enough(file, bytes)?;
        let not_read = |place: String, reason: String| AdvisoryError::NotRead {
            file: file.to_owned(),
            place,
            reason,
        };
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let document: Document = serde_path_to_error::deserialize(&mut reader)
            .map_err(|error| not_read(error.path().to_string(), error.inner().to_string()))?;
        reader.end().map_err(|error| not_read("the end".to_owned(), error.to_string()))?;
        Reader { file, skipped: Vec::new() }.advisory(document)
    }
}

struct Reader<'f> {
    file: &'f str,
    skipped: Vec<Skipped>,
}

impl Reader<'_> {
    fn advisory(mut self, document: Document) -> Result<Advisory, AdvisoryError> {
        self.check(&document)?;
        let vectors = document.severity.iter().map(|vector| vector.score.as_str());
        let of_all =
            Severity::of_vectors(vectors).or_else(|| document.database_specific.severity());
        let mut packages: Vec<PackageAdvisory> = Vec::new();
        for (at, affected) in document.affected.into_iter().enumerate() {
            let place = format!("affected[{at}]");
            let Some(found) = self.package(affected, of_all.as_ref(), &place)? else { continue };
            let known = packages.iter_mut().find(|known| known.package == found.package);
            match known {
                Some(known) => join(known, found),
                None => packages.push(PackageAdvisory {
                    id: document.id.clone(),
                    aliases: document.aliases.clone(),
                    summary: document.summary.clone(),
                    ..found
                }),
            }
        }
        let most_severe =
            || packages.iter().map(|of| &of.severity).min_by_key(|of| of.level).cloned();
        Ok(Advisory {
            severity: of_all.or_else(most_severe).unwrap_or_default(),
            id: document.id,
            aliases: document.aliases,
            summary: document.summary,
            details: document.details,
            modified: document.modified,
            published: document.published,
            withdrawn: document.withdrawn,
            references: document
                .references
                .into_iter()
                .map(|page| Reference { kind: page.kind, url: page.url })
                .collect(),
            packages,
            skipped: self.skipped,
        })
    }

    /// Checks the bounds of everything but packages.
    fn check(&self, document: &Document) -> Result<(), AdvisoryError> {
        let schema = document.schema_version.as_deref().unwrap_or(SCHEMA);
        if schema.split('.').next() != Some("1") {
            let version = schema.chars().take(20).collect();
            return Err(AdvisoryError::UnknownSchema { file: self.file.to_owned(), version });
        }
        self.word(&document.id, || "id".to_owned())?;
        self.word(&document.modified, || "modified".to_owned())?;
        for (name, text) in [("published", &document.published), ("withdrawn", &document.withdrawn)]
        {
            short_enough(text.as_deref().unwrap_or_default(), WORD_BYTES_MAX, self.file, || {
                name.to_owned()
            })?;
        }
        for (name, text) in [("summary", &document.summary), ("details", &document.details)] {
            short_enough(text, TEXT_BYTES_MAX, self.file, || name.to_owned())?;
        }
        self.many(document.aliases.len(), NAMES_MAX, "aliases")?;
        for (at, alias) in document.aliases.iter().enumerate() {
            self.word(alias, || format!("aliases[{at}]"))?;
        }
        self.vectors(&document.severity, "severity")?;
        self.many(document.references.len(), REFERENCES_MAX, "references")?;
        for (at, page) in document.references.iter().enumerate() {
            for text in [&page.kind, &page.url] {
                short_enough(text, WORD_BYTES_MAX, self.file, || format!("references[{at}]"))?;
            }
        }
        self.many(document.affected.len(), AFFECTED_MAX, "affected")
    }

    fn many(&self, count: usize, limit: usize, place: &str) -> Result<(), AdvisoryError> {
        at_most(count, limit, self.file, || place.to_owned())
    }

    /// A text that must not be empty, and short.
    fn word(&self, text: &str, place: impl Fn() -> String) -> Result<(), AdvisoryError> {
        if text.is_empty() {
            return Err(AdvisoryError::Empty { file: self.file.to_owned(), place: place() });
        }
        short_enough(text, WORD_BYTES_MAX, self.file, place)
    }

    fn vectors(&self, vectors: &[Vector], place: &str) -> Result<(), AdvisoryError> {
        self.many(vectors.len(), NAMES_MAX, place)?;
        for (at, vector) in vectors.iter().enumerate() {
            short_enough(&vector.score, WORD_BYTES_MAX, self.file, || {
                format!("{place}[{at}].score")
            })?;
        }
        Ok(())
    }

    /// What an entry says of its package; none if the package is none of ours.
    fn package(
        &mut self,
        affected: Affected,
        of_all: Option<&Severity>,
        place: &str,
    ) -> Result<Option<PackageAdvisory>, AdvisoryError> {
        self.many(affected.ranges.len(), RANGES_MAX, &format!("{place}.ranges"))?;
        self.many(affected.versions.len(), VERSIONS_MAX, &format!("{place}.versions"))?;
        self.vectors(&affected.severity, &format!("{place}.severity"))?;
        for (at, version) in affected.versions.iter().enumerate() {
            self.word(version, || format!("{place}.versions[{at}]"))?;
        }
        let mut ranges = Vec::new();
        for (at, range) in affected.ranges.into_iter().enumerate() {
            ranges.push(self.range(range, &format!("{place}.ranges[{at}]"))?);
        }
        let Some(named) = affected.package else {
            self.skipped.push(Skipped::NoPackage);
            return Ok(None);
        };
        self.word(&named.ecosystem, || format!("{place}.package.ecosystem"))?;
        self.word(&named.name, || format!("{place}.package.name"))?;
        let ecosystem = named.ecosystem;
        let package_type = match Ecosystem::of(&ecosystem) {
            Ecosystem::Of(package_type) => package_type,
            Ecosystem::Other => {
                self.skipped.push(Skipped::NoPackageType { ecosystem });
                return Ok(None);
            }
            Ecosystem::Unknown => {
                self.skipped.push(Skipped::UnknownEcosystem { ecosystem });
                return Ok(None);
            }
        };
        let Some(scheme) = Scheme::of(package_type) else {
            self.skipped.push(Skipped::NoPackageType { ecosystem });
            return Ok(None);
        };
        let ranges = ranges.into_iter().filter_map(|range| self.usable(range, scheme, &named.name));
        let ranges = ranges.collect();
        let vectors = affected.severity.iter().map(|vector| vector.score.as_str());
        let own = Severity::of_vectors(vectors);
        let words = [&affected.ecosystem_specific, &affected.database_specific];
        let in_words = || words.iter().find_map(|words| words.severity());
        let severity = own.or_else(|| of_all.cloned()).or_else(in_words).unwrap_or_default();
        let name = normalised(package_type, &named.name).into_owned();
        Ok(Some(PackageAdvisory {
            package: Package { package_type, name },
            id: String::new(),
            aliases: Vec::new(),
            summary: String::new(),
            severity,
            ranges,
            versions: affected.versions,
        }))
    }

    /// Reads a range, with its type.
    fn range(&self, range: Ranged, place: &str) -> Result<(String, Range), AdvisoryError> {
        short_enough(&range.kind, WORD_BYTES_MAX, self.file, || format!("{place}.type"))?;
        self.many(range.events.len(), EVENTS_MAX, &format!("{place}.events"))?;
        let mut events = Vec::with_capacity(range.events.len());
        for (at, happened) in range.events.into_iter().enumerate() {
            let place = || format!("{place}.events[{at}]");
            let event = match happened {
                Happened {
                    introduced: Some(at),
                    fixed: None,
                    last_affected: None,
                    limit: None,
                } => Event::Introduced(at),
                Happened {
                    introduced: None,
                    fixed: Some(at),
                    last_affected: None,
                    limit: None,
                } => Event::Fixed(at),
                Happened {
                    introduced: None,
                    fixed: None,
                    last_affected: Some(at),
                    limit: None,
                } => Event::LastAffected(at),
                Happened {
                    introduced: None,
                    fixed: None,
                    last_affected: None,
                    limit: Some(at),
                } => Event::Limit(at),
                _ => {
                    let file = self.file.to_owned();
                    return Err(AdvisoryError::InvalidEvent { file, place: place() });
                }
            };
            self.word(event.version(), place)?;
            events.push(event);
        }
        if !events.iter().any(|event| matches!(event, Event::Introduced(_))) {
            let (file, place) = (self.file.to_owned(), place.to_owned());
            return Err(AdvisoryError::NeverIntroduced { file, place });
        }
        Ok((range.kind, Range { events }))
    }

    /// A range that versions can be compared with.
    fn usable(
        &mut self,
        (kind, range): (String, Range),
        scheme: Scheme,
        name: &str,
    ) -> Option<Range> {
        let package = name.to_owned();
        let skipped = match kind.as_str() {
            "SEMVER" | "ECOSYSTEM" => {
                let unreadable = range.events.iter().find(|event| !is_readable(scheme, event));
                let Some(event) = unreadable else { return Some(range) };
                Skipped::UnreadableRange { package, version: event.version().to_owned() }
            }
            "GIT" => Skipped::Commits { package },
            _ => Skipped::UnknownRange { package, kind },
        };
        self.skipped.push(skipped);
        None
    }
}

/// Joins what two entries say of one package.
fn join(known: &mut PackageAdvisory, more: PackageAdvisory) {
    known.ranges.extend(more.ranges);
    known.versions.extend(more.versions);
    if more.severity.level < known.severity.level {
        known.severity = more.severity;
    }
}
