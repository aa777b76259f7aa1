//! Licences of packages, as their authors write them, by the identifiers of SPDX.
//!
//! A text is read as an expression of SPDX, then as the name or the address of a licence, then as a list of these.
//! What is none of them is kept as it is: a wrong identifier is worse than none. So `BSD` and `Apache Software License`,
//! which may mean several licences, are kept too.

mod names;
mod urls;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use spdx::expression::{ExprNode, Operator};
use spdx::{Expression, LicenseItem, ParseMode};

/// The longest text that is read, in bytes. Some packages have the whole licence where its name belongs.
pub const TEXT_BYTES_MAX: usize = 500;
/// What separates classifiers of Python.
const CLASSIFIER: &str = "::";

const MODE: ParseMode = ParseMode {
    // As Cargo once wrote it.
    allow_slash_as_or_operator: true,
    // These names are guesses.
    allow_imprecise_license_names: false,
    allow_postfix_plus_on_gpl: true,
    allow_deprecated: true,
    allow_unknown: false,
};

/// The identifiers of SPDX, by their small letters.
static IDENTIFIERS: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let all = spdx::identifiers::LICENSES.iter();
    all.map(|licence| (licence.name.to_ascii_lowercase(), licence.name)).collect()
});

/// A licence of a package.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Licence {
    /// The identifier of SPDX, perhaps with an exception; or the text of the author.
    pub name: String,
    /// Whether it is an identifier of SPDX.
    pub is_spdx: bool,
}

/// The licences that a text names, each once. Whether all or one of them are needed is not kept.
pub fn normalise(text: &str) -> Vec<Licence> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Vec::new();
    }
    let read = (text.len() <= TEXT_BYTES_MAX).then(|| names_in(&text)).flatten();
    match read {
        Some(names) => {
            let mut licences: Vec<Licence> = Vec::new();
            for name in names {
                let licence = Licence { name, is_spdx: true };
                if !licences.contains(&licence) {
                    licences.push(licence);
                }
            }
            licences
        }
        None => vec![Licence { name: shortened(&text).to_owned(), is_spdx: false }],
    }
}

/// The expression of SPDX that a text means: an expression with the identifiers that are in use now, or a single
/// licence by its name or address. None for what names several licences without whether all or one of them apply, for
/// what is not known, and for licences that only a document of the author defines (`LicenseRef-`).
pub fn expression(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    let text = text.rsplit_once(CLASSIFIER).map_or(text.as_str(), |(_, last)| last.trim());
    let Ok(expression) = Expression::parse_mode(text, MODE) else { return single(text) };
    // The nodes are in postfix order.
    let mut parts: Vec<(String, Option<Operator>)> = Vec::new();
    for node in expression.iter() {
        let part = match node {
            ExprNode::Req(of) if matches!(of.req.license, LicenseItem::Other { .. }) => {
                return None;
            }
            ExprNode::Req(of) => (renamed(&of.req.to_string()), None),
            ExprNode::Op(operator) => {
                let (right, left) = (parts.pop()?, parts.pop()?);
                let word = if *operator == Operator::And { "AND" } else { "OR" };
                let within = |(text, of): (String, Option<Operator>)| match of {
                    Some(of) if of != *operator => format!("({text})"),
                    _ => text,
                };
                (format!("{} {word} {}", within(left), within(right)), Some(*operator))
            }
        };
        parts.push(part);
    }
    parts.pop().map(|(text, _)| text)
}

/// The identifier of SPDX that a text means, perhaps with an exception; none for anything else, also for several.
pub fn identifier(text: &str) -> Option<String> {
    match <[Licence; 1]>::try_from(normalise(text)) {
        Ok([Licence { name, is_spdx: true }]) if !is_reference(&name) => Some(name),
        _ => None,
    }
}

/// Whether SPDX has an identifier for every licence that a text names, and it names one.
pub fn is_known(text: &str) -> bool {
    let licences = normalise(text);
    !licences.is_empty() && licences.iter().all(|of| of.is_spdx && !is_reference(&of.name))
}

/// Whether what has this licence may be used where only some licences are permitted, by their identifiers. Where an
/// expression offers licences to choose from, one of them is enough; of a text that is no expression, all are needed.
pub fn permits(text: &str, may_use: impl Fn(&str) -> bool) -> bool {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let inner = text.rsplit_once(CLASSIFIER).map_or(text.as_str(), |(_, last)| last.trim());
    let expression = (text.len() <= TEXT_BYTES_MAX).then(|| Expression::parse_mode(inner, MODE));
    match expression {
        Some(Ok(expression)) => expression.evaluate(|of| may_use(&renamed(&of.to_string()))),
        _ => normalise(&text).iter().all(|licence| may_use(&licence.name)),
    }
}

/// Whether only a document of the author defines a licence.
fn is_reference(name: &str) -> bool {
    name.starts_with("LicenseRef-") || name.starts_with("DocumentRef-")
}

/// The beginning of a text, as long as one that is read.
fn shortened(text: &str) -> &str {
    let text = text.rsplit_once(CLASSIFIER).map_or(text, |(_, last)| last.trim());
    let end = (0..=TEXT_BYTES_MAX.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// What a text names; none if any part of it is unknown.
fn names_in(text: &str) -> Option<Vec<String>> {
    let text = text.rsplit_once(CLASSIFIER).map_or(text, |(_, last)| last.trim());
    if let Some(names) = in_expression(text) {
        return Some(names);
    }
    if let Some(name) = single(text) {
        return Some(vec![name]);
    }
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    for separator in [" OR ", " or ", " AND ", " and ", " & ", ";", "|", "/", ", "] {
        let parts: Vec<&str> =
            inner.split(separator).map(str::trim).filter(|part| !part.is_empty()).collect();
        if parts.len() < 2 {
            continue;
        }
        let named: Option<Vec<Vec<String>>> = parts
            .iter()
            .map(|part| in_expression(part).or_else(|| Some(vec![single(part)?])))
            .collect();
        if let Some(named) = named {
            return Some(named.concat());
        }
    }
    None
}

/// A licence by its identifier in any case, its name or its address.
fn single(text: &str) -> Option<String> {
    let identifier = IDENTIFIERS.get(&text.to_ascii_lowercase()).copied();
    let found =
        identifier.or_else(|| names::identifier(text)).or_else(|| urls::identifier(text))?;
    Some(current(found))
}

/// The licences of an expression of SPDX.
fn in_expression(text: &str) -> Option<Vec<String>> {
    let expression = Expression::parse_mode(text, MODE).ok()?;
    Some(expression.requirements().map(|of| renamed(&of.req.to_string())).collect())
}

/// A licence of an expression, perhaps with an exception, by the identifier that SPDX uses now.
fn renamed(name: &str) -> String {
    match name.split_once(" WITH ") {
        Some((licence, exception)) => format!("{} WITH {exception}", current(licence)),
        None => current(name),
    }
}

/// The identifier that SPDX uses now for one that it has deprecated.
fn current(name: &str) -> String {
    let is_gnu = ["GPL-", "LGPL-", "AGPL-", "GFDL-"].iter().any(|family| name.starts_with(family));
    let Some((family, rest)) = name.split_once('-').filter(|_| is_gnu) else {
        return name.to_owned();
    };
    if let Some(version) = rest.strip_suffix('+') {
        return format!("{family}-{version}-or-later");
    }
    if rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return format!("{name}-only");
    }
    match name {
        "GPL-2.0-with-classpath-exception" => {
            "GPL-2.0-only WITH Classpath-exception-2.0".to_owned()
        }
        "GPL-2.0-with-font-exception" => "GPL-2.0-only WITH Font-exception-2.0".to_owned(),
        "GPL-2.0-with-bison-exception" => "GPL-2.0-or-later WITH Bison-exception-2.2".to_owned(),
        "GPL-2.0-with-GCC-exception" => "GPL-2.0-or-later WITH GCC-exception-2.0".to_owned(),
        "GPL-3.0-with-GCC-exception" => "GPL-3.0-only WITH GCC-exception-3.1".to_owned(),
        _ => name.to_owned(),
    }
}
