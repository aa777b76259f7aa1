//! The tokens of a query.

use super::AqlError;

/// How much of a token an error shows, in characters.
const SHOWN_CHARS: usize = 40;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// One of `{}[](),:.`.
    Mark(char),
    /// A text in quotes.
    Text(String),
    /// A word without quotes.
    Word(String),
    /// The end of the query.
    End,
}

/// A token and the number of its first character, from 1 on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct At {
    pub(super) token: Token,
    pub(super) at: usize,
}

impl At {
    /// The error of a token in the place of another one.
    pub(super) fn instead_of(&self, expected: impl Into<String>) -> AqlError {
        let found = match &self.token {
            Token::Mark(mark) => format!("“{mark}”"),
            Token::Text(text) => format!("the text “{}”", shown(text)),
            Token::Word(word) => format!("“{}”", shown(word)),
            Token::End => "the end".to_owned(),
        };
        AqlError { at: self.at, expected: expected.into(), found }
    }
}

fn shown(text: &str) -> String {
    let begin: String =
        text.chars().filter(|letter| !letter.is_control()).take(SHOWN_CHARS).collect();
    if text.chars().count() > SHOWN_CHARS { format!("{begin}…") } else { begin }
}

/// Reads the tokens of a query; the last one is its end.
pub(super) fn tokens(query: &str) -> Result<Vec<At>, AqlError> {
    let letters: Vec<char> = query.chars().collect();
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(letter) = letters.get(next).copied() {
        let at = next + 1;
        match letter {
            _ if letter.is_whitespace() => next += 1,
            '{' | '}' | '[' | ']' | '(' | ')' | ',' | ':' | '.' => {
                found.push(At { token: Token::Mark(letter), at });
                next += 1;
            }
            '"' => {
                let (text, end) = text_at(&letters, next)?;
                found.push(At { token: Token::Text(text), at });
                next = end;
            }
            _ if is_in_word(letter) => {
                let length =
                    letters[next..].iter().take_while(|letter| is_in_word(**letter)).count();
                let word = letters[next..next + length].iter().collect();
                found.push(At { token: Token::Word(word), at });
                next += length;
            }
            _ => {
                let token = Token::Word(letter.to_string());
                return Err(
                    At { token, at }.instead_of("a name, a text in quotes or one of {}[](),:")
                );
            }
        }
    }
    found.push(At { token: Token::End, at: letters.len() + 1 });
    Ok(found)
}

const fn is_in_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '@' | '$' | '*')
}

/// Reads a text in quotes, as in JSON. Returns it and where it ends.
fn text_at(letters: &[char], from: usize) -> Result<(String, usize), AqlError> {
    let mut next = from + 1;
    while let Some(letter) = letters.get(next) {
        match letter {
            '\\' => next += 2,
            '"' => {
                let quoted: String = letters[from..=next].iter().collect();
                let text = serde_json::from_str(&quoted).map_err(|_| AqlError {
                    at: from + 1,
                    expected: "a text with the escapes of JSON".to_owned(),
                    found: format!("“{}”", shown(&quoted)),
                })?;
                return Ok((text, next + 1));
            }
            _ => next += 1,
        }
    }
    let end = At { token: Token::End, at: letters.len() + 1 };
    Err(end.instead_of("the quote that ends a text"))
}
