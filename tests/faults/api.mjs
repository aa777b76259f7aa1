// Faults in the server.

const api = 'cargo test --workspace --test api';
const admin = 'if !is_admin(state, &person).await? {';
const openTo = path => `if !parts.uri.path().contains("${path}") && !is_admin(state, &person).await? {`;

export default [
  {
    name: 'remember-me-off-by-default',
    file: 'api/src/components/access/auth.rs',
    text: 'query.remember.unwrap_or(true)',
    replacement: 'query.remember.unwrap_or(false)',
    test: `${api} a_sign_in_lasts_a_week`,
  },
  {
    name: 'remembered-cookie-lasts-a-day',
    file: 'api/src/components/access/auth.rs',
    text: 'let lasts_ms = remember.then_some(REMEMBERED_MS);',
    replacement: 'let lasts_ms = remember.then_some(REMEMBERED_MS / 7);',
    test: `${api} a_sign_in_lasts_a_week`,
  },
  {
    name: 'service-of-before-counts-as-enabled',
    file: 'api/src/components/status.rs',
    text: 'node.service == service && node.version.is_some()',
    replacement: 'node.service == service',
    test: `${api} a_service_removed_from_the_configuration`,
  },
  {
    name: 'anybody-changes-the-logo',
    file: 'api/src/caller.rs',
    text: admin,
    replacement: openTo('system/logo'),
    test: `${api} logo::only_administrators_can_change_it`,
  },
  {
    name: 'anybody-lists-and-revokes-tokens',
    file: 'api/src/caller.rs',
    text: admin,
    replacement: openTo('access/api/v1/tokens'),
    test: `${api} only_administrators_can_list_and_revoke_tokens`,
  },
  {
    name: 'foreign-origin-accepted',
    file: 'api/src/caller.rs',
    text: 'Some(origin) if state.edge.address.knows_origin(origin) && same_site => Ok(()),',
    replacement: 'Some(_) if same_site => Ok(()),\n        Some(origin) if state.edge.address.knows_origin(origin) => Ok(()),',
    test: `${api} origin::every_change_from_another_origin`,
  },
  {
    name: 'handed-out-without-comparing',
    file: 'engine/platform/src/stored_file.rs',
    text: '        stored.compare(&file)?;\n',
    replacement: '',
    test: `${api} stored_files::`,
  },
  {
    name: 'changed-instance-accepted',
    file: 'api/src/data/manifest.rs',
    text: 'if let Some((name, _)) = self.ids.iter().find(is_other) {',
    replacement: 'if let Some((name, _)) = self.ids.iter().find(is_other).filter(|_| false) {',
    test: `${api} data_directory::damage_of_the_vault`,
  },
  {
    name: 'index-of-sessions-believed-without-its-digest',
    file: 'engine/platform/src/digested_file.rs',
    text: 'if sha256_hex(&bytes[..end]).as_bytes() != &bytes[end + 1..] {',
    replacement: 'if bytes[end + 1..].len() != 64 {',
    test: `${api} saved_index::`,
  },
  {
    name: 'cookie-for-the-whole-origin',
    file: 'api/src/public_url.rs',
    text: 'if self.is_empty() { "/" } else { &self.0 }',
    replacement: '"/"',
    test: `${api} base_path::`,
  },
  {
    name: 'host-prefix-below-a-base-path',
    file: 'api/src/state.rs',
    text: '(true, false) => "__Secure-",',
    replacement: '(true, false) => "__Host-",',
    test: `${api} base_path::`,
  },
  {
    name: 'archive-writes-beside-the-data-directory',
    file: 'api/src/backup/read.rs',
    text: 'if !is_below(&name) || !entry.header()',
    replacement: 'if (false && !is_below(&name)) || !entry.header()',
    test: 'cargo test --workspace --lib backup::read',
  },
  {
    name: 'manifest-removed-before-the-rest',
    file: 'api/src/backup/restore.rs',
    text: 'paths.sort_by_key(|path| path.ends_with(MANIFEST));',
    replacement: 'paths.sort();',
    test: 'cargo test --workspace --lib backup::restore',
  },
  {
    name: 'limited-sign-in-counted-as-rejected',
    file: 'api/src/metrics_page/requests.rs',
    text: '            429 => Self::Limited,\n',
    replacement: '',
    test: 'cargo test --workspace --lib metrics_page::requests',
  },
  {
    name: 'trace-of-the-caller-not-continued',
    file: 'api/src/requests.rs',
    text: 'text(headers, TRACEPARENT).and_then(Trace::of_traceparent);',
    replacement: 'text(headers, TRACEPARENT).and_then(Trace::of_traceparent).filter(|_| false);',
    test: `${api} telemetry::spans_have`,
  },
  {
    name: 'trace-not-sent-on',
    file: 'engine/platform/src/remote/span.rs',
    text: 'Some(value) => request.with_header(TRACEPARENT, value),',
    replacement: 'Some(_) => request,',
    test: `${api} telemetry::a_request_to_another`,
  },
];
