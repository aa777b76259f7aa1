//! The criteria of a search, and what they say of a file or a folder of which not everything is known yet.

use std::borrow::Cow;
use std::cmp::Ordering;

use waybill_machines::Timestamp;
use waybill_machines::rules::path_patterns::matches_text;

use crate::repositories::{FileInfo, StoredRepository};

/// A criterion.
#[derive(Debug, Clone, PartialEq)]
pub enum Criterion {
    /// All of these; nothing is ruled out without one.
    All(Vec<Self>),
    /// At least one of these.
    Any(Vec<Self>),
    /// A text.
    Text(TextField, TextTest),
    /// A number.
    Number(NumberField, Comparison, u64),
    /// A time.
    Time(TimeField, Comparison, Timestamp),
    /// Whether a user is, or is not, the one with an id.
    Person {
        /// The field.
        field: PersonField,
        /// The id, as records have it.
        id: String,
        /// Whether it is the other users' files that are wanted.
        others: bool,
    },
    /// Whether a property with a name, or with any name, has a value. A negated test holds where no value meets the
    /// other one.
    Property(Option<String>, TextTest),
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The same.
    Equal,
    /// Another one.
    Other,
    /// Greater, or later.
    Greater,
    /// Greater or the same.
    GreaterOrEqual,
    /// Less, or earlier.
    Less,
    /// Less or the same.
    LessOrEqual,
}

impl Comparison {
    const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Other => order.is_ne(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
        }
    }
}

/// What is asked of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextTest {
    /// How it compares with another one.
    Compares(Comparison, String),
    /// Whether it matches a pattern, in which `*` is any number of characters and `?` is one.
    Matches {
        /// The pattern.
        pattern: String,
        /// Whether case does not matter. The pattern is in lower case then.
        ignores_case: bool,
        /// Whether the texts are wanted that do not match.
        negated: bool,
    },
}

impl TextTest {
    /// Whether it is about what a text is not: then it holds where there is no text.
    const fn is_negated(&self) -> bool {
        matches!(self, Self::Compares(Comparison::Other, _) | Self::Matches { negated: true, .. })
    }

    fn holds(&self, text: &str) -> bool {
        match self {
            Self::Compares(comparison, other) => comparison.holds(text.cmp(other)),
            Self::Matches { pattern, ignores_case, negated } => {
                let text = match ignores_case {
                    true => Cow::Owned(text.to_lowercase()),
                    false => Cow::Borrowed(text),
                };
                matches_text(pattern, &text) != *negated
            }
        }
    }
}

/// The texts of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextField {
    /// The key of its repository.
    Repository,
    /// The path of its folder; `.` for the root.
    Path,
    /// The last part of its path.
    Name,
    /// `file` or `folder`.
    Kind,
    /// The SHA-1.
    Sha1,
    /// The SHA-256.
    Sha256,
    /// The MD5.
    Md5,
}

/// The numbers of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberField {
    /// Its size in bytes; 0 of a folder.
    Size,
    /// How many parts its path has.
    Depth,
}

/// The times of an item. Those of a folder are when its repository was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeField {
    /// When a file was first stored at the path.
    Created,
    /// When its content was stored.
    Modified,
    /// When anything of it changed.
    Updated,
}

/// The users of an item, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonField {
    /// Who first stored a file at the path.
    CreatedBy,
    /// Who stored its content.
    ModifiedBy,
}

/// What is known of a file or a folder.
#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    /// Its repository.
    In(&'a StoredRepository),
    /// The path of a file in a repository.
    FileAt(&'a StoredRepository, &'a str),
    /// A file.
    File(&'a StoredRepository, &'a FileInfo),
    /// A folder.
    Folder(&'a StoredRepository, &'a str),
}

/// A value, if there is one; `Err` if that is not known yet.
type Known<T> = Result<Option<T>, Unknown>;

/// It is not known yet.
struct Unknown;

impl<'a> Item<'a> {
    const fn repository(self) -> &'a StoredRepository {
        match self {
            Self::In(of) | Self::FileAt(of, _) | Self::File(of, _) | Self::Folder(of, _) => of,
        }
    }

    fn path(self) -> Result<&'a str, Unknown> {
        match self {
            Self::In(_) => Err(Unknown),
            Self::FileAt(_, path) | Self::Folder(_, path) => Ok(path),
            Self::File(_, file) => Ok(&file.path),
        }
    }

    /// The file; none of a folder.
    const fn known_file(self) -> Known<&'a FileInfo> {
        match self {
            Self::In(_) | Self::FileAt(..) => Err(Unknown),
            Self::File(_, file) => Ok(Some(file)),
            Self::Folder(..) => Ok(None),
        }
    }

    fn known_text(self, field: TextField) -> Known<&'a str> {
        Ok(match field {
            TextField::Repository => Some(&self.repository().settings.key),
            TextField::Path => {
                Some(self.path()?.rsplit_once('/').map_or(".", |(folder, _)| folder))
            }
            TextField::Name => Some(self.path()?.rsplit('/').next().unwrap_or_default()),
            TextField::Kind => match self {
                Self::In(_) => return Err(Unknown),
                Self::FileAt(..) | Self::File(..) => Some("file"),
                Self::Folder(..) => Some("folder"),
            },
            TextField::Sha1 => self.known_file()?.map(|file| file.content.sha1.0.as_str()),
            TextField::Sha256 => self.known_file()?.map(|file| file.content.sha256.0.as_str()),
            TextField::Md5 => self.known_file()?.map(|file| file.content.md5.0.as_str()),
        })
    }

    fn known_number(self, field: NumberField) -> Result<u64, Unknown> {
        match field {
            NumberField::Size => Ok(self.known_file()?.map_or(0, |file| file.content.bytes)),
            NumberField::Depth => Ok(self.path()?.split('/').count() as u64),
        }
    }

    fn known_time(self, field: TimeField) -> Result<Timestamp, Unknown> {
        let Some(file) = self.known_file()? else { return Ok(self.repository().created_at) };
        Ok(match field {
            TimeField::Created => file.created_at,
            TimeField::Modified => file.modified_at,
            TimeField::Updated => file.updated_at,
        })
    }

    fn known_person(self, field: PersonField) -> Result<&'a str, Unknown> {
        let Some(file) = self.known_file()? else {
            let by = self.repository().created_by.as_ref();
            return Ok(by.map_or("system", |person| &person.0));
        };
        Ok(match field {
            PersonField::CreatedBy => &file.created_by,
            PersonField::ModifiedBy => &file.modified_by,
        })
    }

    /// A text; none if it has none, or it is not known.
    pub fn text(self, field: TextField) -> Option<&'a str> {
        self.known_text(field).ok().flatten()
    }

    /// A number; none if it is not known.
    pub fn number(self, field: NumberField) -> Option<u64> {
        self.known_number(field).ok()
    }

    /// A time; none if it is not known.
    pub fn time(self, field: TimeField) -> Option<Timestamp> {
        self.known_time(field).ok()
    }

    /// The id of a user, as records have it; none if it is not known.
    pub fn person(self, field: PersonField) -> Option<&'a str> {
        self.known_person(field).ok()
    }
}

/// How many characters of patterns take as long as reading a file.
const PATTERN_CHARACTERS: usize = 32;

impl Criterion {
    /// How long it takes to judge a file, in files that are read: long patterns take longer than that.
    pub fn cost(&self) -> usize {
        1 + self.pattern_bytes() / PATTERN_CHARACTERS
    }

    fn pattern_bytes(&self) -> usize {
        match self {
            Self::All(all) | Self::Any(all) => all.iter().map(Self::pattern_bytes).sum(),
            Self::Text(_, TextTest::Matches { pattern, .. })
            | Self::Property(_, TextTest::Matches { pattern, .. }) => pattern.len(),
            Self::Text(_, TextTest::Compares(..))
            | Self::Property(_, TextTest::Compares(..))
            | Self::Number(..)
            | Self::Time(..)
            | Self::Person { .. } => 0,
        }
    }

    /// Whether an item meets the criterion; none if what is known of the item does not say it.
    pub fn judge(&self, item: Item<'_>) -> Option<bool> {
        match self {
            Self::All(all) => all_of(all.iter().map(|one| one.judge(item))),
            Self::Any(any) => all_of(any.iter().map(|one| one.judge(item).map(|is_met| !is_met)))
                .map(|none_is_met| !none_is_met),
            Self::Text(field, test) => {
                let text = item.known_text(*field).ok()?;
                Some(text.map_or(test.is_negated(), |text| test.holds(text)))
            }
            Self::Number(field, comparison, other) => {
                Some(comparison.holds(item.known_number(*field).ok()?.cmp(other)))
            }
            Self::Time(field, comparison, other) => {
                Some(comparison.holds(item.known_time(*field).ok()?.cmp(other)))
            }
            Self::Person { field, id, others } => {
                Some((item.known_person(*field).ok()? == id) != *others)
            }
            Self::Property(name, test) => {
                let file = item.known_file().ok()?;
                let properties = file.into_iter().flat_map(|file| &file.properties);
                let mut values = properties
                    .filter(|(known, _)| name.as_ref().is_none_or(|name| *name == **known))
                    .flat_map(|(_, values)| values);
                Some(if test.is_negated() {
                    values.all(|value| test.holds(value))
                } else {
                    values.any(|value| test.holds(value))
                })
            }
        }
    }

    /// The criteria that each result meets.
    pub(in crate::repositories) fn required(&self) -> Vec<&Self> {
        match self {
            Self::All(all) => all.iter().flat_map(Self::required).collect(),
            Self::Any(any) => match any.as_slice() {
                [only] => only.required(),
                _ => Vec::new(),
            },
            one => vec![one],
        }
    }
}

/// Whether all are true, as far as that is known.
fn all_of(all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut is_known = true;
    for one in all {
        match one {
            Some(false) => return Some(false),
            Some(true) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}
