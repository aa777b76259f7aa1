//! The library of Helm, whose templates have the versions of Masterminds/semver.

use std::fs;
use std::process::Command;

use waybill_tests::tools::more_python_tools;
use waybill_versions::Scheme;

use crate::clients::compare_all;

/// Renders charts that print what versions are, and how pairs of them compare.
const SCRIPT: &str = r"
import json, os, re, sys, tempfile
import helm_python as helm

ONE = '{{ range .Values.texts }}{{ (semver .).Prerelease | quote }}\n{{ end }}'
PAIR = '{{ range .Values.texts }}{{ (semver (index . 0)).Compare (semver (index . 1)) }}\n{{ end }}'

folder = tempfile.mkdtemp()
os.mkdir(f'{folder}/templates')
with open(f'{folder}/Chart.yaml', 'w') as file:
    file.write('apiVersion: v2\nname: orders\nversion: 1.0.0\n')

def render(template, texts):
    with open(f'{folder}/templates/orders.yaml', 'w') as file:
        file.write(template)
    with helm.Chart.load(folder) as chart:
        rendered = chart.render({'texts': texts}, name='test', namespace='default')
    return list(rendered.values())[0].split('\n')[:len(texts)]

def kinds(texts):
    # One text that is no version fails the chart, so halves are tried then.
    try:
        return ['pre' if len(line) > 2 else 'release' for line in render(ONE, texts)]
    except helm.HelmError:
        if len(texts) == 1:
            return ['invalid']
        half = len(texts) // 2
        return kinds(texts[:half]) + kinds(texts[half:])

pairs = json.loads(sys.stdin.buffer.read())
plain = re.compile(r'v?[0-9]+([.][0-9]+)*([-+].*)?')
texts = {text for pair in pairs for text in pair}
texts = sorted(texts, key=lambda text: (plain.fullmatch(text) is None, text))
kind = dict(zip(texts, kinds(texts)))
valid = [pair for pair in pairs if all(kind[text] != 'invalid' for text in pair)]
order = dict(zip(map(tuple, valid), render(PAIR, valid)))
for one, other in pairs:
    print(kind[one], kind[other], order.get((one, other), 'none'))
";

#[test]
fn helm_has_this_order() {
    let home = tempfile::tempdir().expect("a folder");
    let script = home.path().join("orders.py");
    fs::write(&script, SCRIPT).expect("a script");
    let mut python = Command::new(more_python_tools().join("python"));
    compare_all(Scheme::Helm, python.arg(script));
}
