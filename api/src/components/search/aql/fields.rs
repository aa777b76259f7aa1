//! The fields of items.

use waybill_platform::repositories::{ItemField, NumberField, PersonField, TextField, TimeField};

/// A field of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::components::search) enum Field {
    Repo,
    Path,
    Name,
    Type,
    Size,
    Depth,
    Created,
    CreatedBy,
    Modified,
    ModifiedBy,
    Updated,
    ActualSha1,
    OriginalSha1,
    Sha256,
    ActualMd5,
    OriginalMd5,
}

/// The fields with their names, and whether a result shows them if a query does not say what it shows.
pub(in crate::components::search) const FIELDS: [(Field, &str, bool); 16] = [
    (Field::Repo, "repo", true),
    (Field::Path, "path", true),
    (Field::Name, "name", true),
    (Field::Type, "type", true),
    (Field::Size, "size", true),
    (Field::Depth, "depth", false),
    (Field::Created, "created", true),
    (Field::CreatedBy, "created_by", true),
    (Field::Modified, "modified", true),
    (Field::ModifiedBy, "modified_by", true),
    (Field::Updated, "updated", true),
    (Field::ActualSha1, "actual_sha1", false),
    (Field::OriginalSha1, "original_sha1", false),
    (Field::Sha256, "sha256", false),
    (Field::ActualMd5, "actual_md5", false),
    (Field::OriginalMd5, "original_md5", false),
];

impl Field {
    /// The field with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("item.").unwrap_or(name);
        FIELDS.into_iter().find(|(_, known, _)| *known == name).map(|(field, ..)| field)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        let found = FIELDS.into_iter().find(|(field, ..)| *field == self);
        found.map_or("", |(_, name, _)| name)
    }

    /// The same as the search knows it.
    pub(in crate::components::search) const fn item_field(self) -> ItemField {
        match self {
            Self::Repo => ItemField::Text(TextField::Repository),
            Self::Path => ItemField::Text(TextField::Path),
            Self::Name => ItemField::Text(TextField::Name),
            Self::Type => ItemField::Text(TextField::Kind),
            Self::Size => ItemField::Number(NumberField::Size),
            Self::Depth => ItemField::Number(NumberField::Depth),
            Self::Created => ItemField::Time(TimeField::Created),
            Self::CreatedBy => ItemField::Person(PersonField::CreatedBy),
            Self::Modified => ItemField::Time(TimeField::Modified),
            Self::ModifiedBy => ItemField::Person(PersonField::ModifiedBy),
            Self::Updated => ItemField::Time(TimeField::Updated),
            Self::ActualSha1 | Self::OriginalSha1 => ItemField::Text(TextField::Sha1),
            Self::Sha256 => ItemField::Text(TextField::Sha256),
            Self::ActualMd5 | Self::OriginalMd5 => ItemField::Text(TextField::Md5),
        }
    }

    /// Whether its values are hexadecimal digits, in which case means nothing.
    pub(super) const fn is_digest(self) -> bool {
        matches!(
            self,
            Self::ActualSha1
                | Self::OriginalSha1
                | Self::Sha256
                | Self::ActualMd5
                | Self::OriginalMd5
        )
    }
}
