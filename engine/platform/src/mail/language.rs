//! The languages of mails, which are those of the console.

/// A language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// Japanese.
    Japanese,
    /// Arabic, which is written from right to left.
    Arabic,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::English, Self::German, Self::French, Self::Japanese, Self::Arabic];

    /// The code of ISO 639.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Japanese => "ja",
            Self::Arabic => "ar",
        }
    }

    /// The language that a tag of BCP 47 means, such as `de` or `de-CH`; `None` for another one.
    pub fn parse(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.as_str()))
    }

    /// The first language of an `Accept-Language` header that there is. Weights are not read: browsers send the tags in
    /// their order.
    pub fn accepted(header: &str) -> Option<Self> {
        header.split(',').find_map(|part| Self::parse(part.split(';').next()?))
    }

    /// Whether it is written from right to left.
    pub const fn is_right_to_left(self) -> bool {
        matches!(self, Self::Arabic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_tag() {
        for language in Language::ALL {
            assert_eq!(Language::parse(language.as_str()), Some(language));
        }
        assert_eq!(Language::parse("de-CH"), Some(Language::German));
        assert_eq!(Language::parse(" AR "), Some(Language::Arabic));
        for other in ["", "d", "deu", "it", "x-de"] {
            assert_eq!(Language::parse(other), None, "{other}");
        }
        assert_eq!(Language::accepted("it-IT, fr;q=0.8, de;q=0.5"), Some(Language::French));
        assert_eq!(Language::accepted("it, *"), None);
    }
}
