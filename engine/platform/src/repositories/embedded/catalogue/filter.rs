//! Which packages of the index a caller asks for and may read.

use std::collections::{BTreeMap, BTreeSet};

use waybill_blobs::BlobId;
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::super::view::View;
use super::affected::Affecting;
use super::index::Snapshot;
use super::licences::is_one_of;
use super::pattern::{PATTERN_BYTES_MAX, Pattern};
use super::segment::{SEPARATOR, Slot};
use super::sieve::{Sieve, Sought};
use crate::repositories::{
    Findings, PackageFilter, PackageId, RepositoryError, Searched, VISITED_MAX,
};

/// A filter, made ready for going through the index.
pub(super) struct Wanted<'a> {
    pub(super) view: &'a View,
    pub(super) index: &'a Snapshot,
    /// The repositories that may be read, by slot.
    pub(super) readable: Vec<Option<&'a Searched>>,
    pub(super) sieve: Sieve,
    pub(super) types: Option<&'a [PackageType]>,
    pub(super) name: Option<Pattern>,
    pub(super) description: Option<Pattern>,
    pub(super) version: Option<Pattern>,
    pub(super) tags: Vec<String>,
    pub(super) licences: Option<BTreeSet<u32>>,
    pub(super) after: Option<Timestamp>,
    pub(super) before: Option<Timestamp>,
    pub(super) affecting: Option<Affecting<'a>>,
    /// The packages of which a file has the checksum that is asked for.
    pub(super) listed: Option<BTreeSet<PackageId>>,
    /// Only packages of which something is known here.
    pub(super) findings: Option<&'a dyn Findings>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(
        view: &'a View,
        index: &'a Snapshot,
        filter: &'a PackageFilter,
        scope: &'a [Searched],
    ) -> Result<Self, RepositoryError> {
        let mut readable = vec![None; index.repositories.len()];
        for searched in scope {
            let slot = index.repositories.known(&searched.repository.id);
            if let Some(place) = slot.and_then(|slot| readable.get_mut(slot as usize)) {
                *place = Some(searched);
            }
        }
        let licences = index.licences.all().filter(|(_, text)| is_one_of(text, &filter.licences));
        let licences = licences.map(|(number, _)| number);
        let licences = (!filter.licences.is_empty()).then(|| licences.collect());
        let mut wanted = Self {
            view,
            index,
            readable,
            sieve: Sieve::default(),
            types: filter.types.as_deref(),
            name: pattern(&filter.name, Pattern::of_names)?,
            description: pattern(&filter.description, Pattern::new)?,
            version: pattern(&filter.version, Pattern::new)?,
            tags: filter.tags.iter().map(|tag| tag.to_lowercase()).collect(),
            licences,
            after: filter.after,
            before: filter.before,
            affecting: filter.affected.as_ref().map(Affecting::new),
            listed: None,
            findings: None,
        };
        if !filter.checksum.is_empty() {
            wanted.listed = Some(wanted.with_checksum(&filter.checksum, scope)?);
        }
        wanted.sieve = wanted.sieve();
        Ok(wanted)
    }

    /// What is known of rows without reading each of them.
    fn sieve(&self) -> Sieve {
        let types = |searched: &Searched| {
            let package_type = searched.repository.settings.package_type;
            self.types.is_none_or(|types| types.contains(&package_type))
        };
        let slots = self.readable.iter().map(|searched| searched.is_some_and(types));
        let slots: Vec<bool> = slots.collect();
        let licences = self.licences.as_ref().map(|wanted| {
            self.index.licences.all().map(|(number, _)| wanted.contains(&number)).collect()
        });
        // Where all names in question begin alike, looking for a text in them would look at all others too.
        let name = self.name.as_ref().filter(|name| name.prefix().is_empty());
        let text = match (&self.description, self.tags.as_slice()) {
            (Some(description), _) if !description.literal().is_empty() => {
                description.literal().to_owned()
            }
            (_, [tag]) => format!("{SEPARATOR}{tag}"),
            _ => String::new(),
        };
        Sieve {
            name: name.and_then(|name| Sought::new(name.literal())),
            text: Sought::new(&text),
            slots: slots.contains(&false).then_some(slots),
            licences,
            after: self.after,
            before: self.before,
        }
    }

    /// Only the packages of these of which something is known.
    pub(super) fn concerned_by(self, findings: Option<&'a dyn Findings>) -> Self {
        Self { findings, ..self }
    }

    /// The repository of a slot, if the caller may read in it.
    pub(super) fn readable(&self, slot: Slot) -> Option<&'a Searched> {
        self.readable.get(slot as usize).copied().flatten()
    }

    /// Whether a version of a package, by the name that all its spellings share, has a vulnerability that is asked for.
    pub(super) fn affects(&self, package_type: PackageType, name: &str, version: &str) -> bool {
        self.affecting.as_ref().is_none_or(|all| all.affects(package_type, name, version))
    }

    /// The packages of which a file has a checksum, as far as the caller may see that.
    fn with_checksum(
        &self,
        checksum: &str,
        scope: &[Searched],
    ) -> Result<BTreeSet<PackageId>, RepositoryError> {
        let lower = checksum.trim().to_lowercase();
        let is_hex = lower.bytes().all(|byte| byte.is_ascii_hexdigit());
        let contents: Vec<BlobId> = match lower.len() {
            64 if is_hex => lower.parse().into_iter().collect(),
            40 if is_hex => self.view.with_sha1(&lower)?,
            _ => return Err(RepositoryError::NotAChecksum),
        };
        let by_id: BTreeMap<&str, &Searched> =
            scope.iter().map(|searched| (searched.repository.id.as_str(), searched)).collect();
        let mut found = BTreeSet::new();
        for content in contents {
            for (repository, path) in self.view.places_of(content, VISITED_MAX)? {
                let Some(searched) = by_id.get(repository.as_str()) else { continue };
                if !searched.sight.shows_file(&path) {
                    continue;
                }
                let file = self.view.file(&repository, &path)?;
                let Some(version) = file.and_then(|file| file.version) else { continue };
                let package_type = searched.repository.settings.package_type;
                found.insert(PackageId { package_type, name: version.package });
            }
        }
        Ok(found)
    }
}

fn pattern(
    text: &str,
    read: impl Fn(&str) -> Option<Pattern>,
) -> Result<Option<Pattern>, RepositoryError> {
    if text.len() > PATTERN_BYTES_MAX {
        return Err(RepositoryError::PatternTooLong(PATTERN_BYTES_MAX));
    }
    Ok(read(text))
}
