//! What an address of the npm registry names.

/// What a path below the address of a registry names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
    /// Whether the registry answers.
    Ping,
    /// The user that the token belongs to.
    WhoAmI,
    /// A search.
    Search,
    /// The tags of a package.
    Tags { package: String },
    /// One tag of a package.
    Tag { package: String, tag: String },
    /// A package with all of its versions.
    Package { package: String },
    /// A version of a package, or a tag.
    Version { package: String, version: String },
    /// A package at a revision that the client has seen.
    Revision { package: String, revision: String },
    /// The file of a version.
    File { package: String, file: String },
    /// The file of a version, at a revision of the package that the client has seen.
    FileRevision { package: String, file: String },
}

impl Address {
    /// Reads the decoded path of an address: `@acme/shop`, `@acme/shop/-/shop-1.0.0.tgz`, `-/whoami`. None for what a
    /// registry does not have.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let path = path.strip_suffix('/').unwrap_or(path);
        if let Some(call) = path.strip_prefix("-/") {
            return Self::call(call);
        }
        let (package, rest) = package_of(path)?;
        let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
        Some(match parts[..] {
            [] => Self::Package { package },
            ["-rev", revision] => Self::Revision { package, revision: revision.to_owned() },
            ["-", file] => Self::File { package, file: file.to_owned() },
            // Some clients repeat the scope before the name of the file.
            ["-", scope, file] if scope.starts_with('@') => {
                Self::File { package, file: file.to_owned() }
            }
            ["-", file, "-rev", _] => Self::FileRevision { package, file: file.to_owned() },
            [version] => Self::Version { package, version: version.to_owned() },
            _ => return None,
        })
    }

    fn call(call: &str) -> Option<Self> {
        match call {
            "ping" => return Some(Self::Ping),
            "whoami" => return Some(Self::WhoAmI),
            "v1/search" => return Some(Self::Search),
            _ => {}
        }
        let (package, rest) = package_of(call.strip_prefix("package/")?)?;
        let tag = rest.strip_prefix("/dist-tags")?;
        if tag.is_empty() {
            return Some(Self::Tags { package });
        }
        let tag = tag.strip_prefix('/').filter(|tag| !tag.contains('/'))?.to_owned();
        Some(Self::Tag { package, tag })
    }
}

/// Separates the name of a package, with its scope, from what follows.
fn package_of(path: &str) -> Option<(String, &str)> {
    let is_scoped = path.starts_with('@');
    let mut slashes = path.match_indices('/').map(|(at, _)| at);
    let end = if is_scoped { slashes.nth(1) } else { slashes.next() };
    let (package, rest) = path.split_at(end.unwrap_or(path.len()));
    let is_whole = package.split('/').all(|part| !part.is_empty());
    (is_whole && is_scoped == package.contains('/')).then(|| (package.to_owned(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_clients_use() {
        let package = || "@acme/shop".to_owned();
        for (path, expected) in [
            ("@acme/shop", Address::Package { package: package() }),
            ("@acme/shop/", Address::Package { package: package() }),
            ("shop", Address::Package { package: "shop".into() }),
            ("@acme/shop/1.0.0", Address::Version { package: package(), version: "1.0.0".into() }),
            (
                "@acme/shop/-/shop-1.0.0.tgz",
                Address::File { package: package(), file: "shop-1.0.0.tgz".into() },
            ),
            (
                "@acme/shop/-/@acme/shop-1.0.0.tgz",
                Address::File { package: package(), file: "shop-1.0.0.tgz".into() },
            ),
            (
                "shop/-/shop-1.0.0.tgz/-rev/7-a",
                Address::FileRevision { package: "shop".into(), file: "shop-1.0.0.tgz".into() },
            ),
            (
                "@acme/shop/-rev/7-a",
                Address::Revision { package: package(), revision: "7-a".into() },
            ),
            ("-/ping", Address::Ping),
            ("-/whoami", Address::WhoAmI),
            ("-/v1/search", Address::Search),
            ("-/package/@acme/shop/dist-tags", Address::Tags { package: package() }),
            (
                "-/package/shop/dist-tags/beta",
                Address::Tag { package: "shop".into(), tag: "beta".into() },
            ),
        ] {
            assert_eq!(Address::parse(path), Some(expected), "{path}");
        }
        for path in ["", "@acme", "@acme/", "a/b/c", "-/nothing", "-/package/a/dist-tags/b/c", "/a"]
        {
            assert_eq!(Address::parse(path), None, "{path}");
        }
    }
}
