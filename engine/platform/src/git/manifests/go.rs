//! `go.mod`, in which a module names what it requires, and `go.sum` with the checksums of what was downloaded.

use std::collections::BTreeMap;

use super::Pinned;

/// The modules that a module requires, with those that are used in the place of others.
pub(super) fn module(text: &str) -> Vec<Pinned> {
    let (mut required, mut replaced) = (Vec::new(), BTreeMap::new());
    let mut block = "";
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches('"')).collect();
        let (directive, arguments) = match words.as_slice() {
            [")", ..] => {
                block = "";
                continue;
            }
            [directive, "("] => {
                block = *directive;
                continue;
            }
            arguments if !block.is_empty() => (block, arguments),
            [directive, arguments @ ..] => (*directive, arguments),
            [] => continue,
        };
        match (directive, arguments) {
            ("require", [name, version]) => required.push((*name, *version)),
            ("replace", [name, "=>", with @ ..]) => {
                replaced.insert((*name, None), with.to_vec());
            }
            ("replace", [name, version, "=>", with @ ..]) => {
                replaced.insert((*name, Some(*version)), with.to_vec());
            }
            _ => {}
        }
    }
    let used = required.into_iter().filter_map(|(name, version)| {
        let exact = replaced.get(&(name, Some(version)));
        match exact.or_else(|| replaced.get(&(name, None))).map(Vec::as_slice) {
            None => Some(Pinned::new(name, version)),
            Some([other, version]) => Some(Pinned::new(*other, *version)),
            // A folder has no version.
            Some(_) => None,
        }
    });
    used.collect()
}

/// The modules whose content was downloaded. Of others, only the requirements were.
pub(super) fn sums(text: &str) -> Vec<Pinned> {
    let pinned = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next()?, words.next()?);
        words.next().filter(|sum| sum.starts_with("h1:"))?;
        (!version.ends_with("/go.mod")).then(|| Pinned::new(name, version))
    });
    pinned.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_of_a_module_are_pinned() {
        let text = r#"
module github.com/acme/shop // the shop

go 1.22

require golang.org/x/text v0.3.5

require (
	github.com/gin-gonic/gin v1.6.0
	"github.com/dgrijalva/jwt-go" v3.2.0+incompatible // indirect
	github.com/acme/old v1.0.0
	github.com/acme/some v1.0.0
	github.com/acme/local v1.0.0
)

replace (
	github.com/acme/old => github.com/acme/new v1.1.0
	github.com/acme/some v1.0.0 => github.com/acme/some v1.0.1
)
replace github.com/acme/local => ../local
exclude golang.org/x/text v0.3.4
"#;
        let expected = [
            ("golang.org/x/text", "v0.3.5"),
            ("github.com/gin-gonic/gin", "v1.6.0"),
            ("github.com/dgrijalva/jwt-go", "v3.2.0+incompatible"),
            ("github.com/acme/new", "v1.1.0"),
            ("github.com/acme/some", "v1.0.1"),
        ];
        assert_eq!(module(text), expected.map(|(name, version)| Pinned::new(name, version)));
    }

    #[test]
    fn sums_pin_what_was_downloaded() {
        let text = "\
golang.org/x/text v0.3.5 h1:i6eZZ+zk0SOf0xgBpEpPD18qWcJda6q1sxt3S0kzyUQ=
golang.org/x/text v0.3.5/go.mod h1:5Zoc/QRtKVWzQhOtBMvqHzDpF6irO9z98xDceosuGiQ=
golang.org/x/tools v0.1.0/go.mod h1:xkSsbof2nBLbhDlRMhhhyNLN/zl3eTqcnHD5viDpcZ0=
not a sum
";
        assert_eq!(sums(text), [Pinned::new("golang.org/x/text", "v0.3.5")]);
    }
}
