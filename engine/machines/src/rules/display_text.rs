//! Characters that are rejected in texts for display.

/// Whether a character is invisible or changes the direction of the text around it, so that a name could be read as
/// another one. Joiners and direction marks are permitted, because some languages require them.
pub fn is_invisible(letter: char) -> bool {
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
    fn direction_overrides_are_unseen_and_joiners_are_not() {
        for unseen in ['\0', '\n', '\u{1b}', '\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}'] {
            assert!(is_invisible(unseen), "{unseen:?}");
        }
        for seen in ['a', 'ä', ' ', 'ع', '\u{200c}', '\u{200d}', '\u{200f}', '漢'] {
            assert!(!is_invisible(seen), "{seen:?}");
        }
    }
}
