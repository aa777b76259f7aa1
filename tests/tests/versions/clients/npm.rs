//! The package `semver`, which npm, pnpm and Yarn use.

use std::process::Command;

use waybill_tests::tools::node_libraries;
use waybill_versions::Scheme;

use super::compare_all;

const SCRIPT: &str = "
const semver = require('semver');
const read = text => semver.parse(text, { loose: true });
const kind = read => read === null ? 'invalid' : read.prerelease.length > 0 ? 'pre' : 'release';
const pairs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const lines = pairs.map(([one, other]) => {
  const [a, b] = [read(one), read(other)];
  return `${kind(a)} ${kind(b)} ${a && b ? semver.compare(one, other, { loose: true }) : 'none'}`;
});
console.log(lines.join('\\n'));
";

#[test]
fn npm_has_this_order() {
    let mut node = Command::new("node");
    node.args(["-e", SCRIPT]).current_dir(node_libraries());
    compare_all(Scheme::Npm, &mut node);
}
