//! Readmes as HTML that a page may show. Their authors may be anyone, so nothing in one may run, load or send anything:
//! what is left is text, and links that lead away.

use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use comrak::{Options, markdown_to_html};

use super::about::{Readme, ReadmeFormat};

/// The longest readme that is shown, in bytes. What is behind it is left out.
pub(super) const README_BYTES_MAX: usize = 512 * 1_024;

/// What may be in a readme. No image is among it: those of other servers would tell them who reads.
const TAGS: [&str; 41] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "kbd",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "tfoot",
    "thead",
    "ul",
];

/// A readme as HTML.
pub(super) fn html(readme: &Readme) -> String {
    let text = shortened(&readme.text);
    match readme.format {
        ReadmeFormat::Plain => format!("<pre>{}</pre>", ammonia::clean_text(text)),
        ReadmeFormat::Markdown => SANITIZER.clean(&markdown_to_html(text, &options())).to_string(),
    }
}

/// Whether a readme is longer than what is shown of it.
pub(super) fn is_cut(readme: &Readme) -> bool {
    readme.text.len() > README_BYTES_MAX
}

fn shortened(text: &str) -> &str {
    let mut end = text.len().min(README_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .tags(HashSet::from(TAGS))
        .tag_attributes(
            [
                ("a", HashSet::from(["href", "title"])),
                ("td", HashSet::from(["align"])),
                ("th", HashSet::from(["align"])),
            ]
            .into(),
        )
        .generic_attributes(HashSet::from(["dir", "lang"]))
        .clean_content_tags(HashSet::from([
            "script", "style", "template", "iframe", "object", "svg", "math",
        ]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .set_tag_attribute_value("a", "target", "_blank");
    builder
});

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options.extension.autolink = true;
    // HTML in it is sanitised with all the rest.
    options.render.r#unsafe = true;
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        html(&Readme { text: text.to_owned(), format: ReadmeFormat::Markdown })
    }

    #[test]
    fn nothing_in_a_readme_runs_loads_or_sends() {
        for hostile in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "![x](https://tracker.test/pixel.png)",
            "<iframe src='https://x.test'></iframe>",
            "<form action='https://x.test'><input name=password></form>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "<a href='data:text/html,x' onclick='x()'>x</a>",
            "<style>body{display:none}</style>",
            "<svg><script>alert(1)</script></svg>",
            "<div style='position:fixed;inset:0'>x</div>",
            "<link rel=stylesheet href=//x.test/a.css>",
            "<meta http-equiv=refresh content='0;url=https://x.test'>",
            "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
            "<a href='/ui/admin'>x</a>",
            "<input type=image src=https://x.test/a.png>",
        ] {
            let html = shown(hostile).to_lowercase();
            for word in [
                "<script",
                "onerror",
                "onclick",
                "<img",
                "<iframe",
                "<form",
                "<input",
                "javascript:",
                "data:",
                "<style",
                "style=",
                "<svg",
                "<link",
                "<meta",
                "href=\"/",
                "tracker",
            ] {
                assert!(!html.contains(word), "{hostile} leaves {word} in {html}");
            }
        }
    }

    #[test]
    fn what_people_write_is_shown() {
        let html = shown(
            "# Shop\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n[site](https://x.test) `code`",
        );
        for part in ["<h1>", "<table>", "<td align=\"right\">2</td>", "<code>code</code>"] {
            assert!(html.contains(part), "{part} is missing in {html}");
        }
        assert!(
            html.contains("rel=\"noopener noreferrer nofollow\"")
                && html.contains("target=\"_blank\"")
        );
    }

    #[test]
    fn a_readme_of_any_length_takes_bounded_time_and_room() {
        let nested = "> ".repeat(50_000) + "x";
        assert!(shown(&nested).len() < 8 * README_BYTES_MAX);
        let entities = "&amp;".repeat(400_000);
        assert!(shown(&entities).len() <= 2 * README_BYTES_MAX);
        let long = Readme { text: "é".repeat(README_BYTES_MAX), format: ReadmeFormat::Plain };
        assert!(is_cut(&long) && html(&long).len() <= README_BYTES_MAX + 16);
    }

    #[test]
    fn plain_text_stays_text() {
        let readme = Readme { text: "<b>x</b> & y".to_owned(), format: ReadmeFormat::Plain };
        let html = html(&readme);
        assert!(!html.contains("<b>") && html.contains("&amp;"), "{html}");
    }
}
