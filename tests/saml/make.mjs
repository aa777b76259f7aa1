// Writes the answers of tests/saml: those that a server accepts, those that it has to refuse, each with the reason in
// refused.json, and what the parser is tried with. The answers are for one request at one time, which
// engine/platform/src/sso/saml/corpus.rs names. Run it after a change here: `node tests/saml/make.mjs`. The keys are for
// these tests alone.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertion,
  AUDIENCE,
  bare,
  DS,
  ENVELOPED,
  EVIL,
  evil,
  EXCLUSIVE,
  FOREIGN,
  FOREIGN_CERTIFICATE,
  hash,
  here,
  ISSUER,
  NOW,
  PERSISTENT,
  renamed,
  response,
  SAML,
  sessions,
  SHA256,
  signature,
  signed,
  SOON,
  within,
} from './messages.mjs';
import { parser } from './parser.mjs';

const plain = signed(assertion());
const MISPLACED = 'an assertion is where none belongs';
const SIGNATURE_MISPLACED = 'a signature is where none belongs';
const NO_SIGNATURE = 'there is none';
const NOT_PINNED = 'it is of none of the keys that are pinned';
const CHANGED = 'the element is not what was signed';
const NO_XML = 'it is no XML of SAML';
const TWICE = 'an id is there twice';

const large = Array.from(
  { length: 900 },
  (_, at) => `<saml:AttributeValue>group-${String(at).padStart(6, '0')}-${'x'.repeat(12)}</saml:AttributeValue>`,
).join('');

/** The transforms of an element, with prefixes that its form takes along. */
const prefixes = list =>
  `<ds:Transform Algorithm="${ENVELOPED}"></ds:Transform><ds:Transform Algorithm="${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${list}"></ec:InclusiveNamespaces></ds:Transform>`;

const accepted = {
  plain: response(plain),
  declared: `<?xml version="1.0" encoding="UTF-8"?>\n${response(plain)}\n`,
  'both-signed': signed(response(plain)),
  sha512: response(
    signed(assertion(), {
      method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      algorithm: 'sha512',
      digestMethod: 'http://www.w3.org/2001/04/xmlenc#sha512',
      digest: hash(assertion(), 'sha512'),
    }),
  ),
  // the certificate of a key that is not pinned changes nothing where the signature is of one that is
  'foreign-key-info': response(
    signed(assertion(), {
      keyInfo: `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${FOREIGN_CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    }),
  ),
  // its declarations are those of another element, and its form on the wire is not the canonical one
  'other-form': response(plain)
    .replace(`<saml:Assertion xmlns:saml="${SAML}" ID="_assertion1"`, `<saml:Assertion\n  ID='_assertion1'`)
    .replace('<samlp:Response ', `<samlp:Response xmlns:unused="urn:unused" xmlns:saml="${SAML}" `)
    .replace('</saml:NameID>', '</saml:NameID >'),
  'several-audiences': response(
    signed(
      assertion({
        audiences: `<saml:AudienceRestriction><saml:Audience>urn:other</saml:Audience><saml:Audience>${AUDIENCE}</saml:Audience></saml:AudienceRestriction><saml:OneTimeUse></saml:OneTimeUse>`,
      }),
    ),
  ),
  qualified: response(
    signed(assertion({ qualifiers: ` NameQualifier="${ISSUER}" SPNameQualifier="${AUDIENCE}"` })),
  ),
  // prefixes that are used in values are declared in the form too
  'prefixes-of-values': response(
    signed(
      assertion().replace(' ID=', ' xmlns:xs="http://www.w3.org/2001/XMLSchema" ID='),
      { transforms: prefixes('#default xs') },
    ),
  ),
  'session-that-ends': response(signed(assertion({ authn: sessions(['2026-01-01T08:00:00Z']) }))),
  // the earliest end counts, which is not the first one
  'sessions-that-end': response(
    signed(assertion({ authn: sessions(['2026-01-01T08:00:00Z', '2026-01-01T00:01:00Z', '2026-01-02T00:00:00Z']) })),
  ),
  large: response(
    signed(
      assertion({
        attributes: `<saml:AttributeStatement><saml:Attribute Name="groups">${large}</saml:Attribute></saml:AttributeStatement>`,
      }),
    ),
  ),
};

const ofResponse = signed(response(plain));
const inner = (element, what) => element.replace('</saml:Assertion>', `${what}</saml:Assertion>`);
const inSignature = (element, what) => element.replace('</ds:Signature>', `${what}</ds:Signature>`);
const afterAll = (text, what) => text.replace('</samlp:Response>', `${what}</samlp:Response>`);
const extensions = what => `<samlp:Extensions>${what}</samlp:Extensions>`;
const object = what => `<ds:Object>${what}</ds:Object>`;
const evilResponse = response(evil(renamed(bare(plain))), { id: '_evilResponse' });
const responseSignature = /<ds:Signature .*?<\/ds:Signature>/s.exec(ofResponse)[0];

const refused = {
  // wrapped: what is signed is somewhere, and what would be read is another element
  xsw1: [within(evilResponse, inSignature(responseSignature, object(response(plain)))), MISPLACED],
  xsw2: [within(evilResponse, `${extensions(response(plain))}${responseSignature}`), MISPLACED],
  xsw3: [response(evil(renamed(bare(plain))) + plain), MISPLACED],
  'xsw3-same-id': [response(evil(bare(plain)) + plain), TWICE],
  xsw4: [response(inner(evil(renamed(bare(plain))), plain)), MISPLACED],
  xsw5: [response(evil(renamed(plain)) + bare(plain)), MISPLACED],
  'xsw5-at-end': [afterAll(response(evil(renamed(plain))), bare(plain)), MISPLACED],
  xsw6: [response(inSignature(evil(renamed(plain)), bare(plain))), MISPLACED],
  xsw7: [response(extensions(evil(renamed(bare(plain)))) + plain), MISPLACED],
  'xsw7-signed': [response(extensions(plain) + evil(renamed(bare(plain)))), MISPLACED],
  xsw8: [response(inSignature(evil(renamed(plain)), object(bare(plain)))), MISPLACED],
  'two-assertions': [response(plain + signed(assertion({ id: '_assertion2' }))), MISPLACED],
  'assertion-of-no-namespace': [response(`<Assertion ID="_evil">${EVIL}</Assertion>${plain}`), MISPLACED],
  'advice-with-assertion': [
    response(signed(assertion({ end: `<saml:Advice>${assertion({ id: '_inner' })}</saml:Advice>` }))),
    MISPLACED,
  ],
  'signature-in-extensions': [response(extensions(signature(assertion())) + bare(plain)), SIGNATURE_MISPLACED],
  'signature-of-other-element': [
    response(within(evil(renamed(bare(plain))), signature(assertion(), { id: '_assertion1' }))),
    'it signs another element',
  ],
  'signature-of-nothing': [response(signed(assertion(), { id: '' })), 'it signs another element'],
  'two-signatures': [response(within(plain, signature(assertion()))), 'there is more than one'],
  'two-references': [
    response(
      signed(assertion(), {
        more: `<ds:Reference URI="#_assertion1"><ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`,
      }),
    ),
    'it signs in another form, or more than one element',
  ],
  'id-twice': [response(plain, { id: '_assertion1' }), TWICE],
  'id-twice-in-other-case': [
    response(plain.replace('<saml:Subject>', '<saml:Subject Id="_assertion1">')),
    TWICE,
  ],
  // unsigned
  unsigned: [response(assertion()), NO_SIGNATURE],
  'response-signed-alone': [signed(response(assertion())), NO_SIGNATURE],
  'empty-signature': [response(within(assertion(), `<ds:Signature xmlns:ds="${DS}"></ds:Signature>`)), 'it is no signature of XML'],
  'object-in-signature': [response(inSignature(plain, object(''))), 'it is no signature of XML'],
  'without-value': [response(plain.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, '')), 'it is no signature of XML'],
  'no-assertion': [response(''), 'there is no assertion'],
  // tampered
  'name-changed': [response(evil(plain)), CHANGED],
  'group-added': [response(plain.replace('>ops<', '>admins<')), CHANGED],
  'audience-changed': [response(plain.replace(`>${AUDIENCE}<`, '>urn:other<')), CHANGED],
  'time-changed': [response(plain.replaceAll(SOON, '2026-01-01T00:06:00Z')), CHANGED],
  'session-end-removed': [
    response(signed(assertion({ authn: sessions(['2026-01-01T08:00:00Z']) })).replace(/ SessionNotOnOrAfter="[^"]*"/, '')),
    CHANGED,
  ],
  'digest-changed': [response(plain.replace(/<ds:DigestValue>.*<\/ds:DigestValue>/, `<ds:DigestValue>${hash('x')}</ds:DigestValue>`)), NOT_PINNED],
  'value-changed': [response(plain.replace('<ds:SignatureValue>', '<ds:SignatureValue>AAAA')), NOT_PINNED],
  'response-signature-wrong': [ofResponse.replace('</samlp:Status>', '</samlp:Status> '), CHANGED],
  // commented, and what else a parser and a signature may disagree about
  'comment-in-name': [response(plain.replace('ann-8f3a', 'ann-<!-- -->8f3a')), NO_XML],
  'signed-comment-in-name': [response(signed(assertion({ name: 'ann<!-- -->-8f3a' }))), NO_XML],
  'comment-before': [`<!-- a -->${response(plain)}`, NO_XML],
  instruction: [response(plain.replace('ann-8f3a', 'ann<?a b?>-8f3a')), NO_XML],
  cdata: [response(plain.replace('ann-8f3a', '<![CDATA[ann-8f3a]]>')), NO_XML],
  'document-type': [`<!DOCTYPE samlp:Response>${response(plain)}`, NO_XML],
  entities: [
    `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(10)}"><!ENTITY d "&b;&b;&b;">]>${response(plain.replace('ann-8f3a', '&d;'))}`,
    NO_XML,
  ],
  'external-entity': [
    `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${response(plain.replace('ann-8f3a', '&b;'))}`,
    NO_XML,
  ],
  'entity-of-html': [response(plain.replace('ann-8f3a', 'ann&nbsp;8f3a')), NO_XML],
  'element-in-name': [
    response(signed(assertion({ name: 'ann-8f3a<saml:b></saml:b>' }))),
    'it has no persistent name id of this identity provider',
  ],
  'two-names': [
    response(signed(assertion({ name: `ann-8f3a</saml:NameID><saml:NameID Format="${PERSISTENT}">${EVIL}` }))),
    'it has no persistent name id of this identity provider',
  ],
  // names that differ in space alone are of two users
  'space-after-name': [
    response(signed(assertion({ name: 'ann-8f3a\u00a0' }))),
    'it has no persistent name id of this identity provider',
  ],
  'space-before-name': [
    response(signed(assertion({ name: ' ann-8f3a' }))),
    'it has no persistent name id of this identity provider',
  ],
  'space-in-issuer': [response(signed(assertion({ issuer: `${ISSUER}\u2003` }))), 'it is of another issuer'],
  encrypted: [response('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>'), 'it is encrypted, for which this server has no key'],
  'not-xml': ['SAML', NO_XML],
  deep: [response(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}${plain}`), NO_XML],
  // signed in another way
  sha1: [
    response(signed(assertion(), { method: `${DS}rsa-sha1`, algorithm: 'sha1' })),
    'it is no RSA with SHA-2',
  ],
  'digest-of-sha1': [
    response(signed(assertion(), { digestMethod: `${DS}sha1`, digest: hash(assertion(), 'sha1') })),
    'its digest is not of SHA-2',
  ],
  hmac: [response(signed(assertion(), { method: `${DS}hmac-sha1` })), 'it is no RSA with SHA-2'],
  'inclusive-form': [
    response(signed(assertion(), { canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' })),
    'it signs in another form, or more than one element',
  ],
  'form-with-comments': [
    response(signed(assertion(), { canonical: `${EXCLUSIVE}WithComments` })),
    'it signs in another form, or more than one element',
  ],
  'other-transforms': [
    response(
      signed(assertion(), {
        transforms: `<ds:Transform Algorithm="${ENVELOPED}"></ds:Transform><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"></ds:Transform>`,
      }),
    ),
    'it has other transforms',
  ],
  'transform-of-a-part': [
    response(
      signed(assertion(), {
        transforms: `<ds:Transform Algorithm="${ENVELOPED}"><ds:XPath>true()</ds:XPath></ds:Transform><ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform>`,
      }),
    ),
    'it has other transforms',
  ],
  'many-prefixes': [
    response(signed(assertion(), { transforms: prefixes('a '.repeat(17).trim()) })),
    'its canonical form has other settings',
  ],
  'without-transforms': [response(signed(assertion(), { transforms: '' })), 'it has other transforms'],
  // foreign
  'foreign-key': [response(signed(assertion(), { key: FOREIGN })), NOT_PINNED],
  'foreign-key-with-certificate': [
    response(
      signed(assertion(), {
        key: FOREIGN,
        keyInfo: `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${FOREIGN_CERTIFICATE}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
      }),
    ),
    NOT_PINNED,
  ],
  'response-of-foreign-key': [signed(response(plain), { key: FOREIGN }), NOT_PINNED],
  'other-issuer': [response(signed(assertion({ issuer: 'https://other.example.org' }))), 'it is of another issuer'],
  'response-of-other-issuer': [response(plain, { issuer: 'https://other.example.org' }), 'it is of another issuer'],
  'other-audience': [
    response(signed(assertion({ audiences: '<saml:AudienceRestriction><saml:Audience>urn:other</saml:Audience></saml:AudienceRestriction>' }))),
    'it is for another audience',
  ],
  'one-restriction-for-others': [
    response(
      signed(
        assertion({
          audiences: `<saml:AudienceRestriction><saml:Audience>${AUDIENCE}</saml:Audience></saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>urn:other</saml:Audience></saml:AudienceRestriction>`,
        }),
      ),
    ),
    'it is for another audience',
  ],
  'any-audience': [response(signed(assertion({ audiences: '' }))), 'it is for any audience'],
  'unknown-condition': [
    response(signed(assertion({ audiences: `<saml:AudienceRestriction><saml:Audience>${AUDIENCE}</saml:Audience></saml:AudienceRestriction><saml:Condition></saml:Condition>` }))),
    'it has a condition that is not known',
  ],
  'no-conditions': [response(signed(assertion({ conditions: false }))), 'it has no conditions'],
  'other-recipient': [
    response(signed(assertion({ recipient: ' Recipient="https://other.example.org/acs"' }))),
    'it is for another recipient',
  ],
  'no-recipient': [response(signed(assertion({ recipient: '' }))), 'it is for another recipient'],
  'other-destination': [
    response(plain, { destination: ' Destination="https://other.example.org/acs"' }),
    'it was sent to another address',
  ],
  'no-destination': [response(plain, { destination: '' }), 'it was sent to another address'],
  'other-request': [response(plain, { request: ' InResponseTo="_request2"' }), 'it answers another request, or none'],
  'no-request': [response(plain, { request: '' }), 'it answers another request, or none'],
  'assertion-for-other-request': [
    response(signed(assertion({ request: ' InResponseTo="_request2"' }))),
    'its confirmation is for another request, or none',
  ],
  'assertion-for-no-request': [
    response(signed(assertion({ request: '' }))),
    'its confirmation is for another request, or none',
  ],
  'holder-of-key': [
    response(signed(assertion({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }))),
    'it has no confirmation for a bearer',
  ],
  transient: [
    response(signed(assertion({ format: ' Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"' }))),
    'it has no persistent name id of this identity provider',
  ],
  'mail-address': [
    response(signed(assertion({ format: ' Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"', name: 'ann@example.org' }))),
    'it has no persistent name id of this identity provider',
  ],
  'no-format': [
    response(signed(assertion({ format: '' }))),
    'it has no persistent name id of this identity provider',
  ],
  'name-of-other-service': [
    response(signed(assertion({ qualifiers: ' SPNameQualifier="urn:other"' }))),
    'it has no persistent name id of this identity provider',
  ],
  'empty-name': [
    response(signed(assertion({ name: '' }))),
    'it has no persistent name id of this identity provider',
  ],
  // of another time
  expired: [
    response(signed(assertion({ ends: ' NotOnOrAfter="2025-12-31T23:58:59Z"' }))),
    'it has expired',
  ],
  'conditions-expired': [
    response(signed(assertion({ conditionEnds: ' NotOnOrAfter="2025-12-31T23:58:59Z"' }))),
    'it has expired',
  ],
  'not-yet': [response(signed(assertion({ begins: ' NotBefore="2026-01-01T00:01:01Z"' }))), 'it is not valid yet'],
  'confirmation-not-yet': [
    response(signed(assertion({ data: ` NotBefore="${NOW}"` }))),
    'its confirmation begins later',
  ],
  'for-years': [response(signed(assertion({ ends: ' NotOnOrAfter="2036-01-01T00:00:00Z"' }))), 'it is valid for too long'],
  'no-end': [response(signed(assertion({ ends: '' }))), 'a time is missing, or is no time of UTC'],
  'old-response': [response(plain, { issued: '2025-12-31T23:49:00Z' }), 'it was not issued just now'],
  'old-assertion': [
    response(signed(assertion({ issued: '2025-12-31T23:49:00Z' }))),
    'it was not issued just now',
  ],
  'local-time': [response(signed(assertion({ ends: ' NotOnOrAfter="2026-01-01T01:05:00+01:00"' }))), 'a time is missing, or is no time of UTC'],
  'session-ended': [
    response(
      signed(
        assertion({
          authn: `<saml:AuthnStatement AuthnInstant="${NOW}" SessionIndex="session1" SessionNotOnOrAfter="2025-12-31T23:58:59Z"></saml:AuthnStatement>`,
        }),
      ),
    ),
    'the session there has ended',
  ],
  'second-session-ended': [
    response(signed(assertion({ authn: sessions(['2026-01-01T08:00:00Z', '2025-12-31T23:58:59Z']) }))),
    'the session there has ended',
  ],
  'session-of-local-time': [
    response(signed(assertion({ authn: sessions(['2026-01-01T08:00:00+01:00']) }))),
    'a time is missing, or is no time of UTC',
  ],
  'second-session-of-no-time': [
    response(signed(assertion({ authn: sessions(['2026-01-01T08:00:00Z', '']) }))),
    'a time is missing, or is no time of UTC',
  ],
  'no-statement': [response(signed(assertion({ authn: '' }))), 'it does not say how the user signed in'],
  // of another kind
  'other-version': [response(signed(assertion({ version: '1.1' }))), 'it is of another version'],
  'response-of-other-version': [response(plain, { version: '1.1' }), 'it is of another version'],
  'status-of-failure': [
    response('', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    'the identity provider has not signed the user in',
  ],
  'failure-with-assertion': [
    response(plain, { status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' }),
    'the identity provider has not signed the user in',
  ],
  'assertion-alone': [plain, 'it is no answer'],
  'other-message': [response(plain).replaceAll('samlp:Response', 'samlp:ArtifactResponse'), 'it is no answer'],
};

for (const folder of ['accepted', 'refused', 'parser']) {
  rmSync(join(here, folder), { recursive: true, force: true });
  mkdirSync(join(here, folder));
}
for (const [name, text] of Object.entries(accepted)) writeFileSync(join(here, 'accepted', `${name}.xml`), text);
for (const [name, [text]] of Object.entries(refused)) writeFileSync(join(here, 'refused', `${name}.xml`), text);
for (const [name, text] of Object.entries(parser)) writeFileSync(join(here, 'parser', `${name}.xml`), text);
const reasons = Object.fromEntries(Object.entries(refused).map(([name, [, reason]]) => [name, reason]));
writeFileSync(join(here, 'refused.json'), `${JSON.stringify(reasons, null, 2)}\n`);
