//! What an address of the protocol of module proxies names.

use super::names::{is_module, is_version, unescaped};

/// What is asked of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// The version and its time.
    Info,
    /// The `go.mod`.
    Mod,
    /// The file.
    Zip,
}

/// What a path below the address of a proxy names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
    /// The versions of a module.
    List { module: String },
    /// The latest version of a module.
    Latest { module: String },
    /// Something of a version.
    Version { module: String, version: String, item: Item },
}

impl Address {
    /// Reads the decoded path of an address, as `github.com/!acme/shop/@v/v1.0.0.zip`. None for what cannot be there.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let module = |text: &str| unescaped(text).filter(|module| is_module(module));
        if let Some(path) = path.strip_suffix("/@latest") {
            return Some(Self::Latest { module: module(path)? });
        }
        let (path, file) = path.rsplit_once("/@v/")?;
        let module = module(path)?;
        if file == "list" {
            return Some(Self::List { module });
        }
        let (version, ending) = file.rsplit_once('.')?;
        let item = match ending {
            "info" => Item::Info,
            "mod" => Item::Mod,
            "zip" => Item::Zip,
            _ => return None,
        };
        let version = unescaped(version).filter(|version| is_version(version))?;
        Some(Self::Version { module, version, item })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_go_uses() {
        let module = || "github.com/Acme/shop".to_owned();
        let of =
            |item| Some(Address::Version { module: module(), version: "v1.0.0-RC1".into(), item });
        for (path, expected) in [
            ("github.com/!acme/shop/@v/list", Some(Address::List { module: module() })),
            ("github.com/!acme/shop/@latest", Some(Address::Latest { module: module() })),
            ("github.com/!acme/shop/@v/v1.0.0-!r!c1.info", of(Item::Info)),
            ("github.com/!acme/shop/@v/v1.0.0-!r!c1.mod", of(Item::Mod)),
            ("github.com/!acme/shop/@v/v1.0.0-!r!c1.zip", of(Item::Zip)),
            ("github.com/Acme/shop/@v/list", None),
            ("github.com/!acme/shop/@v/main.info", None),
            ("github.com/!acme/shop/@v/v1.0.0.txt", None),
            ("github.com/!acme/shop/@v/a/v1.0.0.zip", None),
            ("github.com/../shop/@v/list", None),
            ("sumdb/sum.golang.org/supported", None),
            ("@v/list", None),
            ("", None),
        ] {
            assert_eq!(Address::parse(path), expected, "{path}");
        }
    }
}
