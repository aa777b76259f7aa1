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

/// Whether a character is rejected in the names of users and in mail addresses: whatever has no width
/// or changes the direction of a text, so that two names could look alike.
pub const fn is_invisible_in_names(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
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
