//! Where the links of a page lead.

use html5gum::{Token, Tokenizer};

/// The addresses in the links of a page, as they are written there.
pub(crate) fn links_in(page: &str) -> Vec<String> {
    let tags = Tokenizer::new(page).flatten().filter_map(|token| match token {
        Token::StartTag(tag) if *tag.name == b"a" => Some(tag),
        _ => None,
    });
    let hrefs = tags.filter_map(|tag| {
        let href = tag.attributes.iter().find(|(name, _)| ***name == b"href"[..])?.1;
        Some(String::from_utf8_lossy(href).into_owned())
    });
    hrefs.collect()
}

#[cfg(test)]
mod tests {
    use super::links_in;

    #[test]
    fn links_are_read_as_browsers_read_them() {
        let page =
            "<a href='a/'>a</a><A HREF=b&amp;c>b<a name=x><!-- <a href=no> --> <a href=\"..\">";
        assert_eq!(links_in(page), ["a/", "b&c", ".."]);
        assert!(links_in("no page").is_empty());
    }
}
