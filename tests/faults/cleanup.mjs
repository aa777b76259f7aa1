// Faults in cleanup policies.

const platform = 'cargo test --workspace --test repositories cleaning::';
const api = 'cargo test --workspace --test api -- cleanup::';

export default [
  {
    name: 'cleanup-of-what-was-used-meanwhile',
    file: 'engine/platform/src/repositories/cleaning.rs',
    text: '            && self.downloaded_at == selected.downloaded_at',
    replacement: '            && (true || self.downloaded_at == selected.downloaded_at)',
    test: `${platform}files_are_selected`,
  },
  {
    name: 'cleanup-of-what-an-index-lists',
    file: 'engine/platform/src/repositories/embedded/cleaning.rs',
    text: 'has_subject || listed.contains(&stored.version)',
    replacement: 'has_subject || (false && listed.contains(&stored.version))',
    test: `${platform}versions_beyond`,
  },
  {
    name: 'trashed-version-without-its-metadata',
    file: 'engine/platform/src/repositories/embedded/view/apply.rs',
    text: '                        Versions(self).restore(id, version)?;',
    replacement: '                        let _ = (id, version);',
    test: `${platform}versions_beyond`,
  },
  {
    name: 'cleanup-policy-without-a-criterion',
    file: 'engine/machines/src/rules/cleanup.rs',
    text: 'if !criteria.judges_times() && criteria.keep_last.is_none() {',
    replacement: 'if false && !criteria.judges_times() && criteria.keep_last.is_none() {',
    test: `${api}policies_are_kept`,
  },
  {
    name: 'cleanup-by-the-order-of-texts',
    file: 'api/src/components/version_order.rs',
    text: 'scheme.sort(all, |stored| &stored.version)',
    replacement: '{ let _ = scheme; let mut all = all; all.sort_by(|one, other| one.version.cmp(&other.version)); all }',
    test: `${api}a_run_removes`,
  },
];
