// Faults in what is believed of identity providers of SAML.

const platform = 'cargo test -p waybill-platform --lib sso::saml::';
const flows = 'cargo test -p waybill-platform --lib sso::flows::';
const api = 'cargo test --workspace --test api sso::saml::';
const answer = 'engine/platform/src/sso/saml/answer.rs';
const signature = 'engine/platform/src/sso/saml/signature.rs';
const xml = 'engine/platform/src/sso/saml/xml.rs';
const corpus = `${platform}corpus::answers_that_are_wrapped`;

/** A fault that one of the answers of tests/saml/refused finds. */
const believed = (name, file, text, replacement) => ({ name, file, text, replacement, test: corpus });

export default [
  believed('assertions-that-are-wrapped', answer, 'if assertions != usize::from(assertion.is_some()) {', 'if false && assertions != usize::from(assertion.is_some()) {'),
  believed('signatures-anywhere', answer, 'if signatures != of(root) + assertion.map_or(0, of) {', 'if false && signatures != of(root) + assertion.map_or(0, of) {'),
  believed('ids-twice', answer, 'if are_unique { Ok(root) }', 'if true || are_unique { Ok(root) }'),
  believed('another-audience', answer, 'if restrictions.all(is_for_this_server) {', 'if true || restrictions.all(is_for_this_server) {'),
  believed('another-recipient', answer, 'if data.attribute("Recipient") != Some(expected.recipient) {', 'if false {'),
  believed('another-destination', answer, 'if root.attribute("Destination") != Some(expected.recipient) {', 'if false {'),
  believed('an-answer-to-another-request', answer, 'if data.attribute("InResponseTo") != Some(expected.request) {', 'if false {'),
  believed('another-issuer', answer, 'let is_expected = issuer.text().as_deref() == Some(expected.issuer);', 'let is_expected = true;'),
  believed('names-that-do-not-stay', answer, '&& name.attribute("Format") == Some(PERSISTENT);', '&& (true || name.attribute("Format") == Some(PERSISTENT));'),
  believed('the-first-session-alone', answer, 'let end = ends?.into_iter().min();', 'let end = ends?.into_iter().next();'),
  believed('another-element-signed', signature, 'if id.is_none() || !is_of_element {', 'if false && (id.is_none() || !is_of_element) {'),
  believed('a-digest-that-is-not-compared', signature, 'if digest(hash, bytes.as_bytes()).as_ref() != wanted {', 'if false && digest(hash, bytes.as_bytes()).as_ref() != wanted {'),
  believed('other-canonical-forms', signature, 'if algorithm(&info, "CanonicalizationMethod")? != EXCLUSIVE || info.elements().count() != 3 {', 'if info.elements().count() != 3 {'),
  believed('objects-in-signatures', signature, 'if !signature.elements().all(is_known) {', 'if false && !signature.elements().all(is_known) {'),
  believed('space-around-names', answer, '&& text.trim().len() == text.len()', '&& (true || text.trim().len() == text.len())'),
  believed('comments', xml, 'Event::Comment(_) | Event::PI(_) | Event::CData(_) => return Err(XmlError::Unusual),', 'Event::Comment(_) | Event::PI(_) | Event::CData(_) => {}'),
  {
    name: 'any-key',
    file: signature,
    text: 'if self.0.iter().any(is_of) {',
    replacement: 'if true || self.0.iter().any(is_of) {',
    test: corpus,
  },
  {
    name: 'sign-ins-that-outlast-the-session-of-saml',
    file: 'engine/machines/src/machines/login_steps.rs',
    text: 'until: limit.map_or(until, |limit| until.min(limit)),',
    replacement: 'until: limit.map_or(until, |_| until),',
    test: 'cargo test -p waybill-machines --lib machines::login_steps::',
  },
  {
    name: 'answers-that-are-used-again',
    file: 'engine/platform/src/sso/saml/flow.rs',
    text: 'self.used.take_id(&digest_of(issuer, id), until, at).map_err(SamlFault::Refused)',
    replacement:
      'self.used.take_id(&digest_of(issuer, id), until, at).map_err(SamlFault::Refused).or(Ok(()))',
    test: `${api}logout::requests_that_are_not_signed`,
  },
  {
    name: 'a-second-answer-of-a-way',
    file: 'engine/platform/src/sso/flows.rs',
    text: '&& proof.held.is_none() =>',
    replacement: '&& (true || proof.held.is_none()) =>',
    test: `${flows}tests::a_way_of_saml_holds`,
  },
  {
    name: 'saml-confirms-without-a-new-sign-in',
    file: 'engine/platform/src/sso/exchange.rs',
    text: 'if settings.kind().signs_in_again() && !is_fresh {',
    replacement: 'if false && settings.kind().signs_in_again() && !is_fresh {',
    test: `${api}confirm::another_name_id_and_a_sign_in_of_before`,
  },
  {
    name: 'answers-that-are-held-for-ever',
    file: 'engine/platform/src/sso/flows.rs',
    text: 'self.ways.each(|way| way.let_go(at));',
    replacement: '',
    test: `${flows}tests::what_is_held_has_bounds`,
  },
  {
    name: 'answers-that-are-held-without-a-bound',
    file: 'engine/platform/src/session_flows.rs',
    text: 'while known.held_bytes() > bytes_max {',
    replacement: 'while false && known.held_bytes() > bytes_max {',
    test: `${flows}tests::what_is_held_has_bounds`,
  },
  {
    name: 'messages-that-wait-without-a-bound',
    file: 'engine/platform/src/sso/saml/waiting.rs',
    text: 'messages.remove(&ticket);',
    replacement: 'let _ = ticket;',
    test: `${platform}waiting::tests::messages_of_strangers`,
  },
  {
    name: 'a-ticket-that-was-guessed',
    file: 'engine/platform/src/sso/saml/flow.rs',
    text: 'filter(|held| held.ticket == ticket)',
    replacement: 'filter(|held| true || held.ticket == ticket)',
    test: `${api}refusals::an_answer_is_held_once`,
  },
];
