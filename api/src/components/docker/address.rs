//! What an address of a registry of images names.

use super::names::is_image;

/// What a path below the address of a repository names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// The name of the image within the repository.
    pub(super) image: String,
    pub(super) of: Part,
}

/// What of an image an address names. Digests and tags are as the client wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Where uploads begin.
    Uploads,
    /// An upload that is under way.
    Upload { id: String },
    /// A blob.
    Blob { digest: String },
    /// A manifest, by its digest or a tag.
    Manifest { reference: String },
    /// All tags.
    Tags,
    /// The manifests that say something about another.
    Referrers { digest: String },
}

impl Address {
    /// Reads the decoded path of an address: `acme/shop/manifests/1.0`. None for what a registry does not have.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let parts: Vec<&str> = path.split('/').collect();
        let (image, of) = match parts[..] {
            [ref image @ .., "blobs", "uploads"] => (image, Part::Uploads),
            [ref image @ .., "blobs", "uploads", id] => (image, Part::Upload { id: id.to_owned() }),
            [ref image @ .., "blobs", digest] => (image, Part::Blob { digest: digest.to_owned() }),
            [ref image @ .., "manifests", reference] => {
                (image, Part::Manifest { reference: reference.to_owned() })
            }
            [ref image @ .., "tags", "list"] => (image, Part::Tags),
            [ref image @ .., "referrers", digest] => {
                (image, Part::Referrers { digest: digest.to_owned() })
            }
            _ => return None,
        };
        let image = image.join("/");
        is_image(&image).then_some(Self { image, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_specification() {
        let of = |path| Address::parse(path).map(|address| (address.image, address.of));
        let image = || "acme/shop".to_owned();
        assert_eq!(of("acme/shop/blobs/uploads/"), Some((image(), Part::Uploads)));
        assert_eq!(of("acme/shop/blobs/uploads"), Some((image(), Part::Uploads)));
        let upload = Part::Upload { id: "7".into() };
        assert_eq!(of("acme/shop/blobs/uploads/7"), Some((image(), upload)));
        let blob = Part::Blob { digest: "sha256:0".into() };
        assert_eq!(of("acme/shop/blobs/sha256:0"), Some((image(), blob)));
        let manifest = Part::Manifest { reference: "1.0".into() };
        assert_eq!(of("acme/shop/manifests/1.0"), Some((image(), manifest)));
        assert_eq!(of("tags/tags/list"), Some(("tags".into(), Part::Tags)));
        let referrers = Part::Referrers { digest: "sha256:0".into() };
        assert_eq!(of("acme/shop/referrers/sha256:0"), Some((image(), referrers)));
        for path in [
            "",
            "blobs/uploads/",
            "manifests/1.0",
            "tags/list",
            "a",
            "a/b/c",
            "A/tags/list",
            "a/../b/tags/list",
        ] {
            assert_eq!(of(path), None, "{path}");
        }
    }
}
