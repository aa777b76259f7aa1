//! `waybill import`: copies what another registry has into a repository, by the public calls of its package type. It is
//! a client of both: rights, quotas and rules of the repository apply, and the records name the owner of the token.

mod content;
mod error;
mod folder;
mod links;
mod server;

use std::collections::HashSet;
use std::future::Future;
use std::path::PathBuf;

pub(crate) use content::Content;
pub(crate) use error::ImportError;
pub(crate) use folder::{FolderFile, files_in};
pub(crate) use links::links_in;
pub(crate) use server::{Login, Server};
use waybill_outbound::Target;

/// The most packages that a registry is asked to list.
const PACKAGES_MAX: usize = 1_000_000;

/// Collects the names that a registry lists in pages. It may repeat itself, and never end.
#[derive(Default)]
pub(crate) struct Names {
    known: HashSet<String>,
    names: Vec<String>,
}

impl Names {
    /// Takes the names of a page. Whether there may be another page: it had a name that no page before it had.
    pub(crate) fn add(&mut self, page: impl IntoIterator<Item = String>) -> bool {
        let before = self.names.len();
        let new = page.into_iter().filter(|name| self.known.insert(name.clone()));
        self.names.extend(new.take(PACKAGES_MAX.saturating_sub(before)));
        self.names.len() > before
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// All of them, as they were listed.
    ///
    /// # Errors
    ///
    /// If there are more than can be.
    pub(crate) fn all(self) -> Result<Vec<String>, ImportError> {
        if self.names.len() == PACKAGES_MAX {
            let sentence = format!(
                "this source lists {PACKAGES_MAX} packages or more; name those that you want with --name"
            );
            return Err(ImportError::Invalid(sentence));
        }
        Ok(self.names)
    }

    /// All of them, of a source that has some if it lists any.
    ///
    /// # Errors
    ///
    /// If there are none, or more than can be.
    pub(crate) fn some(self) -> Result<Vec<String>, ImportError> {
        if self.names.is_empty() { Err(ImportError::NoList) } else { self.all() }
    }
}

/// Where the packages are.
pub(crate) enum Source {
    /// In a folder of this machine: the storage of a registry, or files that lie in it.
    Folder(PathBuf),
    /// At the address of a repository of another registry.
    Server(Server),
}

/// Where a file of the source is.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// In the folder.
    File(PathBuf),
    /// At an address.
    Address(Target),
}

/// What to copy, and where to.
pub(crate) struct Job {
    pub(crate) from: Source,
    /// The server with the repository.
    pub(crate) to: Server,
    /// The repository.
    pub(crate) key: String,
    /// The packages that are wanted; all of them if there are none.
    pub(crate) names: Vec<String>,
    /// Whether to send nothing.
    pub(crate) is_dry_run: bool,
}

/// What a source has.
pub(crate) struct Listing<Item> {
    /// What can be copied, in the order in which it is.
    pub(crate) items: Vec<Item>,
    /// What cannot even be read, by the names that users know it by.
    pub(crate) unreadable: Vec<(String, ImportError)>,
}

impl<Item> From<Vec<Item>> for Listing<Item> {
    fn from(items: Vec<Item>) -> Self {
        Self { items, unreadable: Vec::new() }
    }
}

/// What a package type knows about copying packages.
pub(crate) trait Format: Sync {
    /// What is copied as a whole: a version, a file, a tag.
    type Item: Send + Sync;

    /// What the source has and is wanted.
    ///
    /// # Errors
    ///
    /// If the source cannot be read, or does not list what it has.
    fn list(
        &self,
        job: &Job,
    ) -> impl Future<Output = Result<Listing<Self::Item>, ImportError>> + Send;

    /// What users know an item by.
    fn label(&self, item: &Self::Item) -> String;

    /// Whether the repository has it already.
    ///
    /// # Errors
    ///
    /// [`ImportError::Differs`] if it has something else in its place.
    fn is_there(
        &self,
        job: &Job,
        item: &Self::Item,
    ) -> impl Future<Output = Result<bool, ImportError>> + Send;

    /// Copies an item. Returns the bytes of its files that were sent.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or the repository does not take it.
    fn copy(
        &self,
        job: &Job,
        item: &Self::Item,
    ) -> impl Future<Output = Result<u64, ImportError>> + Send;
}

/// What became of an item.
pub(crate) enum Outcome {
    /// It was copied, with so many bytes.
    Imported { bytes: u64 },
    /// It would have been copied.
    Wanted,
    /// The repository had it already.
    Present,
    /// It was not copied.
    Failed(ImportError),
}

/// Who is shown what happens.
pub(crate) trait Progress: Send {
    /// How many items there are.
    fn begins(&mut self, items: usize) -> Result<(), ImportError>;
    /// What became of one.
    fn ended(&mut self, label: &str, outcome: &Outcome) -> Result<(), ImportError>;
}

impl Job {
    /// Whether a package with this name is wanted.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }

    /// The server of the source; none if it is a folder.
    pub(crate) const fn server(&self) -> Option<&Server> {
        match &self.from {
            Source::Server(server) => Some(server),
            Source::Folder(_) => None,
        }
    }

    /// A file of the source.
    pub(crate) async fn content(&self, place: &Place) -> Result<Content, ImportError> {
        match (place, &self.from) {
            (Place::File(path), _) => Content::open(path),
            (Place::Address(address), Source::Server(server)) => server.fetch(address).await,
            (Place::Address(address), Source::Folder(_)) => {
                Err(ImportError::NotThere(address.to_string()))
            }
        }
    }

    /// Copies all items, and goes on after one that fails.
    ///
    /// # Errors
    ///
    /// If nothing can be copied at all, or no more.
    pub(crate) async fn run<F: Format>(
        &self,
        format: F,
        progress: &mut dyn Progress,
    ) -> Result<(), ImportError> {
        let Listing { items, unreadable } = format.list(self).await?;
        progress.begins(items.len() + unreadable.len())?;
        for (label, error) in unreadable {
            progress.ended(&label, &Outcome::Failed(error))?;
        }
        for item in &items {
            let outcome = match format.is_there(self, item).await {
                Ok(true) => Outcome::Present,
                Ok(false) if self.is_dry_run => Outcome::Wanted,
                Ok(false) => match format.copy(self, item).await {
                    Ok(bytes) => Outcome::Imported { bytes },
                    Err(error) => Outcome::Failed(error),
                },
                Err(error) => Outcome::Failed(error),
            };
            progress.ended(&format.label(item), &outcome)?;
            if let Outcome::Failed(error) = outcome
                && error.ends_all()
            {
                return Err(error);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, PACKAGES_MAX};

    #[test]
    fn pages_end_when_nothing_is_new() {
        let page = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut names = Names::default();
        assert!(names.add(page(&["a", "b"])) && names.add(page(&["b", "c"])));
        assert!(!names.add(page(&["a", "c"])) && !names.add(page(&[])));
        assert_eq!(names.all().unwrap(), ["a", "b", "c"]);
        assert!(Names::default().some().is_err());
        let mut many = Names::default();
        assert!(many.add((0..PACKAGES_MAX + 5).map(|number| number.to_string())));
        assert!(!many.add(page(&["more"])));
        assert!(many.all().is_err());
    }
}
