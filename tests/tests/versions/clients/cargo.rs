//! The crate `semver`, which Cargo uses.

use semver::Version;
use waybill_versions::Scheme;

use super::{Judged, assert_same};
use crate::generated::pairs;

#[test]
fn cargo_has_this_order() {
    let pairs = pairs(Scheme::Cargo);
    let judged = pairs.iter().map(|pair| {
        let (one, other) = (Version::parse(&pair.0).ok(), Version::parse(&pair.1).ok());
        let is_prerelease =
            [&one, &other].map(|read| read.as_ref().map(|read| !read.pre.is_empty()));
        let order = one.zip(other).map(|(one, other)| one.cmp_precedence(&other));
        (pair, Judged { is_prerelease, order })
    });
    assert_same(Scheme::Cargo, judged);
}
