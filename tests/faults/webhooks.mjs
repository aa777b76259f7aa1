// Faults in webhooks, and in the proxies that they are sent through.

const api = 'cargo test --workspace --test api webhooks::';

export default [
  {
    name: 'violations-sent-to-who-may-read',
    file: 'api/src/components/webhooks/owners.rs',
    text: 'if message.event.domain() == WebhookDomain::Policy {',
    replacement: 'if false && message.event.domain() == WebhookDomain::Policy {',
    test: `${api}violations::an_owner_who_may_only_read`,
  },
  {
    name: 'password-of-a-proxy-in-clear',
    file: 'engine/outbound/src/proxy.rs',
    text: 'if proxy.authorization.is_some() && has_global(&checked) {',
    replacement: 'if false && proxy.authorization.is_some() && has_global(&checked) {',
    test: 'cargo test -p waybill-outbound --test client a_proxy_that_cannot_be_used',
  },
  {
    name: 'target-saved-to-which-no-token-goes',
    file: 'engine/platform/src/distribution/embedded.rs',
    text: 'self.outbound.vet(&target, true)',
    replacement: 'self.outbound.vet(&target, false)',
    test: 'cargo test --workspace --test api distribution::targets::targets_are_kept',
  },
  {
    name: 'secret-in-clear-through-a-proxy',
    file: 'engine/outbound/src/proxy.rs',
    text: 'if is_secret && has_global(&servers) && !has_global(&checked) {',
    replacement: 'if false && is_secret && has_global(&servers) && !has_global(&checked) {',
    test: 'cargo test -p waybill-outbound --test client no_secret_is_sent_in_clear',
  },
  {
    name: 'kept-connection-to-another-address',
    file: 'engine/outbound/src/pool.rs',
    text: 'is_same_way && servers.contains(&self.server)',
    replacement: 'is_same_way && (true || servers.contains(&self.server))',
    test: 'cargo test -p waybill-outbound --test client a_name_that_leads_elsewhere',
  },
  {
    name: 'kept-connection-of-another-name',
    file: 'engine/outbound/src/pool.rs',
    text: 'kept.key.purpose == *purpose && is_permitted',
    replacement: '(true || kept.key.purpose == *purpose) && is_permitted',
    test: 'cargo test -p waybill-outbound --test client another_name_at_the_same_address',
  },
  {
    name: 'kept-connection-of-another-proxy',
    file: 'engine/outbound/src/pool.rs',
    text: 'known == proxy && addresses.contains(at)',
    replacement: '(true || known == proxy) && addresses.contains(at)',
    test: 'cargo test -p waybill-outbound --test client a_tunnel_is_used_again',
  },
  {
    name: 'password-of-a-proxy-for-another-host',
    file: 'engine/platform/src/marked_secrets.rs',
    text: 'self.mark(given_for, secret) == *mark',
    replacement: 'true || self.mark(given_for, secret) == *mark',
    test: 'cargo test -p waybill-platform --lib a_password_is_read_for_its_own_host',
  },
  {
    name: 'new-user-of-a-proxy-not-checked',
    file: 'engine/platform/src/proxies/embedded.rs',
    text: '|| is_user_new ||',
    replacement: '|| (false && is_user_new) ||',
    test: 'cargo test -p waybill-platform --test proxies a_proxy_outside_of_the_network',
  },
  {
    name: 'git-vendors-that-take-all-places',
    file: 'engine/platform/src/git/client.rs',
    text: 'let _place = place(&self.interactive)?;\n        let answer',
    replacement: 'let answer',
    test: 'cargo test -p waybill-platform --test git few_calls_wait',
  },
  {
    name: 'git-list-without-an-end',
    file: 'engine/platform/src/git/scanning.rs',
    text: '|| pages >= PAGES_MAX ',
    replacement: '|| (false && pages >= PAGES_MAX) ',
    test: 'cargo test -p waybill-platform --lib no_further_page_is_listed',
  },
  {
    name: 'default-proxy-deleted',
    file: 'engine/platform/src/proxies/embedded.rs',
    text: 'if known.settings.for_webhooks {',
    replacement: 'if false && known.settings.for_webhooks {',
    test: `${api}proxies::a_proxy_that_webhooks_name`,
  },
  {
    name: 'patterns-of-release-bundles-not-listed',
    file: 'api/src/components/webhooks/lists.rs',
    text: 'bundles.extend(target.includes.iter().cloned());',
    replacement: 'if false { bundles.extend(target.includes.iter().cloned()); }',
    test: `${api}lists::the_patterns_of_permissions`,
  },
  {
    name: 'listed-names-that-no-pattern-matches',
    file: 'api/src/components/webhooks/lists.rs',
    text: 'names.retain(|name| wanted.has(name));',
    replacement: 'names.retain(|name| true || wanted.has(name));',
    test: `${api}lists::remote_repositories_and_release_bundles`,
  },
];
