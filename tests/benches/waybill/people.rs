//! The list of users with a hundred thousand people: its first page, and a search. Making them takes about 20 minutes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_platform::access::{
    Accounts as _, Administration as _, Cost, Embedded, NewUser, Options, UserQuery, UserStatus,
};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;

use crate::{p99, row};

const PEOPLE: usize = 100_000;
const SEARCHES: usize = 300;
/// The goal for the first page, and for the 99th percentile of searches, in milliseconds.
const FIRST_PAGE_MS: f64 = 200.0;
const SEARCH_MS: f64 = 50.0;
/// What is measured here is not the hashing of passwords.
const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Makes the people, and lists them.
pub(crate) async fn listed_and_searched() {
    // In memory where that is possible: the disk is not what is measured either.
    let memory = std::path::Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(place).expect("a folder");
    let vault = Arc::new(Vault::open(folder.path(), None).expect("a vault"));
    let options = Options { cost: CHEAP, ..Options::default() };
    let access = Embedded::open(Arc::new(MemoryJournal::new()), vault, options).expect("access");
    let at = Timestamp::from_ms(1_767_225_600_000);
    for number in 0..PEOPLE {
        let user = NewUser {
            name: format!("person-{number:06}"),
            email: Some(format!("p{number:06}@shop.example")),
            password: Some(Secret::new("correct horse battery")),
            ..NewUser::default()
        };
        access.create_user(user, ChangeContext::system(at)).await.expect("a user");
    }
    let find = async |search: Option<String>, status: Option<UserStatus>| {
        let query = UserQuery { search, status, limit: 200, ..UserQuery::default() };
        let began = Instant::now();
        let page = access.find_users(query, at).await.expect("a page");
        (began.elapsed(), page.total)
    };
    let (first, total) = find(None, None).await;
    assert_eq!(total, PEOPLE);
    let measured = format!("{:.1} ms", ms(first));
    let goal = "<= 200 ms for the first rows";
    row("users: first page of 100,000", &measured, goal, ms(first) / FIRST_PAGE_MS);

    let mut times = Vec::new();
    for number in 0..SEARCHES {
        // Each is a different part of names and addresses; a third of them are narrowed as well.
        let part = ["9", "42@SHOP", "person-01", "nobody"][number % 4];
        let status = (number % 3 == 0).then_some(UserStatus::Enabled);
        times.push(find(Some(format!("{part}{}", number % 10)), status).await.0);
    }
    let worst = p99(&mut times);
    let measured = format!("{:.1} ms", ms(worst));
    row("users: search among 100,000, p99", &measured, "<= 50 ms", ms(worst) / SEARCH_MS);
}
