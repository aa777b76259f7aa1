//! Package URLs (ECMA-427), which name packages across tools.

use std::borrow::Cow;

use waybill_machines::rules::repositories::PackageType;

/// The version of a package, or the package as a whole. Of images the version is the digest, and `place` the
/// repository at its registry.
pub fn of_package(
    package_type: PackageType,
    name: &str,
    version: Option<&str>,
    place: Option<&str>,
) -> String {
    let (namespace, name) = match package_type {
        PackageType::Npm => {
            let name = Cow::from(name.to_lowercase());
            return match name.split_once('/') {
                Some((scope, name)) => written("npm", scope, name, version),
                None => written("npm", "", &name, version),
            };
        }
        PackageType::Pypi => {
            let name = name.to_lowercase().replace('_', "-");
            return written("pypi", "", &name, version);
        }
        PackageType::Go => {
            let name = name.to_lowercase();
            let (namespace, name) = name.rsplit_once('/').unwrap_or(("", &name));
            return written("golang", namespace, name, version);
        }
        PackageType::Docker => {
            let name = name.to_lowercase();
            let last = name.rsplit('/').next().unwrap_or(&name);
            let purl = written("oci", "", last, version);
            return match place {
                Some(place) => format!("{purl}?repository_url={}", segments(place)),
                None => purl,
            };
        }
        PackageType::Maven | PackageType::Gradle | PackageType::Ivy => {
            name.split_once(':').unwrap_or(("", name))
        }
        PackageType::Cargo | PackageType::Helm | PackageType::Generic | PackageType::Mysql => {
            ("", name)
        }
    };
    let kind = match package_type.served_as() {
        PackageType::Maven => "maven",
        PackageType::Cargo => "cargo",
        PackageType::Helm => "helm",
        _ => "generic",
    };
    written(kind, namespace, name, version)
}

/// A file that belongs to no package.
pub fn of_file(name: &str, sha256: &str) -> String {
    format!("{}?checksum=sha256:{sha256}", written("generic", "", name, None))
}

/// What a build-info names: a name, a version if it has one, and the purl if the type of its module says what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub version: Option<String>,
    pub purl: Option<String>,
}

/// Reads the id of a module or a dependency, such as `org.slf4j:slf4j-api:2.0.9` or `left-pad:1.3.0`. `module_type` is
/// the type of the module, and `file_type` that of the file.
pub fn of_build_id(module_type: &str, file_type: &str, id: &str) -> Named {
    let whole = || Named { name: id.to_owned(), ..Named::default() };
    let parts: Vec<&str> = id.split(':').collect();
    let is_whole = parts.iter().all(|part| !part.is_empty());
    let module_type = module_type.to_ascii_lowercase();
    let is_java = matches!(module_type.as_str(), "maven" | "gradle" | "ivy")
        || (module_type.is_empty() && matches!(file_type, "jar" | "pom" | "war" | "aar"));
    if is_java {
        return match parts.as_slice() {
            [group, artifact, version] if is_whole => Named {
                name: format!("{group}:{artifact}"),
                version: Some((*version).to_owned()),
                purl: Some(written("maven", group, artifact, Some(version))),
            },
            _ => whole(),
        };
    }
    let Some((name, version)) = id.rsplit_once(':').filter(|_| is_whole) else { return whole() };
    let package_type = match module_type.as_str() {
        "npm" => PackageType::Npm,
        "python" | "pypi" | "pip" => PackageType::Pypi,
        "go" => PackageType::Go,
        "cargo" => PackageType::Cargo,
        "helm" => PackageType::Helm,
        "nuget" => {
            return Named {
                name: name.to_owned(),
                version: Some(version.to_owned()),
                purl: Some(written("nuget", "", name, Some(version))),
            };
        }
        // Such as `sha256:abc`, where the last part is no version.
        _ if !is_version(version) => return whole(),
        _ => {
            let (name, version) = (name.to_owned(), Some(version.to_owned()));
            return Named { name, version, purl: None };
        }
    };
    Named {
        name: name.to_owned(),
        version: Some(version.to_owned()),
        purl: Some(of_package(package_type, name, Some(version), None)),
    }
}

/// Whether a text is a version as most write it: digits and a dot, perhaps after a `v`.
fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (first, _) = text.split_once('.').unwrap_or((text, ""));
    !first.is_empty() && first.len() <= 9 && first.bytes().all(|byte| byte.is_ascii_digit())
}

fn written(kind: &str, namespace: &str, name: &str, version: Option<&str>) -> String {
    let mut purl = format!("pkg:{kind}/");
    if !namespace.is_empty() {
        purl.push_str(&segments(namespace));
        purl.push('/');
    }
    purl.push_str(&encoded(name));
    if let Some(version) = version.filter(|version| !version.is_empty()) {
        purl.push('@');
        purl.push_str(&encoded(version));
    }
    purl
}

/// Each segment of a path, encoded.
fn segments(path: &str) -> String {
    let segments = path.split('/').filter(|segment| !segment.is_empty()).map(encoded);
    segments.collect::<Vec<_>>().join("/")
}

/// A part of a purl: everything but letters, digits and `.-_~:` is encoded.
fn encoded(text: &str) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const ENCODED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'~').remove(b':');
    utf8_percent_encode(text, ENCODED).to_string()
}
