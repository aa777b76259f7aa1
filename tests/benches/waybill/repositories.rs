//! Repositories: how fast packages and contents are stored and read, and how much memory that takes, beside programs
//! that do the same. `docs/speed.md` has what was measured.

mod appending;
mod catalogue;
pub(crate) mod client;
mod floor;
mod large;
mod load;
mod million;
mod packages;
mod protocols;
mod publishes;
mod reads;
mod shown;
pub(crate) mod subjects;
mod transfers;
mod versions;

pub(crate) use catalogue::of_packages;
pub(crate) use large::pushed_and_pulled;
pub(crate) use million::opened;
pub(crate) use publishes::small_packages;
pub(crate) use reads::packuments_and_manifests;
pub(crate) use shown::on_an_open_page;
pub(crate) use transfers::at_once;
pub(crate) use versions::of_one_package;
