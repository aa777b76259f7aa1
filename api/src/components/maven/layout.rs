//! The layout of a Maven repository: what the path of a file says of it.

/// The name of the documents about artifacts, snapshots and plugins.
pub(super) const METADATA: &str = "maven-metadata.xml";
/// The beginning of the name of Ivy's descriptors.
const IVY: &str = "ivy-";
/// The end of the versions that are published again and again until they are released.
const SNAPSHOT: &str = "SNAPSHOT";
/// What follows the ending of a file that it belongs to.
const BESIDE_OTHERS: [&str; 3] = [".asc", ".sigstore.json", ".sigstore"];
/// How many digits the date and the time of a build have.
const STAMP_DIGITS: (usize, usize) = (8, 6);

/// A build of a snapshot, by the name of its files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Build {
    /// Its time, as `20260101.120000`.
    pub(super) time: String,
    /// Its number.
    pub(super) number: u64,
}

/// What the path of a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The group, as `com.acme`.
    pub(super) group: String,
    /// The artifact.
    pub(super) artifact: String,
    /// The version; of a build of a snapshot that of the snapshot.
    pub(super) version: String,
    /// The build, if the file is one of a snapshot.
    pub(super) build: Option<Build>,
    /// The classifier, as `sources`; empty if it has none.
    pub(super) classifier: String,
    /// The ending without its dot, as `jar` or `jar.asc`.
    pub(super) ending: String,
    /// Whether it is the descriptor of Ivy, `ivy-1.0.xml`, whose name does not begin with the artifact.
    is_of_ivy: bool,
}

impl Place {
    /// Reads a path, as `com/acme/shop/1.0/shop-1.0-sources.jar`. None for one at which no file can be.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let (folder, file) = path.rsplit_once('/')?;
        let (package, version) = folder.rsplit_once('/')?;
        let (group, artifact) = package.rsplit_once('/')?;
        if !group.split('/').all(is_group_part) || !is_name(artifact) || !is_name(version) {
            return None;
        }
        let of_version = file.strip_prefix(artifact).and_then(|rest| rest.strip_prefix('-'));
        let is_of_ivy = of_version.is_none();
        let of_version = of_version.or_else(|| file.strip_prefix(IVY))?;
        let (build, rest) = rest_of(of_version, version)?;
        let (classifier, ending) = classified(rest)?;
        if is_of_ivy && (is_snapshot(version) || !classifier.is_empty() || ending != "xml") {
            return None;
        }
        Some(Self {
            group: group.replace('/', "."),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
            build,
            classifier: classifier.to_owned(),
            ending: ending.to_owned(),
            is_of_ivy,
        })
    }

    /// The name of the package.
    pub(super) fn package(&self) -> String {
        package_of(&self.group, &self.artifact)
    }

    /// Whether the version is a snapshot.
    pub(super) fn is_snapshot(&self) -> bool {
        is_snapshot(&self.version)
    }

    /// Whether the file says what the version is.
    pub(super) fn is_pom(&self) -> bool {
        self.classifier.is_empty() && self.ending == "pom"
    }

    /// The version as the name of the file has it.
    pub(super) fn value(&self) -> String {
        let stem = self.version.strip_suffix(SNAPSHOT);
        match (&self.build, stem) {
            (Some(Build { time, number }), Some(stem)) => format!("{stem}{time}-{number}"),
            _ => self.version.clone(),
        }
    }
}

/// Whether the file at a path only says what a version is, or is beside such a file.
pub(in crate::components) fn only_describes(path: &str) -> bool {
    let is_description = |place: &Place| {
        place.is_of_ivy || matches!(place.ending.split('.').next(), Some("pom" | "module"))
    };
    Place::parse(path).is_some_and(|place| place.classifier.is_empty() && is_description(&place))
}

/// The package and the version of which a file is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    Place::parse(path).map(|place| (place.package(), place.version))
}

/// The name of a package.
pub(super) fn package_of(group: &str, artifact: &str) -> String {
    format!("{group}:{artifact}")
}

/// The folder of a package.
pub(super) fn folder_of(package: &str) -> String {
    let (group, artifact) = package.split_once(':').unwrap_or((package, ""));
    format!("{}/{artifact}", group.replace('.', "/"))
}

/// The group and the artifact of a folder, whether there is such a package or not.
pub(super) fn package_at(folder: &str) -> Option<(String, &str)> {
    let (group, artifact) = folder.rsplit_once('/')?;
    let is_package = group.split('/').all(is_group_part) && is_name(artifact);
    is_package.then(|| (group.replace('/', "."), artifact))
}

/// The group of a folder, whether there is such a group or not.
pub(super) fn group_at(folder: &str) -> Option<String> {
    folder.split('/').all(is_group_part).then(|| folder.replace('/', "."))
}

/// Whether a version is a snapshot.
pub(super) fn is_snapshot(version: &str) -> bool {
    version.ends_with(SNAPSHOT)
}

/// What follows the version in the name of a file, with the build of a snapshot.
fn rest_of<'a>(of_version: &'a str, version: &str) -> Option<(Option<Build>, &'a str)> {
    if let Some(rest) = of_version.strip_prefix(version) {
        return Some((None, rest));
    }
    let build = of_version.strip_prefix(version.strip_suffix(SNAPSHOT)?)?;
    let (time, rest) = build.split_once('-')?;
    let (date, time_of_day) = time.split_once('.')?;
    let is_stamp = |text: &str, digits| text.len() == digits && are_digits(text);
    if !is_stamp(date, STAMP_DIGITS.0) || !is_stamp(time_of_day, STAMP_DIGITS.1) {
        return None;
    }
    let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
    let number = rest[..end].parse().ok()?;
    // Written in one way only, so that a path is read as it was written.
    let is_canonical = rest[..end] == u64::to_string(&number);
    is_canonical.then(|| (Some(Build { time: time.to_owned(), number }), &rest[end..]))
}

/// The classifier and the ending, as in `-bin.tar.gz` and `.jar.asc`.
fn classified(rest: &str) -> Option<(&str, &str)> {
    if let Some(ending) = rest.strip_prefix('.') {
        return is_name(ending).then_some(("", ending));
    }
    let rest = rest.strip_prefix('-')?;
    let beside = BESIDE_OTHERS.iter().find(|beside| rest.ends_with(**beside));
    let without = beside.map_or(rest, |beside| &rest[..rest.len() - beside.len()]);
    let dot = without.rfind('.')?;
    // A classifier may have dots; of the endings only those of packed archives have.
    let dot = without[..dot].strip_suffix(".tar").map_or(dot, str::len);
    let (classifier, ending) = (&rest[..dot], &rest[dot + 1..]);
    (is_name(classifier) && is_name(ending)).then_some((classifier, ending))
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a part of the name of a group: a dot would be a slash in the path.
fn is_group_part(text: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !text.is_empty() && text.bytes().all(belongs)
}

/// Whether a text is the name of an artifact, a version, a classifier or an ending.
pub(super) fn is_name(text: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"._-+~".contains(&byte);
    let begins = text.bytes().next().is_some_and(|byte| !matches!(byte, b'.' | b'-'));
    begins && text.bytes().all(belongs) && text.bytes().any(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_say_what_a_file_is() {
        for (path, value, classifier, ending) in [
            ("com/acme/shop/1.0/shop-1.0.jar", "1.0", "", "jar"),
            ("com/acme/shop/1.0/shop-1.0.pom", "1.0", "", "pom"),
            ("com/acme/shop/1.0/shop-1.0.jar.asc", "1.0", "", "jar.asc"),
            ("com/acme/shop/1.0/shop-1.0.tar.gz", "1.0", "", "tar.gz"),
            ("com/acme/shop/1.0/shop-1.0-sources.jar", "1.0", "sources", "jar"),
            ("com/acme/shop/1.0/shop-1.0-bin.tar.gz.asc", "1.0", "bin", "tar.gz.asc"),
            ("com/acme/shop/1.0/shop-1.0-jdk1.5.jar", "1.0", "jdk1.5", "jar"),
            ("com/acme/shop/1.0/shop-1.0-1.jar", "1.0", "1", "jar"),
            ("a/shop_2.13/1.0+x~1/shop_2.13-1.0+x~1.jar", "1.0+x~1", "", "jar"),
            ("a/b/1-SNAPSHOT/b-1-SNAPSHOT.jar", "1-SNAPSHOT", "", "jar"),
            ("a/b/1-SNAPSHOT/b-1-20260101.120000-7.pom", "1-20260101.120000-7", "", "pom"),
            ("a/b/1-SNAPSHOT/b-1-20260101.120000-7-x.jar", "1-20260101.120000-7", "x", "jar"),
            ("a/b/SNAPSHOT/b-20260101.120000-7.jar", "20260101.120000-7", "", "jar"),
            ("com/acme/shop/1.0/ivy-1.0.xml", "1.0", "", "xml"),
            ("org/ivy/ivy/2.5/ivy-2.5.jar", "2.5", "", "jar"),
        ] {
            let place = Place::parse(path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!(place.value(), value, "{path}");
            assert_eq!((&*place.classifier, &*place.ending), (classifier, ending), "{path}");
        }
        let place = Place::parse("com/acme/shop/1-SNAPSHOT/shop-1-20260101.120000-7.pom");
        let place = place.expect("a place");
        let build = Build { time: "20260101.120000".to_owned(), number: 7 };
        assert_eq!((place.build.as_ref(), place.is_snapshot()), (Some(&build), true));
        assert!(place.is_pom());
        assert_eq!((place.package(), &*place.version), ("com.acme:shop".to_owned(), "1-SNAPSHOT"));
    }

    #[test]
    fn a_path_that_is_none_of_a_file_says_nothing() {
        for path in [
            "",
            "shop-1.0.jar",
            "1.0/shop-1.0.jar",
            "shop/1.0/shop-1.0.jar",
            "com/acme/shop/1.0/shop-1.1.jar",
            "com/acme/shop/1.0/other-1.0.jar",
            "com/acme/shop/1.0/ivy-1.0.jar",
            "com/acme/shop/1.0/ivy-1.0-sources.xml",
            "com/acme/shop/1.0/ivy-2.0.xml",
            "com/acme/shop/1-SNAPSHOT/ivy-1-SNAPSHOT.xml",
            "com/acme/shop/1.0/shop-1.0",
            "com/acme/shop/1.0/shop-1.0.",
            "com/acme/shop/1.0/shop-1.0-sources",
            "com/acme/shop/1.0/shop-1.0x.jar",
            "com/acme/shop/1.0/shop-1.0-.jar",
            "com/acme/shop/../shop-...jar",
            "com/acme/shop/.../shop-....jar",
            "com/acme/../1.0/..-1.0.jar",
            "com/../shop/1.0/shop-1.0.jar",
            "com.acme/shop/1.0/shop-1.0.jar",
            "com//shop/1.0/shop-1.0.jar",
            "com/ä/shop/1.0/shop-1.0.jar",
            "com/acme/shop/${version}/shop-${version}.jar",
            "com/acme/shop/1.0/shop-1.0.j r",
            "com/acme/shop/1.0/shop-1.0.jar\\x",
            "a/b/1-SNAPSHOT/b-1-20260101.12000-7.jar",
            "a/b/1-SNAPSHOT/b-1-20260101.120000-07.jar",
            "a/b/1-SNAPSHOT/b-1-20260101.120000-.jar",
            "a/b/1-SNAPSHOT/b-1-20260101.120000-99999999999999999999.jar",
            "a/b/1-SNAPSHOT/b-2-SNAPSHOT.jar",
        ] {
            assert_eq!(Place::parse(path), None, "{path}");
        }
        assert_eq!(package_at("com/acme/shop"), Some(("com.acme".to_owned(), "shop")));
        for folder in ["", "shop", "com.acme/shop", "com/..", "../shop"] {
            assert_eq!(package_at(folder), None, "{folder}");
        }
        assert_eq!(group_at("com/acme").as_deref(), Some("com.acme"));
        for folder in ["", "com.acme", "com/..", "com//acme"] {
            assert_eq!(group_at(folder), None, "{folder}");
        }
    }
}
