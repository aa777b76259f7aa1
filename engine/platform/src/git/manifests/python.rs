//! `requirements.txt` of pip, of which exact versions are read, and `poetry.lock`.

use serde::Deserialize;

use super::Pinned;

/// The exact versions of a list of requirements. Other files that it names, and requirements that allow a range, pin
/// nothing.
pub(super) fn requirements(text: &str) -> Vec<Pinned> {
    // A backslash at the end continues a line.
    let text = text.replace("\r\n", "\n").replace("\\\n", " ");
    text.lines().filter_map(requirement).collect()
}

fn requirement(line: &str) -> Option<Pinned> {
    let line = without_comment(line).trim();
    // Options of pip and of single requirements begin with a hyphen; what follows a semicolon says when it applies.
    let line = line.split(';').next()?;
    let line = line.split(" --").next()?.trim();
    if line.starts_with('-') || line.contains('@') {
        return None;
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let (name, versions) = line.split_at(line.find(['=', '<', '>', '!', '~', '('])?);
    let name = name.split('[').next()?.trim();
    let name = Some(name).filter(|name| name.bytes().all(is_plain))?;
    let versions = versions.trim().trim_start_matches('(').trim_end_matches(')');
    let exact = versions.split(',').find_map(|one| {
        let version = one.trim().strip_prefix("==")?;
        let version = version.strip_prefix('=').unwrap_or(version).trim();
        (!version.ends_with('*')).then_some(version)
    });
    Some(Pinned::new(name, exact?))
}

/// A comment begins a line, or follows a space.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() {
            return &line[..at];
        }
        before = letter;
    }
    line
}

#[derive(Deserialize)]
struct Lock {
    #[serde(default)]
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    #[serde(default)]
    source: Option<Source>,
}

#[derive(Deserialize)]
struct Source {
    #[serde(default, rename = "type")]
    kind: String,
}

/// The packages of indexes; `None` if it is no such file.
pub(super) fn poetry_lock(text: &str) -> Option<Vec<Pinned>> {
    let Lock { package } = toml::from_str(text).ok()?;
    // Those of another index than the usual one have a source too.
    let of_index = |package: &Package| {
        let source = package.source.as_ref().map(|source| source.kind.as_str());
        !matches!(source, Some("git" | "url" | "file" | "directory"))
    };
    let packages = package.into_iter().filter(of_index);
    Some(packages.map(|package| Pinned::new(package.name, package.version)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_requirements_are_pinned() {
        let text = "\
# What the shop needs
-r other.txt
--index-url https://pypi.example.org/simple
django==3.2.0
requests [security] == 2.19.0 ; python_version < \"3.8\"  # old
urllib3===1.24.1
flask>=1.0,==1.1.2
numpy (==1.19.0)
jinja2==2.11.1 \\
    --hash=sha256:aaaa \\
    --hash=sha256:bbbb
range>=1.0
any
wild==1.*
direct @ https://example.org/direct-1.0.tar.gz#sha256=aa
-e git+https://github.com/acme/shop.git#egg=shop==1.0
./local==1.0
";
        let expected = [
            ("django", "3.2.0"),
            ("requests", "2.19.0"),
            ("urllib3", "1.24.1"),
            ("flask", "1.1.2"),
            ("numpy", "1.19.0"),
            ("jinja2", "2.11.1"),
        ];
        let expected = expected.map(|(name, version)| Pinned::new(name, version));
        assert_eq!(requirements(text), expected);
        assert_eq!(
            requirements("a==1.0 \\\r\n --hash=x\r\nb==2.0"),
            [Pinned::new("a", "1.0"), Pinned::new("b", "2.0"),]
        );
    }

    #[test]
    fn packages_of_a_lock_are_pinned() {
        let text = r#"
[[package]]
name = "django"
version = "3.2.0"
description = "A framework"
optional = false

[package.dependencies]
sqlparse = ">=0.2.2"

[[package]]
name = "own"
version = "1.0.0"

[package.source]
type = "legacy"
url = "https://pypi.example.org/simple"

[[package]]
name = "shop"
version = "0.1.0"

[package.source]
type = "git"
url = "https://github.com/acme/shop.git"

[metadata]
lock-version = "2.0"
"#;
        let expected = [Pinned::new("django", "3.2.0"), Pinned::new("own", "1.0.0")];
        assert_eq!(poetry_lock(text).unwrap(), expected);
    }
}
