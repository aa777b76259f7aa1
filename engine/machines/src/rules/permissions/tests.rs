use super::*;

fn target(includes: &[&str], excludes: &[&str]) -> Target {
    let owned = |patterns: &[&str]| patterns.iter().map(|text| (*text).to_owned()).collect();
    Target {
        repositories: Repositories::Any {},
        includes: owned(includes),
        excludes: owned(excludes),
    }
}

#[test]
fn everything_below_a_folder_is_known_without_its_names() {
    for (includes, excludes, folder, all, some) in [
        (&["**"][..], &[][..], "", true, true),
        (&["**/*"], &[], "a/b", true, true),
        (&["a/**"], &[], "a", true, true),
        (&["a/**"], &[], "a/b", true, true),
        (&["a/"], &[], "a/b", true, true),
        (&["a/**"], &[], "", false, true),
        (&["a/**"], &[], "b", false, false),
        (&["a/*/c/**"], &[], "a/x/c/d", true, true),
        (&["a/*/c/**"], &[], "a/x", false, true),
        (&["a/*"], &[], "a", false, true),
        (&["a/*"], &[], "a/b", false, false),
        (&["**/x.txt"], &[], "a/b", false, true),
        (&["**"], &["secret/**"], "", false, true),
        (&["**"], &["secret/**"], "secret", false, false),
        (&["**"], &["secret/**"], "secret/a", false, false),
        (&["**"], &["secret/**"], "open", true, true),
        (&["**"], &["**/*.key"], "a", false, true),
    ] {
        let target = target(includes, excludes);
        assert_eq!(target.has_all_below(folder), all, "{includes:?} {excludes:?} {folder}");
        assert_eq!(target.may_have_below(folder), some, "{includes:?} {excludes:?} {folder}");
    }
}

/// The two answers about folders against what they mean, over all short patterns and paths.
#[test]
fn what_is_known_of_folders_agrees_with_each_path_below() {
    let words = ["a", "b", "*", "**"];
    let mut patterns: Vec<String> = vec![String::new()];
    for _ in 0..3 {
        let longer = patterns.iter().flat_map(|start| {
            words.map(|word| if start.is_empty() { word.into() } else { format!("{start}/{word}") })
        });
        let longer: Vec<String> = longer.collect();
        patterns.extend(longer);
    }
    patterns.retain(|pattern| !pattern.is_empty());
    let mut names: Vec<String> = vec!["a".into(), "b".into(), "c".into()];
    for _ in 0..3 {
        let longer: Vec<String> = names
            .iter()
            .flat_map(|start| ["a", "b", "c"].map(|word| format!("{start}/{word}")))
            .collect();
        names.extend(longer);
        names.sort();
        names.dedup();
    }
    for pattern in &patterns {
        for folder in ["", "a", "b", "a/b", "c"] {
            let is_below =
                |name: &&String| folder.is_empty() || name.starts_with(&format!("{folder}/"));
            let mut below = names.iter().filter(is_below);
            if has_all_below(pattern, folder) {
                assert!(below.clone().all(|name| matches(pattern, name)), "{pattern} {folder}");
            }
            if below.any(|name| matches(pattern, name)) {
                assert!(may_be_below(pattern, folder), "{pattern} {folder}");
            }
        }
    }
}

#[test]
fn a_pattern_can_match_the_path_of_a_file() {
    for valid in ["**", "**/*", "a/", "com/acme/**", "a b/*.txt", "v?.*", "ä"] {
        assert!(is_pattern(valid), "{valid}");
    }
    let long = "a".repeat(256);
    for wrong in [
        "", "/", "/a", "a//b", " a", "a /b", "./a", "../a", "a\\b", "a,b", "a;b", "**.key", "a\0",
        &long,
    ] {
        assert!(!is_pattern(wrong), "{wrong}");
    }
}

#[test]
fn only_what_is_granted_is_allowed() {
    let ann = PersonId("p_ann".into());
    let permission = Permission {
        name: "team".into(),
        targets: vec![target(&["**"], &[])],
        users: BTreeMap::from([(ann.clone(), BTreeSet::from([Action::Manage]))]),
        groups: BTreeMap::from([("g_1".into(), BTreeSet::from([Action::Write]))]),
        anonymous_reads: false,
        builds: None,
        bundles: None,
    };
    let none = BTreeSet::new();
    let user = |person, groups| Grantee::User { person, groups };
    let bob = PersonId("p_bob".into());
    let team = BTreeSet::from(["g_1".to_owned()]);
    for (grantee, action, expected) in [
        (user(&ann, &none), Action::Manage, true),
        (user(&ann, &none), Action::Read, true),
        (user(&ann, &none), Action::Write, false),
        (user(&ann, &team), Action::Write, true),
        (user(&bob, &team), Action::Write, true),
        (user(&bob, &team), Action::Read, false),
        (user(&bob, &none), Action::Write, false),
        (Grantee::Anonymous, Action::Read, false),
    ] {
        assert_eq!(permission.grants(grantee, action), expected, "{grantee:?} {action:?}");
    }
    let open = Permission { anonymous_reads: true, ..permission };
    assert!(open.grants(Grantee::Anonymous, Action::Read));
    assert!(open.grants(user(&bob, &none), Action::Read));
    assert!(!open.grants(Grantee::Anonymous, Action::Write));
}
