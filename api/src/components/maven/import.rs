//! Which files of a Maven repository are imported.

/// What follows the name of a file in that of a file with its checksum.
const CHECKSUMS: [&str; 4] = [".md5", ".sha1", ".sha256", ".sha512"];
/// What Maven itself writes into its local repository.
const OF_CLIENTS: [&str; 3] =
    ["_remote.repositories", "resolver-status.properties", ".lastUpdated"];

/// Whether a file is copied. Metadata and checksums are made by the repository itself.
pub fn is_copied(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_checksum = CHECKSUMS.iter().any(|ending| name.ends_with(ending));
    let is_of_client = OF_CLIENTS.iter().any(|ending| name.ends_with(ending));
    let is_made = name.starts_with("maven-metadata") && name.strip_suffix(".xml").is_some();
    !is_checksum && !is_of_client && !is_made
}

#[cfg(test)]
mod tests {
    use super::is_copied;

    #[test]
    fn what_the_repository_makes_itself_is_left_out() {
        for path in ["g/a/1/a-1.jar", "g/a/1/a-1.pom", "g/a/1/a-1.jar.asc", "archetype-catalog.xml"]
        {
            assert!(is_copied(path), "{path}");
        }
        for path in [
            "g/a/1/a-1.jar.sha1",
            "g/a/maven-metadata.xml",
            "g/a/maven-metadata-central.xml",
            "g/a/1/_remote.repositories",
            "g/a/1/a-1.pom.lastUpdated",
        ] {
            assert!(!is_copied(path), "{path}");
        }
    }
}
