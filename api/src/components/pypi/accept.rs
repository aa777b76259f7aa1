//! The form of an index that a client accepts (PEP 691).

/// The forms of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IndexForm {
    /// A page of links.
    Html,
    /// A page of links, under the media type of the index.
    TypedHtml,
    /// JSON.
    Json,
}

impl IndexForm {
    /// The media type of a response.
    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::TypedHtml => "application/vnd.pypi.simple.v1+html",
            Self::Json => "application/vnd.pypi.simple.v1+json",
        }
    }

    /// Whether it is JSON.
    pub(super) fn is_json(self) -> bool {
        self == Self::Json
    }

    /// The form that a client likes best, by its header `Accept`. None if there is none that it takes.
    pub(super) fn of(accept: Option<&str>) -> Option<Self> {
        let Some(accept) = accept.map(str::trim).filter(|accept| !accept.is_empty()) else {
            return Some(Self::Html);
        };
        // Of those that are liked as much the first one counts.
        let mut best: Option<(u16, Self)> = None;
        for (name, form) in OFFERED {
            let liked = quality(accept, name);
            if liked > best.map_or(0, |(liked, _)| liked) {
                best = Some((liked, form));
            }
        }
        best.map(|(_, form)| form)
    }
}

/// The media types that clients may ask for.
const OFFERED: [(&str, IndexForm); 5] = [
    ("text/html", IndexForm::Html),
    ("application/vnd.pypi.simple.v1+json", IndexForm::Json),
    ("application/vnd.pypi.simple.latest+json", IndexForm::Json),
    ("application/vnd.pypi.simple.v1+html", IndexForm::TypedHtml),
    ("application/vnd.pypi.simple.latest+html", IndexForm::TypedHtml),
];

/// How much a media type is liked, in thousandths; what names it most exactly counts.
fn quality(accept: &str, media_type: &str) -> u16 {
    let (main, _) = media_type.split_once('/').unwrap_or((media_type, ""));
    let mut best = (0, 0);
    for range in accept.split(',') {
        let mut parts = range.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let exactness = if name == media_type {
            3
        } else if name.strip_suffix("/*") == Some(main) {
            2
        } else if name == "*/*" {
            1
        } else {
            continue;
        };
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        if exactness > best.0 {
            best = (exactness, weight.map_or(1_000, thousandths));
        }
    }
    best.1
}

/// A weight such as `0.5`, in thousandths; 0 for what is none.
fn thousandths(weight: &str) -> u16 {
    let (whole, part) = weight.trim().split_once('.').unwrap_or((weight.trim(), ""));
    let digits = format!("{part:0<3}");
    let is_number = part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    match whole {
        "1" => 1_000,
        "0" if is_number => digits.parse().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_that_is_liked_best_is_served() {
        let json = "application/vnd.pypi.simple.v1+json";
        let of_pip =
            format!("{json}, application/vnd.pypi.simple.v1+html; q=0.1, text/html; q=0.01");
        for (accept, form) in [
            (None, Some(IndexForm::Html)),
            (Some("*/*"), Some(IndexForm::Html)),
            (Some(""), Some(IndexForm::Html)),
            (Some(of_pip.as_str()), Some(IndexForm::Json)),
            (Some("text/html,application/xhtml+xml,*/*;q=0.8"), Some(IndexForm::Html)),
            (Some("application/*"), Some(IndexForm::Json)),
            (Some("application/vnd.pypi.simple.latest+json"), Some(IndexForm::Json)),
            (Some("application/vnd.pypi.simple.v1+html"), Some(IndexForm::TypedHtml)),
            (
                Some("text/html;q=0.2, application/vnd.pypi.simple.v1+json;q=0.3"),
                Some(IndexForm::Json),
            ),
            (Some("text/html;q=0, */*;q=0.1"), Some(IndexForm::Json)),
            (Some("application/json"), None),
            (Some("application/vnd.pypi.simple.v2+json"), None),
            (Some("text/html;q=0"), None),
            (Some("text/html;q=x"), None),
        ] {
            assert_eq!(IndexForm::of(accept), form, "{accept:?}");
        }
    }
}
