// Faults in repositories of charts.

const client = 'cargo test --workspace --test api clients::helm::';
const unit = 'cargo test -p waybill --lib helm::';

export default [
  {
    name: 'chart-under-another-file-name',
    file: 'api/src/components/helm/publish.rs',
    text: 'if file.is_some_and(|file| file != path) {',
    replacement: 'if false {',
    test: `${client}what_is_no_version`,
  },
  {
    name: 'file-of-two-charts',
    file: 'api/src/components/helm/publish.rs',
    text: 'if of_file(&path) != Some((&chart.name, &chart.version)) {',
    replacement: 'if false {',
    test: `${client}what_is_no_version`,
  },
  {
    name: 'hidden-charts-in-the-index',
    file: 'api/src/components/repository_index.rs',
    text: 'keep_visible(&mut package, client.rights().sight(repository).as_ref());',
    replacement: '',
    test: `${client}charts_are_shown`,
  },
  {
    name: 'index-of-those-who-see-all-for-everyone',
    file: 'api/src/components/repository_index.rs',
    text: 'let finished = indexes.get(&key().await?).filter(|_| sees_all);',
    replacement: 'let finished = indexes.get(&key().await?);',
    test: `${client}charts_are_shown`,
  },
  {
    name: 'index-that-never-changes',
    file: 'engine/platform/src/repositories/embedded/view/apply.rs',
    text: 'self.total(|(changes, versions, bytes)| (changes + 1, versions, bytes))',
    replacement: 'self.total(|totals| totals)',
    test: `${client}the_index_has`,
  },
  {
    name: 'oldest-chart-first',
    file: 'api/src/components/helm/index.rs',
    text: 'newer_first(&one.version, &other.version)',
    replacement: 'newer_first(&other.version, &one.version)',
    test: `${client}helm_finds`,
  },
  {
    name: 'links-in-charts',
    file: 'api/src/components/helm/archive.rs',
    text: 'if !member.is_plain() {',
    replacement: 'if false && !member.is_plain() {',
    test: `${unit}archive`,
  },
  {
    name: 'aliases-without-bounds',
    file: 'api/src/components/helm/chart.rs',
    text: 'budget.max_aliases = ALIASES_MAX;',
    replacement: 'budget.max_aliases = usize::MAX;',
    test: `${unit}chart`,
  },
];
