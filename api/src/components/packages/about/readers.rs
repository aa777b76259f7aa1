//! Reading the stored metadata of each package type.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{About, Dependency, DependencyScope, LinkKind, Readme, ReadmeFormat};

/// The fields of `package.json` that name dependencies.
const NPM_SCOPES: [(&str, DependencyScope); 4] = [
    ("dependencies", DependencyScope::Runtime),
    ("peerDependencies", DependencyScope::Peer),
    ("optionalDependencies", DependencyScope::Optional),
    ("devDependencies", DependencyScope::Development),
];

pub(super) fn npm(document: &[u8]) -> Option<About> {
    let manifest: Value = serde_json::from_slice(document).ok()?;
    let mut dependencies = Vec::new();
    for (field, scope) in NPM_SCOPES {
        let all = manifest[field].as_object().into_iter().flatten();
        dependencies.extend(all.map(|(name, requirement)| Dependency {
            name: name.clone(),
            requirement: text_of(requirement),
            scope,
        }));
    }
    // An optional one is in the list of all others as well.
    let optional: Vec<String> = dependencies
        .iter()
        .filter(|one| one.scope == DependencyScope::Optional)
        .map(|one| one.name.clone())
        .collect();
    dependencies
        .retain(|one| one.scope != DependencyScope::Runtime || !optional.contains(&one.name));
    let page = |field: &str| {
        let value = &manifest[field];
        let address = if value.is_object() { text_of(&value["url"]) } else { text_of(value) };
        browsable(&address)
    };
    let pages = [
        (LinkKind::Homepage, page("homepage")),
        (LinkKind::Repository, page("repository")),
        (LinkKind::Issues, page("bugs")),
    ];
    let person = |value: &Value| {
        let name = if value.is_object() { text_of(&value["name"]) } else { text_of(value) };
        name.split(['<', '(']).next().unwrap_or_default().trim().to_owned()
    };
    let contributors = manifest["contributors"].as_array().into_iter().flatten();
    let authors = std::iter::once(&manifest["author"]).chain(contributors).map(person);
    let engines = manifest["engines"].as_object().into_iter().flatten();
    Some(About {
        readme: readme(manifest["readme"].as_str(), ReadmeFormat::Markdown),
        dependencies,
        links: pages.into_iter().filter(|(_, address)| !address.is_empty()).collect(),
        authors: authors.filter(|name| !name.is_empty()).collect(),
        requires: engines.map(|(name, range)| (name.clone(), text_of(range))).collect(),
    })
}

pub(super) fn cargo(document: &[u8]) -> Option<About> {
    #[derive(Deserialize)]
    struct Document {
        index: Index,
        about: Value,
    }
    #[derive(Deserialize)]
    struct Index {
        deps: Vec<Needed>,
        #[serde(default)]
        rust_version: Option<String>,
    }
    #[derive(Deserialize)]
    struct Needed {
        name: String,
        req: String,
        optional: bool,
        kind: Option<String>,
        #[serde(default)]
        package: Option<String>,
    }

    let Document { index, about } = serde_json::from_slice(document).ok()?;
    let dependencies = index.deps.into_iter().map(|needed| Dependency {
        scope: match needed.kind.as_deref() {
            Some("dev") => DependencyScope::Development,
            Some("build") => DependencyScope::Build,
            _ if needed.optional => DependencyScope::Optional,
            _ => DependencyScope::Runtime,
        },
        name: needed.package.unwrap_or(needed.name),
        requirement: needed.req,
    });
    let pages = [
        (LinkKind::Homepage, text_of(&about["homepage"])),
        (LinkKind::Repository, text_of(&about["repository"])),
        (LinkKind::Documentation, text_of(&about["documentation"])),
    ];
    let authors = about["authors"].as_array().into_iter().flatten().map(text_of);
    Some(About {
        readme: readme(about["readme"].as_str(), ReadmeFormat::Markdown),
        dependencies: dependencies.collect(),
        links: pages.into_iter().filter(|(_, address)| !address.is_empty()).collect(),
        authors: authors
            .map(|name| name.split('<').next().unwrap_or_default().trim().to_owned())
            .collect(),
        requires: index
            .rust_version
            .map(|version| ("rust".to_owned(), version))
            .into_iter()
            .collect(),
    })
}

pub(super) fn pypi(document: &[u8]) -> Option<About> {
    #[derive(Deserialize)]
    struct Document {
        metadata: String,
    }

    let Document { metadata } = serde_json::from_slice(document).ok()?;
    let metadata = metadata.replace("\r\n", "\n");
    let (headers, body) = metadata.split_once("\n\n").unwrap_or((&metadata, ""));
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in headers.split('\n') {
        if let (Some(last), true) = (fields.last_mut(), line.starts_with([' ', '\t'])) {
            last.1.push('\n');
            // Old metadata has a bar before each line of a description.
            let line = line.trim_start_matches([' ', '\t']);
            last.1.push_str(line.strip_prefix('|').unwrap_or(line));
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    let all = |wanted: &str| -> Vec<String> {
        let named = fields.iter().filter(|(name, value)| name == wanted && !value.is_empty());
        named.map(|(_, value)| value.clone()).collect()
    };
    let one = |wanted: &str| all(wanted).into_iter().next();
    let dependencies =
        all("requires-dist").into_iter().map(|requirement| needed_by_python(&requirement));
    let mut links: Vec<(LinkKind, String)> =
        one("home-page").map(|address| (LinkKind::Homepage, address)).into_iter().collect();
    for url in all("project-url") {
        if let Some((label, address)) = url.split_once(',') {
            links.push((kind_of_label(label), address.trim().to_owned()));
        }
    }
    let kind = one("description-content-type").unwrap_or_default().to_ascii_lowercase();
    let is_markdown = kind.starts_with("text/markdown");
    let format = if is_markdown { ReadmeFormat::Markdown } else { ReadmeFormat::Plain };
    let body = if body.trim().is_empty() { one("description") } else { Some(body.to_owned()) };
    Some(About {
        readme: readme(body.as_deref(), format),
        dependencies: dependencies.collect(),
        links,
        authors: all("author").into_iter().chain(all("maintainer")).collect(),
        requires: one("requires-python")
            .map(|range| ("python".to_owned(), range))
            .into_iter()
            .collect(),
    })
}

/// A requirement such as `requests[socks]>=2 ; extra == "net"`.
fn needed_by_python(text: &str) -> Dependency {
    let (what, marker) = text.split_once(';').unwrap_or((text, ""));
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let name: String = what.trim().chars().take_while(|letter| is_name(*letter)).collect();
    let requirement = what.trim()[name.len()..].replace(['(', ')'], "");
    let requirement = requirement.trim().to_owned();
    let is_optional = marker.contains("extra");
    let scope = if is_optional { DependencyScope::Optional } else { DependencyScope::Runtime };
    Dependency { name, requirement, scope }
}

/// What a page is, by the label that its author gives it.
fn kind_of_label(label: &str) -> LinkKind {
    let label = label.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| label.contains(word));
    if has(&["home"]) {
        LinkKind::Homepage
    } else if has(&["source", "repository", "github", "code"]) {
        LinkKind::Repository
    } else if has(&["doc"]) {
        LinkKind::Documentation
    } else if has(&["issue", "bug", "tracker"]) {
        LinkKind::Issues
    } else if has(&["change", "release"]) {
        LinkKind::Changelog
    } else {
        LinkKind::Other
    }
}

pub(super) fn helm(document: &[u8]) -> Option<About> {
    let stored: Value = serde_json::from_slice(document).ok()?;
    let chart = if stored["chart"].is_object() { &stored["chart"] } else { &stored };
    let needed = chart["dependencies"].as_array().into_iter().flatten();
    let dependencies = needed.map(|one| Dependency {
        name: text_of(&one["name"]),
        requirement: text_of(&one["version"]),
        scope: DependencyScope::Runtime,
    });
    let home = text_of(&chart["home"]);
    let sources = chart["sources"].as_array().into_iter().flatten().map(text_of);
    let links = std::iter::once((LinkKind::Homepage, home))
        .chain(sources.map(|source| (LinkKind::Repository, source)));
    let maintainers = chart["maintainers"].as_array().into_iter().flatten();
    let kubernetes = text_of(&chart["kubeVersion"]);
    let requires = (!kubernetes.is_empty()).then(|| ("kubernetes".to_owned(), kubernetes));
    Some(About {
        readme: None,
        dependencies: dependencies.filter(|one| !one.name.is_empty()).collect(),
        links: links.filter(|(_, address)| !address.is_empty()).collect(),
        authors: maintainers
            .map(|one| text_of(&one["name"]))
            .filter(|name| !name.is_empty())
            .collect(),
        requires: requires.into_iter().collect(),
    })
}

pub(super) fn go(document: &[u8]) -> Option<About> {
    #[derive(Deserialize)]
    struct Stored {
        #[serde(rename = "mod")]
        module_file: String,
    }

    let Stored { module_file } = serde_json::from_slice(document).ok()?;
    let (mut dependencies, mut requires) = (Vec::new(), Vec::new());
    let mut in_block = false;
    for line in module_file.lines() {
        let code = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> = code.split_whitespace().collect();
        let pair = match words.as_slice() {
            ["require", "("] => {
                in_block = true;
                continue;
            }
            [")"] => {
                in_block = false;
                continue;
            }
            ["go", version] => {
                requires.push(("go".to_owned(), (*version).to_owned()));
                continue;
            }
            ["require", name, version] => Some((name, version)),
            [name, version] if in_block => Some((name, version)),
            _ => None,
        };
        if let Some((name, version)) = pair {
            dependencies.push(Dependency {
                name: name.trim_matches('"').to_owned(),
                requirement: (*version).to_owned(),
                scope: DependencyScope::Runtime,
            });
        }
    }
    Some(About { dependencies, requires, ..About::default() })
}

pub(super) fn maven(document: &[u8]) -> Option<About> {
    #[derive(Deserialize)]
    struct Pom {
        #[serde(default)]
        description: String,
        #[serde(default)]
        url: String,
        #[serde(default)]
        dependencies: Vec<BTreeMap<String, Value>>,
    }

    let Pom { description, url, dependencies } = serde_json::from_slice(document).ok()?;
    let dependencies = dependencies.into_iter().map(|one| {
        let text = |field: &str| one.get(field).map(text_of).unwrap_or_default();
        let is_optional = one.get("optional").and_then(Value::as_bool).unwrap_or_default();
        let scope = match text("scope").as_str() {
            "test" => DependencyScope::Development,
            "provided" | "system" => DependencyScope::Peer,
            _ if is_optional => DependencyScope::Optional,
            _ => DependencyScope::Runtime,
        };
        Dependency {
            name: format!("{}:{}", text("group"), text("artifact")),
            requirement: text("version"),
            scope,
        }
    });
    let links = (!url.is_empty()).then_some((LinkKind::Homepage, url));
    Some(About {
        readme: readme(Some(&description), ReadmeFormat::Plain),
        dependencies: dependencies.collect(),
        links: links.into_iter().collect(),
        ..About::default()
    })
}

fn readme(text: Option<&str>, format: ReadmeFormat) -> Option<Readme> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    Some(Readme { text: text.to_owned(), format })
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The page of a repository whose address is for git.
fn browsable(address: &str) -> String {
    let address = address.strip_prefix("git+").unwrap_or(address);
    let address = match address.strip_prefix("git@") {
        Some(rest) => format!("https://{}", rest.replacen(':', "/", 1)),
        None => address.replacen("git://", "https://", 1),
    };
    if let Some(short) = address.strip_prefix("github:") {
        return format!("https://github.com/{}", short.trim_end_matches(".git"));
    }
    address.strip_suffix(".git").map(str::to_owned).unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::super::{PackageType, read};
    use super::*;

    fn names(about: &About) -> Vec<(&str, &str, &str)> {
        about
            .dependencies
            .iter()
            .map(|one| (one.name.as_str(), one.requirement.as_str(), one.scope.as_str()))
            .collect()
    }

    #[test]
    fn what_npm_publishes_is_read() {
        let about = read(
            PackageType::Npm,
            br##"{"readme": "# Hi", "dependencies": {"a": "^1", "b": "2"}, "optionalDependencies": {"b": "2"},
                "devDependencies": {"c": "*"}, "repository": {"url": "git+ssh://git@x"}, "bugs": "javascript:alert(1)",
                "homepage": "https://example.test/x", "author": "Ann <ann@example.test>", "engines": {"node": ">=20"}}"##,
        );
        assert_eq!(
            names(&about),
            [("a", "^1", "runtime"), ("b", "2", "optional"), ("c", "*", "development")]
        );
        assert_eq!(about.links, [(LinkKind::Homepage, "https://example.test/x".to_owned())]);
        assert_eq!(about.authors, ["Ann"]);
        assert_eq!(about.readme.unwrap().text, "# Hi");
        assert_eq!(about.requires, [("node".to_owned(), ">=20".to_owned())]);
    }

    #[test]
    fn what_python_publishes_is_read() {
        let metadata = "Metadata-Version: 2.1\nName: shop\nVersion: 1\nRequires-Dist: requests[socks] (>=2.0)\n\
            Requires-Dist: rich>=1; extra == 'tui'\nProject-URL: Source Code, https://example.test/git\n\
            Description-Content-Type: text/markdown; charset=UTF-8\nRequires-Python: >=3.9\n\n# Shop\n\nText";
        let document = serde_json::json!({"index": {}, "metadata": metadata}).to_string();
        let about = read(PackageType::Pypi, document.as_bytes());
        assert_eq!(
            names(&about),
            [("requests", "[socks] >=2.0", "runtime"), ("rich", ">=1", "optional")]
        );
        let readme = about.readme.unwrap();
        assert_eq!(
            (readme.text.as_str(), readme.format),
            ("# Shop\n\nText", ReadmeFormat::Markdown)
        );
        assert_eq!(about.links[0].0, LinkKind::Repository);
    }

    #[test]
    fn modules_of_go_say_what_they_need() {
        let module_file = "module example.test/m\n\ngo 1.22\n\nrequire (\n\texample.test/a v1.2.3\n\texample.test/b \
            v0.1.0 // indirect\n)\nrequire example.test/c v2.0.0+incompatible\n";
        let document = serde_json::json!({"mod": module_file}).to_string();
        let about = read(PackageType::Go, document.as_bytes());
        assert_eq!(about.dependencies.len(), 3);
        assert_eq!(about.requires, [("go".to_owned(), "1.22".to_owned())]);
    }

    #[test]
    fn what_is_no_metadata_says_nothing() {
        for package_type in PackageType::ALL {
            for document in [&b""[..], b"[]", b"{\"dependencies\": 5}", b"\xff"] {
                assert!(read(package_type, document).dependencies.is_empty());
            }
        }
    }
}
