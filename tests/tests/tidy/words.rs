//! Private words stay out of identifiers and comments. docs/glossary.md lists them once: those of the table "Words not
//! used" that are in backticks. The others of that table also have an ordinary meaning, so no rule can find them.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::files::{File, is_code, root};

/// The heading of the table in the glossary.
const HEADING: &str = "## Words not used";

/// The phrases that are rejected, each as its words.
static REJECTED: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let glossary =
        fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary exists");
    let (_, table) = glossary.split_once(HEADING).expect("the glossary has the table");
    let cells = table.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    let phrases = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    phrases.map(|phrase| phrase.split(' ').map(str::to_owned).collect()).collect()
});

/// A word of a file, in lower case.
struct Word {
    text: String,
    line: usize,
    /// Phrases are found within one identifier, or within adjacent comments.
    run: usize,
}

pub fn words(file: &File) -> Vec<String> {
    // The texts of the console have keys that follow their sentences.
    if !is_code(file) || file.path.starts_with("ui/src/texts/") {
        return Vec::new();
    }
    let is_rust = Path::new(&file.path).extension().is_some_and(|ending| ending == "rs");
    // Doc comments of the command line's arguments are its help texts.
    let has_help = file.path == "api/src/cli.rs" || file.path.starts_with("api/src/cli/");
    let words = Reader { text: &file.text, is_rust, has_help, ..Reader::default() }.read();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        for phrase in REJECTED.iter() {
            let here = words[at..].iter().take(phrase.len());
            let matches = here.clone().count() == phrase.len()
                && here.zip(phrase).all(|(here, text)| here.run == word.run && here.text == *text);
            if matches {
                let phrase = phrase.join(" ");
                found.push(format!("line {}: '{phrase}' is a private word", word.line));
            }
        }
    }
    found
}

/// Separates comments and identifiers from literals. It knows as much of both languages as that takes.
#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    is_rust: bool,
    has_help: bool,
    at: usize,
    line: usize,
    run: usize,
    in_comment: bool,
    /// The last character of code that is no space.
    last: Option<char>,
    words: Vec<Word>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Takes this many bytes, and counts their lines.
    fn take(&mut self, bytes: usize) -> &'t str {
        let taken = &self.rest()[..bytes];
        self.line += taken.matches('\n').count();
        self.at += bytes;
        taken
    }

    fn read(mut self) -> Vec<Word> {
        while let Some(next) = self.rest().chars().next() {
            if self.rest().starts_with("//") && !self.text[..self.at].ends_with(':') {
                let end = self.rest().find('\n').unwrap_or(self.rest().len());
                self.comment(end);
            } else if self.rest().starts_with("/*") {
                let end = self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
                self.comment(end);
            } else if let Some(end) = self.literal(next) {
                self.take(end);
                self.code('"');
            } else if next.is_alphabetic() || next == '_' {
                let end = self.rest().find(|c: char| !c.is_alphanumeric() && c != '_');
                self.identifier(end.unwrap_or(self.rest().len()));
            } else {
                self.take(next.len_utf8());
                self.code(next);
            }
        }
        self.words
    }

    /// Ends a run of comments, unless there is only space between them.
    fn code(&mut self, next: char) {
        if !next.is_whitespace() {
            self.in_comment = false;
            self.last = Some(next);
        }
    }

    fn comment(&mut self, bytes: usize) {
        if !self.in_comment {
            self.run += 1;
        }
        self.in_comment = true;
        let line = self.line;
        let text = self.take(bytes);
        if self.has_help && text.starts_with("///") {
            return;
        }
        for (number, text) in text.lines().enumerate() {
            // What is in backticks is a name, often one that is recorded or sent and must not change.
            let prose = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
            let words = prose.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            self.words.extend(words.map(|word| Word {
                text: word.to_lowercase(),
                line: line + number + 1,
                run: self.run,
            }));
        }
    }

    fn identifier(&mut self, bytes: usize) {
        self.code('x');
        self.run += 1;
        let (line, run) = (self.line + 1, self.run);
        let name = self.take(bytes);
        for part in name.split('_').filter(|part| !part.is_empty()) {
            let mut start = 0;
            let starts = part.char_indices().zip(part.chars().skip(1));
            let humps = starts
                .filter(|((_, before), after)| before.is_lowercase() && after.is_uppercase())
                .map(|((at, before), _)| at + before.len_utf8());
            for end in humps.chain([part.len()]) {
                self.words.push(Word { text: part[start..end].to_lowercase(), line, run });
                start = end;
            }
        }
    }

    /// The length of the literal that begins here, if any.
    fn literal(&self, next: char) -> Option<usize> {
        let rest = self.rest();
        match (next, self.is_rust) {
            ('"', true) => Some(closing(rest, '"')),
            ('r' | 'b' | 'c', true) => {
                let after = rest.trim_start_matches(['b', 'c', 'r']);
                let hashes = after.chars().take_while(|c| *c == '#').count();
                let is_raw = rest[..rest.len() - after.len()].contains('r');
                let before = self.text[..self.at].chars().next_back();
                let is_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
                if is_word || !after[hashes..].starts_with('"') || (hashes > 0 && !is_raw) {
                    return None;
                }
                let start = rest.len() - after.len() + hashes;
                if !is_raw {
                    return Some(start + closing(&rest[start..], '"'));
                }
                let end = format!("\"{}", "#".repeat(hashes));
                let length = rest[start + 1..].find(&end).map_or(rest.len(), |at| at + end.len());
                Some((start + 1 + length).min(rest.len()))
            }
            // A character, and not a lifetime.
            ('\'', true) => {
                let mut inner = rest.chars().skip(1);
                let first = inner.next()?;
                (first == '\\' || inner.next() == Some('\'')).then(|| closing(rest, '\''))
            }
            ('"' | '\'', false) => {
                // In the text of an element it is an apostrophe.
                let end = closing(rest, next);
                (!rest[..end].contains('\n')).then_some(end)
            }
            ('`', false) => Some(closing(rest, '`')),
            ('/', false) => {
                let expected =
                    [None, Some('('), Some(','), Some('='), Some(':'), Some('['), Some('!')];
                let more = [Some('&'), Some('|'), Some('?'), Some('{'), Some(';'), Some('>')];
                let end = closing(rest, '/');
                let is_pattern = expected.contains(&self.last) || more.contains(&self.last);
                (is_pattern && !rest[..end].contains('\n')).then_some(end)
            }
            _ => None,
        }
    }
}

/// The length of a literal up to its closing mark, or to the end of the file.
fn closing(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == mark => return at + mark.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        words(&File { path: path.to_owned(), text: text.to_owned() }).len()
    }

    #[test]
    fn private_words_are_found_in_identifiers_and_comments() {
        assert!(REJECTED.len() > 20, "only {} phrases were read", REJECTED.len());
        for text in [
            "fn told_by() {}",
            "struct WhoeverCame;",
            "const NOBODY: u8 = 1;",
            "let isAnyMore = 1;",
            "// It is not there any\n    // more.",
            "/* Whoever it is. */",
            "let x = 'a'; // nobody's",
            "let x = \"\\\"\"; // told",
        ] {
            assert_eq!(found("engine/src/x.rs", text), 1, "{text}");
        }
        assert_eq!(found("ui/src/x.tsx", "<p>it's</p>\n// told"), 1);
    }

    #[test]
    fn literals_names_in_backticks_help_and_ordinary_words_are_not() {
        for text in [
            "let x = \"nobody\";",
            "let x = r#\"told \" nobody\"#;",
            "let x = b\"told\";",
            "/// The outcome is `told`.",
            "// One connection was refused. Many\n// more wait a moment.",
            "// Not any. let x = 1;\nfn more() {}",
            "fn unfoldhouse<'a>(x: &'a str) {}",
        ] {
            assert_eq!(found("engine/src/x.rs", text), 0, "{text}");
        }
        assert_eq!(found("ui/src/x.ts", "match(/told \\/ nobody/); const y = `told`;"), 0);
        assert_eq!(found("ui/src/texts/x.ts", "const nobody = 1;"), 0);
        assert_eq!(found("api/src/cli/x.rs", "/// Let somebody in.\nstruct X;"), 0);
    }
}
