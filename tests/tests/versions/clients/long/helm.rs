//! The library of Helm, whose templates have the versions of Masterminds/semver.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use waybill_tests::tools::more_python_tools;
use waybill_versions::Scheme;

use crate::clients::compare_all;
use crate::generated::pairs;

/// Renders charts that print what versions are, and how pairs of them compare: `orders.py FOLDER`. The texts that are
/// likely to be versions are in `likely.json`, which only saves time.
const SCRIPT: &str = r"
import json, os, sys
import helm_python as helm

ONE = '{{ range .Values.texts }}{{ (semver .).Prerelease | quote }}\n{{ end }}'
PAIR = '{{ range .Values.texts }}{{ (semver (index . 0)).Compare (semver (index . 1)) }}\n{{ end }}'

folder = sys.argv[1]
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
with open(f'{folder}/likely.json') as file:
    likely = json.load(file)
kind = dict(zip(likely, kinds(likely)))
for text in {text for pair in pairs for text in pair} - kind.keys():
    kind[text] = kinds([text])[0]
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
    let texts = pairs(Scheme::Helm).into_iter().flat_map(|(one, other)| [one, other]);
    let likely: BTreeSet<String> = texts.filter(|text| Scheme::Helm.is_valid(text)).collect();
    let likely = serde_json::to_vec(&likely).expect("JSON");
    fs::write(home.path().join("likely.json"), likely).expect("a file");
    compare_all(Scheme::Helm, python.arg(script).arg(home.path()));
}
