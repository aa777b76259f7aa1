//! Which characters a text that people read may not hold.

/// Characters that nobody sees, or that turn the text around them: with one of them a name reads as another. What joins
/// letters or marks their direction stays, since languages are written with it.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{200b}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_a_text_is_unseen_and_what_joins_letters_is_not() {
        for unseen in ['\0', '\n', '\u{1b}', '\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}'] {
            assert!(is_unseen(unseen), "{unseen:?}");
        }
        for seen in ['a', 'ä', ' ', 'ع', '\u{200c}', '\u{200d}', '\u{200f}', '漢'] {
            assert!(!is_unseen(seen), "{seen:?}");
        }
    }
}
