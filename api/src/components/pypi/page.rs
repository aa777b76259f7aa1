//! The index as a page of links (PEP 503).

use super::simple::{API_VERSION, Listed};

/// A link with attributes.
pub(super) struct Link {
    address: String,
    text: String,
    attributes: Vec<(&'static str, String)>,
}

impl Link {
    /// A link without attributes.
    pub(super) const fn new(address: String, text: String) -> Self {
        Self { address, text, attributes: Vec::new() }
    }

    /// The link to a file.
    pub(super) fn of(file: &Listed) -> Self {
        let mut attributes = Vec::new();
        if let Some(versions) = &file.requires_python {
            attributes.push(("data-requires-python", versions.clone()));
        }
        if let Some(sha256) = &file.metadata_sha256 {
            let value = format!("sha256={sha256}");
            attributes.push(("data-dist-info-metadata", value.clone()));
            attributes.push(("data-core-metadata", value));
        }
        if let Some(reason) = &file.yanked {
            attributes.push(("data-yanked", reason.clone()));
        }
        let address = format!("{}#sha256={}", file.address(), file.sha256);
        Self { address, text: file.name().to_owned(), attributes }
    }
}

/// A page with a title and links.
pub(super) fn page(title: &str, links: impl Iterator<Item = Link>) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html>\n<head>\n<meta name=\"pypi:repository-version\" content=\"{API_VERSION}\">\n\
         <title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for Link { address, text, attributes } in links {
        page.push_str(&format!("<a href=\"{}\"", escaped(&address)));
        for (name, value) in attributes {
            page.push_str(&format!(" {name}=\"{}\"", escaped(&value)));
        }
        page.push_str(&format!(">{}</a><br>\n", escaped(&text)));
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// A text that means nothing in HTML, in quotes or without.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_link_is_read_as_html() {
        let mut link = Link::new("a/".to_owned(), "<a>".to_owned());
        link.attributes.push(("data-yanked", "\"><script>'&".to_owned()));
        let page = page("x & y", std::iter::once(link));
        assert!(page.contains("<title>x &amp; y</title>"), "{page}");
        assert!(
            page.contains(
                "<a href=\"a/\" data-yanked=\"&quot;&gt;&lt;script&gt;&#39;&amp;\">&lt;a&gt;</a>"
            ),
            "{page}"
        );
    }
}
