//! The name under which a browser stores a bundle: the one that its user typed, with the service.

use waybill_machines::rules::services::ServiceId;

/// The longest part of the name that was typed, in characters.
const TYPED_CHARS_MAX: usize = 80;

/// `Slow uploads` of xray is `Slow uploads-xray.zip`. Characters that mean something to a file system or a shell become
/// dashes; `id` names a bundle of whose name nothing is left.
pub fn file_name(typed: &str, service: ServiceId, id: &str) -> String {
    let is_kept = |character: char| {
        character.is_alphanumeric() || matches!(character, ' ' | '.' | '-' | '_' | '(' | ')')
    };
    let typed: String = typed
        .chars()
        .take(TYPED_CHARS_MAX)
        .map(|character| if is_kept(character) { character } else { '-' })
        .collect();
    let typed = typed.trim_matches([' ', '.', '-']);
    if typed.is_empty() { format!("{id}.zip") } else { format!("{typed}-{service}.zip") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [BUNDLE-04]
    #[test]
    fn the_typed_name_is_kept_and_what_a_path_is_made_of_is_not() {
        let name = |typed: &str| file_name(typed, ServiceId::Xray, "b1-7-xray");
        for (typed, expected) in [
            ("slow uploads", "slow uploads-xray.zip"),
            ("Über (2)_v1.2", "Über (2)_v1.2-xray.zip"),
            ("../../etc/passwd", "etc-passwd-xray.zip"),
            ("a\"b;c\\d\r\n", "a-b-c-d-xray.zip"),
            ("\u{202e}fdp.exe", "fdp.exe-xray.zip"),
            ("", "b1-7-xray.zip"),
            (" .. ", "b1-7-xray.zip"),
        ] {
            assert_eq!(name(typed), expected, "{typed:?}");
        }
        assert_eq!(name(&"x".repeat(1_000)).len(), 80 + "-xray.zip".len());
    }
}
