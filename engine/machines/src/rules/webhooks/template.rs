//! The payload of a custom webhook: a text with `{{ .data.repo_key }}`, `{{ .secrets.token }}`, and `| json` or `| yaml`
//! after a value. A placeholder within a JSON string is escaped for it.

use std::collections::BTreeSet;
use std::fmt;

/// The longest payload, in bytes.
pub const TEMPLATE_BYTES_MAX: usize = 16 * 1_024;
/// The deepest value that a placeholder names.
const DEPTH_MAX: usize = 8;

/// What is sent in the place of a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A value of the event, by its path; empty for all of it.
    Data(Vec<String>),
    /// A secret of the webhook, by its name.
    Secret(String),
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As its text. Within a JSON string it is escaped.
    Text {
        /// Whether the placeholder is within a JSON string.
        in_string: bool,
    },
    /// As JSON.
    Json,
    /// As YAML.
    Yaml,
}

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text that is sent as it is.
    Text(String),
    /// A value that is sent in its place.
    Value {
        /// What it is.
        source: Source,
        /// How it is written.
        form: Form,
    },
}

/// Why a template cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateProblem {
    /// It is too long.
    TooLong,
    /// A placeholder has no end; it begins at this character, counted from 1.
    NotClosed(usize),
    /// A placeholder is not one that is known.
    Unknown(String),
    /// The webhook has no such secret.
    UnknownSecret(String),
    /// A secret would be sent in a form for values of events.
    SecretForm(String),
}

impl fmt::Display for TemplateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "A payload has at most {} KiB.", TEMPLATE_BYTES_MAX / 1_024),
            Self::NotClosed(at) => {
                write!(f, "The placeholder at character {at} is not closed; end it with }}}}.")
            }
            Self::Unknown(text) => write!(
                f,
                "'{text}' is not a placeholder; use {{{{ .data.NAME }}}} or {{{{ .secrets.NAME }}}}, the first also \
                 with | json or | yaml."
            ),
            Self::UnknownSecret(name) => {
                write!(f, "There is no secret '{name}'; add it, or remove it from the payload.")
            }
            Self::SecretForm(name) => {
                write!(f, "The secret '{name}' can only be sent as it is; remove what follows |.")
            }
        }
    }
}

/// The pieces of a template.
///
/// # Errors
///
/// [`TemplateProblem`], with the first that is wrong.
pub fn parse_template(
    template: &str,
    secrets: &BTreeSet<&str>,
) -> Result<Vec<Piece>, TemplateProblem> {
    if template.len() > TEMPLATE_BYTES_MAX {
        return Err(TemplateProblem::TooLong);
    }
    let (mut pieces, mut rest, mut quotes) = (Vec::new(), template, Quotes::default());
    while let Some(start) = rest.find("{{") {
        let (text, after) = (&rest[..start], &rest[start + 2..]);
        let Some(end) = after.find("}}") else {
            let position = template[..template.len() - rest.len() + start].chars().count() + 1;
            return Err(TemplateProblem::NotClosed(position));
        };
        quotes.follow(text);
        push_text(&mut pieces, text);
        pieces.push(placeholder(&after[..end], quotes.inside, secrets)?);
        rest = &after[end + 2..];
    }
    push_text(&mut pieces, rest);
    Ok(pieces)
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    if !text.is_empty() {
        pieces.push(Piece::Text(text.to_owned()));
    }
}

/// Whether a text that is read piece by piece is within a JSON string.
#[derive(Default)]
struct Quotes {
    inside: bool,
    escaped: bool,
}

impl Quotes {
    fn follow(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                _ if self.escaped => self.escaped = false,
                '\\' if self.inside => self.escaped = true,
                '"' => self.inside = !self.inside,
                _ => {}
            }
        }
    }
}

fn placeholder(
    text: &str,
    in_string: bool,
    secrets: &BTreeSet<&str>,
) -> Result<Piece, TemplateProblem> {
    let unknown = || TemplateProblem::Unknown(text.trim().to_owned());
    let (path, filter) = match text.split_once('|') {
        Some((path, filter)) => (path.trim(), Some(filter.trim())),
        None => (text.trim(), None),
    };
    let form = match filter {
        None => Form::Text { in_string },
        Some("json") => Form::Json,
        Some("yaml") => Form::Yaml,
        Some(_) => return Err(unknown()),
    };
    let mut parts = path.strip_prefix('.').ok_or_else(unknown)?.split('.');
    let root = parts.next().unwrap_or_default();
    let names: Vec<&str> = parts.collect();
    if names.len() > DEPTH_MAX || !names.iter().all(|name| is_name(name)) {
        return Err(unknown());
    }
    let source = match (root, names.as_slice()) {
        ("data", _) => Source::Data(names.into_iter().map(str::to_owned).collect()),
        ("secrets", [name]) if !secrets.contains(name) => {
            return Err(TemplateProblem::UnknownSecret((*name).to_owned()));
        }
        ("secrets", [name]) if filter.is_some() => {
            return Err(TemplateProblem::SecretForm((*name).to_owned()));
        }
        ("secrets", [name]) => Source::Secret((*name).to_owned()),
        _ => return Err(unknown()),
    };
    Ok(Piece::Value { source, form })
}

fn is_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    !name.is_empty() && name.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(template: &str) -> Result<Vec<Piece>, TemplateProblem> {
        parse_template(template, &BTreeSet::from(["token"]))
    }

    fn value(source: Source, form: Form) -> Piece {
        Piece::Value { source, form }
    }

    fn data(path: &[&str]) -> Source {
        Source::Data(path.iter().map(|name| (*name).to_owned()).collect())
    }

    /// covers: [HOOK-01]
    #[test]
    fn placeholders_are_known_by_where_they_are() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let plain = Form::Text { in_string: false };
        let in_string = Form::Text { in_string: true };
        for (template, pieces) in [
            ("", vec![]),
            ("no placeholder { } }}", vec![text("no placeholder { } }}")]),
            ("{{.data.name}}", vec![value(data(&["name"]), plain)]),
            ("{{ .data | json }}", vec![value(data(&[]), Form::Json)]),
            ("a: {{ .data.a.b | yaml }}", vec![text("a: "), value(data(&["a", "b"]), Form::Yaml)]),
            (
                r#"{"t": "{{ .secrets.token }}"}"#,
                vec![
                    text(r#"{"t": ""#),
                    value(Source::Secret("token".into()), in_string),
                    text(r#""}"#),
                ],
            ),
            (
                r#"{"\"": {{ .data.size }}}"#,
                vec![text(r#"{"\"": "#), value(data(&["size"]), plain), text("}")],
            ),
        ] {
            assert_eq!(parse(template), Ok(pieces), "{template}");
        }
    }

    /// covers: [HOOK-02]
    #[test]
    fn what_is_no_placeholder_is_refused_with_a_sentence() {
        for (template, problem) in [
            ("é{{ .data", TemplateProblem::NotClosed(2)),
            ("{{ .secrets.other }}", TemplateProblem::UnknownSecret("other".into())),
            ("{{ .secrets.token | json }}", TemplateProblem::SecretForm("token".into())),
            (&"x".repeat(TEMPLATE_BYTES_MAX + 1), TemplateProblem::TooLong),
        ] {
            assert_eq!(parse(template), Err(problem), "{template}");
        }
        for unknown in [
            "",
            ".",
            ".data.",
            ".data..a",
            ".secrets",
            ".secrets.a.b",
            "data.a",
            ".data.a b",
            ".env.HOME",
            ".data | base64",
            ".data.a | json | yaml",
            ".data.a.b.c.d.e.f.g.h.i",
        ] {
            let template = format!("{{{{ {unknown} }}}}");
            assert_eq!(
                parse(&template),
                Err(TemplateProblem::Unknown(unknown.into())),
                "{template}"
            );
        }
    }
}
