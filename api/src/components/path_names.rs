//! What names and paths mean to the systems that files are unpacked on.

/// A name as it is where case does not matter. Letters that have one capital letter are the same.
pub(super) fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

/// Whether a path in an archive stays where the archive is unpacked, on each system. A folder may end with a slash.
pub(super) fn stays_inside(path: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..");
    let path = path.strip_suffix('/').unwrap_or(path);
    !path.contains(['\\', '\0', ':']) && path.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_inside_and_names_are_one_whatever_their_case() {
        for path in ["a", "a/b.c/", "a..b/.c"] {
            assert!(stays_inside(path), "{path}");
        }
        for path in ["", "/", "/a", "a//b", "a/../b", "./a", "a\\b", "c:a", "a\0"] {
            assert!(!stays_inside(path), "{path}");
        }
        assert_eq!(folded("\u{17f}\u{212a}"), folded("SK"));
    }
}
