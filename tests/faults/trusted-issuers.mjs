// Faults in the exchange of tokens of CI providers for those of robots.

const api = 'cargo test --workspace --test api trusted_issuers::';
const platform = 'cargo test -p waybill-platform --lib trusted_issuers::';
const machines = 'cargo test -p waybill-machines --lib trusted_issuers::';
const presented = 'engine/platform/src/trusted_issuers/presented.rs';
const embedded = 'engine/platform/src/trusted_issuers/embedded.rs';
const fetching = 'engine/platform/src/trusted_issuers/fetching.rs';

export default [
  {
    name: 'signature-of-a-job-not-verified',
    file: embedded,
    text: 'if !key.verifies(',
    replacement: 'if false && !key.verifies(',
    test: `${api}refusals::a_signature_of_no_key`,
  },
  {
    name: 'key-for-another-algorithm',
    file: 'engine/platform/src/trusted_issuers/keys.rs',
    text: 'self.id == id && self.algorithm() == algorithm',
    replacement: 'self.id == id && (true || self.algorithm() == algorithm)',
    test: `${platform}keys::tests::a_key_is_for_one_algorithm`,
  },
  {
    name: 'extension-of-a-token-ignored',
    file: presented,
    text: 'type_is_valid && !is_extended',
    replacement: 'type_is_valid && (true || !is_extended)',
    test: `${platform}presented::tests::only_signed_tokens`,
  },
  {
    name: 'audience-of-a-token-not-compared',
    file: presented,
    text: 'if !self.is_for(&issuer.audience) {',
    replacement: 'if false && !self.is_for(&issuer.audience) {',
    test: `${api}refusals::a_token_is_of_its_issuer`,
  },
  {
    name: 'token-that-has-expired',
    file: presented,
    text: 'if expires <= now_s {',
    replacement: 'if false && expires <= now_s {',
    test: `${platform}presented::tests::each_claim_is_checked`,
  },
  {
    name: 'token-exchanged-twice',
    file: 'engine/platform/src/trusted_issuers/used.rs',
    text: 'return Err(TokenProblem::UsedBefore);',
    replacement: 'return Ok(());',
    test: `${platform}used::tests::an_id_is_used_once`,
  },
  {
    name: 'token-exchanged-again-after-a-restart',
    file: embedded,
    text: 'used: UsedIds::read(&journal, at)?,',
    replacement: 'used: { UsedIds::read(&journal, at)?; UsedIds::default() },',
    test: `${api}refusals::a_token_is_of_its_issuer`,
  },
  {
    name: 'description-of-another-issuer',
    file: fetching,
    text: 'if discovery.issuer != issuer {',
    replacement: 'if false && discovery.issuer != issuer {',
    test: `${api}keys::an_issuer_that_answers_something_else`,
  },
  {
    name: 'keys-at-another-server-of-the-network',
    file: fetching,
    text: '.trusting(issuer.clone())',
    replacement: '.following({ let _ = issuer; 0 })',
    test: `${api}keys::an_issuer_that_answers_something_else`,
  },
  {
    name: 'issuer-saved-whose-keys-come-in-clear',
    file: embedded,
    text: 'self.outbound.vet(&target, true)',
    replacement: 'self.outbound.vet(&target, false)',
    test: `${api}settings::issuers_are_kept`,
  },
  {
    name: 'protected-request-in-clear',
    file: 'engine/outbound/src/client.rs',
    text: 'authorization.is_some() || request.is_protected;',
    replacement: 'authorization.is_some() || (false && request.is_protected);',
    test: 'cargo test -p waybill-outbound --test client what_could_be_replaced_on_the_way',
  },
  {
    name: 'keys-fetched-in-clear',
    file: fetching,
    text: '.protected()',
    replacement: '',
    test: 'cargo test --workspace --test api ssrf::issuers::an_issuer_leads_to_no_forbidden_address',
  },
  {
    name: 'keys-fetched-for-each-unknown-one',
    file: fetching,
    text: 'None if is_fresh && is_within(self.tried_at, UNKNOWN_FOR) => {',
    replacement: 'None if false && is_fresh && is_within(self.tried_at, UNKNOWN_FOR) => {',
    test: `${api}keys::keys_are_fetched_once`,
  },
  {
    name: 'rule-for-every-owner',
    file: 'engine/machines/src/rules/trusted_issuers/width.rs',
    text: '(is_path && (is_whole || has_whole_owner(begin)))',
    replacement: '(is_path && (true || is_whole || has_whole_owner(begin)))',
    test: `${machines}width::tests::a_rule_of_a_public_issuer`,
  },
  {
    name: 'rule-for-subjects-without-an-owner',
    file: 'engine/machines/src/rules/trusted_issuers/width.rs',
    text: "rest.is_empty() || rest.starts_with(':')",
    replacement: "rest.is_empty() || (false && rest.starts_with(':'))",
    test: `${machines}width::tests::a_rule_of_a_public_issuer`,
  },
  {
    name: 'rule-that-has-changed-still-gives-a-token',
    file: 'engine/machines/src/machines/trusted_issuer.rs',
    text: '!may || !is_subject',
    replacement: '(false && !may) || !is_subject',
    test: 'cargo test --workspace --test scenarios only_a_rule_in_effect',
  },
  {
    name: 'disabled-robot-is-given-a-token',
    file: embedded,
    text: 'user.robot && user.enabled',
    replacement: 'user.robot && (true || user.enabled)',
    test: `${api}settings::what_is_disabled_or_deleted`,
  },
];
