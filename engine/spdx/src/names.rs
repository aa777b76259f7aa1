//! Licences by their names.

/// Words that do not distinguish licences.
const FILLERS: [&str; 9] =
    ["the", "license", "licence", "licensed", "under", "version", "v", "ver", "a"];

/// Names as [`key`] writes them, in the order of their identifiers.
const NAMES: [(&str, &str); 91] = [
    ("0bsd", "0BSD"),
    ("bsd zero clause", "0BSD"),
    ("zero clause bsd", "0BSD"),
    ("academic free 3", "AFL-3.0"),
    ("gnu affero general public 3", "AGPL-3.0-only"),
    ("affero general public 3", "AGPL-3.0-only"),
    ("agpl 3", "AGPL-3.0-only"),
    ("gnu affero general public 3 or later", "AGPL-3.0-or-later"),
    ("agpl 3 or later", "AGPL-3.0-or-later"),
    ("apache 1.1", "Apache-1.1"),
    ("apache software 1.1", "Apache-1.1"),
    ("apache 2", "Apache-2.0"),
    ("apache software 2", "Apache-2.0"),
    ("apache public 2", "Apache-2.0"),
    ("asf 2", "Apache-2.0"),
    ("asl 2", "Apache-2.0"),
    ("al 2", "Apache-2.0"),
    ("artistic 2", "Artistic-2.0"),
    ("2 clause bsd", "BSD-2-Clause"),
    ("bsd 2 clause", "BSD-2-Clause"),
    ("bsd 2", "BSD-2-Clause"),
    ("simplified bsd", "BSD-2-Clause"),
    ("bsd 2 clause simplified", "BSD-2-Clause"),
    ("freebsd", "BSD-2-Clause"),
    ("3 clause bsd", "BSD-3-Clause"),
    ("bsd 3 clause", "BSD-3-Clause"),
    ("bsd 3", "BSD-3-Clause"),
    ("new bsd", "BSD-3-Clause"),
    ("modified bsd", "BSD-3-Clause"),
    ("revised bsd", "BSD-3-Clause"),
    ("bsd 3 clause new", "BSD-3-Clause"),
    ("bsd new", "BSD-3-Clause"),
    ("eclipse distribution 1", "BSD-3-Clause"),
    ("edl 1", "BSD-3-Clause"),
    ("boost software 1", "BSL-1.0"),
    ("creative commons attribution 4", "CC-BY-4.0"),
    ("creative commons attribution 4 international", "CC-BY-4.0"),
    ("cc by 4", "CC-BY-4.0"),
    ("cc0", "CC0-1.0"),
    ("cc0 1", "CC0-1.0"),
    ("cc0 1 universal", "CC0-1.0"),
    ("creative commons zero 1 universal", "CC0-1.0"),
    ("cddl 1", "CDDL-1.0"),
    ("common development and distribution 1", "CDDL-1.0"),
    ("cddl 1.1", "CDDL-1.1"),
    ("common development and distribution 1.1", "CDDL-1.1"),
    ("common public 1", "CPL-1.0"),
    ("eclipse public 1", "EPL-1.0"),
    ("epl 1", "EPL-1.0"),
    ("eclipse public 2", "EPL-2.0"),
    ("epl 2", "EPL-2.0"),
    ("european union public 1.1", "EUPL-1.1"),
    ("european union public 1.2", "EUPL-1.2"),
    ("gnu general public 2", "GPL-2.0-only"),
    ("gpl 2", "GPL-2.0-only"),
    ("gnu gpl 2", "GPL-2.0-only"),
    ("gnu general public 2 or later", "GPL-2.0-or-later"),
    ("gpl 2 or later", "GPL-2.0-or-later"),
    ("gnu general public 3", "GPL-3.0-only"),
    ("gpl 3", "GPL-3.0-only"),
    ("gnu gpl 3", "GPL-3.0-only"),
    ("gnu general public 3 or later", "GPL-3.0-or-later"),
    ("gpl 3 or later", "GPL-3.0-or-later"),
    ("isc", "ISC"),
    ("gnu lesser general public 2.1", "LGPL-2.1-only"),
    ("lesser general public 2.1", "LGPL-2.1-only"),
    ("lgpl 2.1", "LGPL-2.1-only"),
    ("gnu lgpl 2.1", "LGPL-2.1-only"),
    ("gnu lesser general public 2.1 or later", "LGPL-2.1-or-later"),
    ("lgpl 2.1 or later", "LGPL-2.1-or-later"),
    ("gnu lesser general public 3", "LGPL-3.0-only"),
    ("lgpl 3", "LGPL-3.0-only"),
    ("gnu lgpl 3", "LGPL-3.0-only"),
    ("gnu lesser general public 3 or later", "LGPL-3.0-or-later"),
    ("lgpl 3 or later", "LGPL-3.0-or-later"),
    ("mit", "MIT"),
    ("mit x11", "MIT"),
    ("expat", "MIT"),
    ("mit expat", "MIT"),
    ("mit 0", "MIT-0"),
    ("mit no attribution", "MIT-0"),
    ("mozilla public 1.1", "MPL-1.1"),
    ("mpl 1.1", "MPL-1.1"),
    ("mozilla public 2", "MPL-2.0"),
    ("mpl 2", "MPL-2.0"),
    ("python software foundation 2", "PSF-2.0"),
    ("psf 2", "PSF-2.0"),
    ("unlicense", "Unlicense"),
    ("universal permissive 1", "UPL-1.0"),
    ("zlib libpng", "Zlib"),
    ("zope public 2.1", "ZPL-2.1"),
];

/// The identifier of a licence with this name.
pub fn identifier(text: &str) -> Option<&'static str> {
    let lookup = |text: &str| {
        let key = key(text);
        NAMES.iter().find(|(name, _)| *name == key).map(|(_, identifier)| *identifier)
    };
    lookup(text).or_else(|| {
        // An abbreviation in parentheses repeats the name.
        let (name, rest) = text.split_once('(')?;
        let (_, rest) = rest.split_once(')')?;
        lookup(&format!("{name} {rest}"))
    })
}

/// A name in small letters, without words that do not distinguish licences: `Apache License, Version 2.0` is
/// `apache 2`.
fn key(text: &str) -> String {
    let text = text.to_ascii_lowercase().replace('+', " or later ");
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
    let mut key: Vec<&str> = Vec::new();
    for word in words.flat_map(parts) {
        let word = word.trim_matches('.');
        let word = word.strip_suffix(".0").unwrap_or(word);
        if !word.is_empty() && !FILLERS.contains(&word) {
            key.push(word);
        }
    }
    key.join(" ")
}

/// Letters and the number behind them: `gplv3` is `gpl` and `3`.
fn parts(word: &str) -> Vec<&str> {
    let Some(at) = word.find(|letter: char| letter.is_ascii_digit()) else { return vec![word] };
    let (letters, number) = word.split_at(at);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !is_number || matches!(letters, "cc" | "x") {
        return vec![word];
    }
    vec![letters.strip_suffix('v').unwrap_or(letters), number]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_its_own_key() {
        for (name, identifier) in NAMES {
            assert!(spdx::license_id(identifier).is_some(), "{identifier} is no identifier");
            assert_eq!(key(name), name);
        }
    }
}
