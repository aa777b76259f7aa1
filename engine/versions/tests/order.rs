//! The order of each scheme: total, the same by text and by key, and kept by sorting.

use std::cmp::Ordering;

use proptest::prelude::*;
use waybill_machines::rules::repositories::PackageType;
use waybill_versions::Scheme;

/// Versions of all schemes and what is none, with parts that occur often enough to be the same.
fn versions() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "0",
        "1",
        "2",
        "10",
        "01",
        "alpha",
        "a",
        "rc",
        "dev",
        "post",
        "SNAPSHOT",
        "sp",
        "x",
        ".",
        ".",
        ".",
        "-",
        "-",
        "+",
        "!",
        "v",
        "99999999999999999999",
        " ",
        "é",
    ]);
    let odd = prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat());
    let usual = "v?[0-2]\\.[0-2]\\.(0|1|10)(-(0|1|a|rc)(\\.(1|2))?)?(\\+[ab])?";
    prop_oneof![odd, usual, "[0-2](\\.[0-1]){0,2}((a|b|rc)[01])?(\\.post1)?(\\.dev0)?(\\+[a1])?"]
}

fn schemes() -> impl Strategy<Value = Scheme> {
    prop::sample::select(Scheme::ALL.to_vec())
}

/// How many cases are generated; `npm run test:all` generates more.
fn cases() -> u32 {
    if std::env::var("WAYBILL_WHOLE").is_ok_and(|whole| whole == "1") { 4_096 } else { 512 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn the_order_is_total(scheme in schemes(), texts in prop::array::uniform3(versions())) {
        let [one, other, third] = &texts;
        let order = scheme.compare(one, other);
        prop_assert_eq!(order, scheme.compare(other, one).reverse());
        prop_assert_eq!(order == Ordering::Equal, one == other);
        if scheme != Scheme::Maven && order.is_le() && scheme.compare(other, third).is_le() {
            prop_assert!(scheme.compare(one, third).is_le());
        }
        if !scheme.is_valid(one) && scheme.is_valid(other) {
            prop_assert_eq!(order, Ordering::Less);
        }
    }

    #[test]
    fn keys_have_the_order(scheme in schemes(), one in versions(), other in versions()) {
        match (scheme.sort_key(&one), scheme.sort_key(&other)) {
            (Some(key), Some(other_key)) => {
                prop_assert_eq!(key.cmp(&other_key), scheme.compare(&one, &other));
            }
            _ => prop_assert_eq!(scheme, Scheme::Maven),
        }
    }

    #[test]
    fn sorting_keeps_all(scheme in schemes(), texts in prop::collection::vec(versions(), 0..20)) {
        let sorted = scheme.sort(texts.clone(), |text| text);
        if scheme != Scheme::Maven {
            prop_assert!(sorted.is_sorted_by(|one, other| scheme.compare(one, other).is_le()));
        }
        let (mut before, mut after) = (texts, sorted);
        before.sort_unstable();
        after.sort_unstable();
        prop_assert_eq!(before, after);
    }

    #[test]
    fn the_newest_is_a_release_if_there_is_one(
        scheme in schemes(),
        texts in prop::collection::vec(versions(), 1..10),
    ) {
        let is_release = |text: &str| scheme.is_valid(text) && !scheme.is_prerelease(text);
        let newest = scheme.newest(texts.iter().map(String::as_str)).expect("one of some");
        prop_assert_eq!(is_release(newest), texts.iter().any(|text| is_release(text)));
    }

    #[test]
    fn any_text_is_read(scheme in schemes(), text in ".{0,80}") {
        prop_assert_eq!(scheme.compare(&text, &text), Ordering::Equal);
    }
}

#[test]
fn long_texts_are_no_versions() {
    let long = "1".repeat(100_000);
    for scheme in Scheme::ALL {
        assert!(!scheme.is_valid(&long), "{scheme:?}");
    }
}

#[test]
fn package_types_with_an_order_have_a_scheme() {
    let without = PackageType::ALL.into_iter().filter(|of| Scheme::of(*of).is_none());
    assert_eq!(
        without.collect::<Vec<_>>(),
        [PackageType::Generic, PackageType::Docker, PackageType::Mysql]
    );
}
