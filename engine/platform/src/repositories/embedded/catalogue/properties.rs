//! The index compared with a list: whatever changed, and whatever was merged or built again meanwhile, it has the same
//! packages in the same orders.

use std::collections::BTreeMap;

use proptest::prelude::*;
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::index::{Indexed, IndexedText, PackageIndex, Snapshot};
use super::pattern::Pattern;
use super::segment::Row;
use super::sieve::{Sieve, Sought};
use super::walk::{ByModified, ByName, End};

const REPOSITORIES: [(&str, PackageType); 3] =
    [("r1", PackageType::Npm), ("r2", PackageType::Npm), ("r3", PackageType::Cargo)];

/// What happens to the index.
#[derive(Debug, Clone)]
enum Step {
    /// A package in a repository is now this, or gone.
    Put {
        repository: usize,
        name: String,
        modified_ms: Option<i64>,
    },
    Merge,
    Rebuild,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let put = (0..REPOSITORIES.len(), "[aAbB]{1,3}", proptest::option::of(0_i64..4))
        .prop_map(|(repository, name, modified_ms)| Step::Put { repository, name, modified_ms });
    proptest::collection::vec(
        prop_oneof![8 => put, 1 => Just(Step::Merge), 1 => Just(Step::Rebuild)],
        0..40,
    )
}

/// The list: modification by name and repository.
type Expected = BTreeMap<(String, String, PackageType, usize), i64>;

/// What is searched beside the name.
fn text_of(name: &str, modified_ms: Option<i64>) -> String {
    format!("Of {name} {}", modified_ms.unwrap_or_default())
}

fn indexed<'a>(
    repository: usize,
    name: &'a str,
    modified_ms: Option<i64>,
    text: &'a str,
) -> Indexed<'a> {
    let (id, package_type) = REPOSITORIES[repository];
    let what = modified_ms.map(|modified_ms| IndexedText {
        modified_at: Timestamp::from_ms(modified_ms),
        description: text,
        keywords: &[],
        licence: if modified_ms == 1 { "ISC" } else { "MIT" },
        folder: name,
    });
    Indexed { repository: id, package_type, name, what }
}

fn apply(index: &PackageIndex, expected: &mut Expected, step: &Step) {
    match step {
        Step::Put { repository, name, modified_ms } => {
            let text = text_of(name, *modified_ms);
            index.note([indexed(*repository, name, *modified_ms, &text)]);
            let key = (name.to_lowercase(), name.clone(), REPOSITORIES[*repository].1, *repository);
            match modified_ms {
                Some(modified_ms) => drop(expected.insert(key, *modified_ms)),
                None => drop(expected.remove(&key)),
            }
        }
        Step::Merge => index.merge(),
        Step::Rebuild => {
            let mut rebuilding = index.rebuild();
            for ((_, name, _, repository), modified_ms) in &*expected {
                let text = text_of(name, Some(*modified_ms));
                let indexed = indexed(*repository, name, Some(*modified_ms), &text);
                index.add(&mut rebuilding, &indexed);
            }
            index.finish(rebuilding);
        }
    }
}

/// A row as the list has it.
fn of(snapshot: &Snapshot, row: Row<'_>) -> (String, String, i64) {
    let repository = snapshot.repositories.text(row.key.slot).to_owned();
    (row.key.name.to_owned(), repository, row.modified_at.as_ms())
}

fn listed(expected: &Expected, pattern: Option<&Pattern>) -> Vec<(String, String, i64)> {
    let rows = expected
        .iter()
        .filter(|((lower, ..), _)| pattern.is_none_or(|pattern| pattern.matches(lower)));
    let row =
        |((_, name, _, repository), modified_ms): (&(String, String, PackageType, usize), &i64)| {
            (name.clone(), REPOSITORIES[*repository].0.to_owned(), *modified_ms)
        };
    rows.map(row).collect()
}

/// The repositories of one package have the order in which the index has met them.
fn sorted(mut rows: Vec<(String, String, i64)>) -> Vec<(String, String, i64)> {
    rows.sort();
    rows
}

proptest! {
    #[test]
    fn the_index_has_what_a_list_has(steps in steps(), pattern in "[ab*?]{0,3}") {
        let (index, mut expected) = (PackageIndex::default(), Expected::new());
        for step in &steps {
            apply(&index, &mut expected, step);
        }
        let snapshot = index.snapshot();
        let pattern = Pattern::new(&pattern);
        let is_searched = |pattern: &&Pattern| pattern.prefix().is_empty();
        let searched = pattern.as_ref().filter(is_searched);
        let (all_rows, sieve) = (
            Sieve::default(),
            Sieve {
                name: searched.and_then(|pattern| Sought::new(pattern.literal())),
                ..Sieve::default()
            },
        );
        let rows: Vec<_> = ByName::new(&snapshot, pattern.as_ref(), &sieve, false, None)
            .map(|row| of(&snapshot, row))
            .collect();
        prop_assert_eq!(sorted(rows.clone()), sorted(listed(&expected, pattern.as_ref())));
        let names: Vec<String> = rows.iter().map(|(name, ..)| name.to_lowercase()).collect();
        prop_assert!(names.is_sorted());
        let mut reversed: Vec<_> = ByName::new(&snapshot, pattern.as_ref(), &sieve, true, None)
            .map(|row| of(&snapshot, row))
            .collect();
        reversed.reverse();
        prop_assert_eq!(reversed, rows);
        let by_time = ByModified::new(&snapshot, &all_rows, false, None);
        let by_time: Vec<_> = by_time.map(|row| of(&snapshot, row)).collect();
        prop_assert!(by_time.iter().map(|(.., modified_ms)| modified_ms).is_sorted());
        prop_assert_eq!(sorted(by_time), sorted(listed(&expected, None)));
    }

    /// Going on after any package, there are exactly the rows that are behind all of its own.
    #[test]
    fn a_page_goes_on_where_the_one_before_ended(steps in steps(), descending: bool, at in 0_usize..40) {
        let (index, mut expected) = (PackageIndex::default(), Expected::new());
        for step in &steps {
            apply(&index, &mut expected, step);
        }
        let (snapshot, all_rows) = (index.snapshot(), Sieve::default());
        let all: Vec<Row<'_>> = ByName::new(&snapshot, None, &all_rows, descending, None).collect();
        let Some(last) = all.get(at.min(all.len().saturating_sub(1))) else { return Ok(()) };
        let key = last.key;
        let end = End {
            lower: key.lower,
            name: key.name,
            package_type: key.package_type,
            modified_at: last.modified_at,
        };
        let after: Vec<Row<'_>> = ByName::new(&snapshot, None, &all_rows, descending, Some(end)).collect();
        let is_of_it = |row: &&Row<'_>| (row.key.name, row.key.package_type) == (key.name, key.package_type);
        let behind = all.iter().rposition(|row| is_of_it(&row)).map_or(0, |at| at + 1);
        prop_assert_eq!(after, all[behind..].to_vec());
        let all: Vec<Row<'_>> = ByModified::new(&snapshot, &all_rows, descending, None).collect();
        let after: Vec<Row<'_>> = ByModified::new(&snapshot, &all_rows, descending, Some(end)).collect();
        let is_left = |row: &Row<'_>| {
            let place = |row: &Row<'_>| (row.modified_at, row.key.lower.to_owned(), row.key.name.to_owned(), row.key.package_type);
            if descending { place(row) < place(last) } else { place(row) > place(last) }
        };
        prop_assert_eq!(after, all.into_iter().filter(is_left).collect::<Vec<_>>());
    }

    /// Of rows that are all in the sorted part, a sieve leaves exactly those that have what it looks for.
    #[test]
    fn a_sieve_leaves_the_rows_that_have_what_it_looks_for(
        steps in steps(),
        (name, text) in ("[ab]{0,2}", "[ab 0-3]{0,2}"),
        (slots, licences) in (proptest::option::of(any::<[bool; 3]>()), proptest::option::of(any::<[bool; 2]>())),
        (after, before) in (proptest::option::of(0_i64..4), proptest::option::of(0_i64..4)),
    ) {
        let (index, mut expected) = (PackageIndex::default(), Expected::new());
        for step in &steps {
            apply(&index, &mut expected, step);
        }
        index.merge();
        let (snapshot, all_rows) = (index.snapshot(), Sieve::default());
        let sieve = Sieve {
            name: Sought::new(&name),
            text: Sought::new(&text),
            slots: slots.map(Vec::from),
            licences: licences.map(Vec::from),
            after: after.map(Timestamp::from_ms),
            before: before.map(Timestamp::from_ms),
        };
        let has = |row: &Row<'_>| {
            row.key.lower.contains(&name)
                && row.text.contains(&text)
                && slots.is_none_or(|slots| slots[row.key.slot as usize])
                && licences.is_none_or(|licences| licences[row.licence as usize])
                && after.is_none_or(|after| row.modified_at.as_ms() >= after)
                && before.is_none_or(|before| row.modified_at.as_ms() < before)
        };
        for descending in [false, true] {
            let all = ByName::new(&snapshot, None, &all_rows, descending, None);
            let left = ByName::new(&snapshot, None, &sieve, descending, None);
            prop_assert_eq!(left.collect::<Vec<_>>(), all.filter(has).collect::<Vec<_>>());
        }
    }
}
