//! The library `packaging`, which pip uses.

use std::process::Command;

use waybill_tests::tools::python_tools;
use waybill_versions::Scheme;

use super::compare_all;

const SCRIPT: &str = "
import json, sys
from packaging.version import InvalidVersion, Version

def read(text):
    try:
        return Version(text)
    except InvalidVersion:
        return None

def kind(read):
    return 'invalid' if read is None else 'pre' if read.is_prerelease else 'release'

for one, other in json.loads(sys.stdin.buffer.read()):
    a, b = read(one), read(other)
    order = 'none' if a is None or b is None else (a > b) - (a < b)
    print(kind(a), kind(b), order)
";

/// covers: [PYPI-01]
#[test]
fn pip_has_this_order() {
    let mut python = Command::new(python_tools().join("python"));
    compare_all(Scheme::Pypi, python.args(["-c", SCRIPT]));
}
