//! The folder that all files of a package have in common. It says of most packages whether a caller who may read only
//! some paths may read them, without reading what is stored.
//!
//! Most packages of a format have it in the same relation to their names. Of each, only the number of this relation is
//! kept.

/// The name of the package, in a relation. No path can contain it.
const NAME: char = '\0';

/// The folder that two folders or files have in common, without a slash at its end.
pub(in crate::repositories::embedded) fn common_folder(one: &str, other: &str) -> String {
    let parts = one.split('/').zip(other.split('/'));
    let common: Vec<&str> =
        parts.take_while(|(one, other)| one == other).map(|(part, _)| part).collect();
    common.join("/")
}

/// The folder that has a file, without a slash at its end.
pub(in crate::repositories::embedded) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A folder in relation to the name of its package.
pub(super) fn relative(folder: &str, name: &str) -> String {
    if folder.contains(NAME) {
        // It could be taken for the name. Nothing follows of the folder of everything.
        return String::new();
    }
    folder.replacen(&path_of(name), NAME.encode_utf8(&mut [0; 4]), 1)
}

/// The folder that a relation means for the name of a package.
pub(super) fn absolute(relative: &str, name: &str) -> String {
    relative.replacen(NAME, &path_of(name), 1)
}

/// A name as paths have it: `com.acme:shop` of Maven is in `com/acme/shop`.
fn path_of(name: &str) -> String {
    match name.split_once(':') {
        Some((group, artifact)) => format!("{}/{artifact}", group.replace('.', "/")),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn files_have_their_folders_in_common() {
        assert_eq!(folder_of("shop/-/shop-1.0.0.tgz"), "shop/-");
        assert_eq!(folder_of("shop.tgz"), "");
        assert_eq!(common_folder("shop/1.0/amd64", "shop/1.0/arm64"), "shop/1.0");
        assert_eq!(common_folder("shop/1.0", "shopping/1.0"), "");
        assert_eq!(common_folder("shop", "shop"), "shop");
    }

    #[test]
    fn packages_of_a_format_have_one_relation() {
        for name in ["shop", "@acme/shop"] {
            assert_eq!(relative(&format!("{name}/-"), name), "\0/-");
        }
        for (folder, name) in
            [("com/acme/shop", "com.acme:shop"), ("org/till.core", "org:till.core")]
        {
            assert_eq!(relative(folder, name), "\0");
        }
        assert_eq!(relative("elsewhere", "shop"), "elsewhere");
        assert_eq!(relative("shop\0/x", "shop"), "");
    }

    proptest! {
        #[test]
        fn a_relation_means_the_folder_again(folder in "[a-c/.:]{0,8}", name in "[a-c/.:]{0,3}") {
            prop_assert_eq!(absolute(&relative(&folder, &name), &name), folder);
        }
    }
}
