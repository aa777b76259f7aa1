// The messages of the identity provider of these tests, in their canonical form and signed, and what attackers do to
// them.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
const key = name =>
  createPrivateKey({
    key: Buffer.from(readFileSync(join(here, `${name}.pkcs8.base64`), 'utf8'), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
const IDP = key('idp');
export const FOREIGN = key('foreign');
export const FOREIGN_CERTIFICATE = readFileSync(join(here, 'foreign.certificate.base64'), 'utf8').trim();

export const ISSUER = 'https://id.example.org/saml';
const SERVICE = 'https://waybill.example.org/ui/api/v1/ui/auth/sso/corporate';
export const AUDIENCE = `${SERVICE}/metadata`;
const RECIPIENT = `${SERVICE}/acs`;
const REQUEST = '_request1';
export const NOW = '2026-01-01T00:00:00Z';
export const SOON = '2026-01-01T00:05:00Z';

const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = `${DS}enveloped-signature`;
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

/** The name of who attacks, where the attack succeeds. */
export const EVIL = 'mallory';

/** An assertion in its canonical form, without a signature. */
export function assertion(change = {}) {
  const of = {
    id: '_assertion1',
    version: '2.0',
    issued: NOW,
    issuer: ISSUER,
    name: 'ann-8f3a',
    format: ` Format="${PERSISTENT}"`,
    qualifiers: '',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    request: ` InResponseTo="${REQUEST}"`,
    ends: ` NotOnOrAfter="${SOON}"`,
    recipient: ` Recipient="${RECIPIENT}"`,
    data: '',
    begins: ` NotBefore="${NOW}"`,
    conditionEnds: ` NotOnOrAfter="${SOON}"`,
    audiences: `<saml:AudienceRestriction><saml:Audience>${AUDIENCE}</saml:Audience></saml:AudienceRestriction>`,
    conditions: true,
    authn: `<saml:AuthnStatement AuthnInstant="${NOW}" SessionIndex="session1"><saml:AuthnContext><saml:AuthnContextClassRef>${PASSWORD}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes:
      '<saml:AttributeStatement><saml:Attribute Name="uid"><saml:AttributeValue>ann</saml:AttributeValue></saml:Attribute><saml:Attribute Name="groups"><saml:AttributeValue>dev</saml:AttributeValue><saml:AttributeValue>ops</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
    end: '',
    ...change,
  };
  const subject = `<saml:Subject><saml:NameID${of.format}${of.qualifiers}>${of.name}</saml:NameID><saml:SubjectConfirmation Method="${of.method}"><saml:SubjectConfirmationData${of.request}${of.data}${of.ends}${of.recipient}></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>`;
  const conditions = of.conditions
    ? `<saml:Conditions${of.begins}${of.conditionEnds}>${of.audiences}</saml:Conditions>`
    : '';
  return `<saml:Assertion xmlns:saml="${SAML}" ID="${of.id}" IssueInstant="${of.issued}" Version="${of.version}"><saml:Issuer>${of.issuer}</saml:Issuer>${subject}${conditions}${of.authn}${of.attributes}${of.end}</saml:Assertion>`;
}

/** Statements of a user who has signed in, each of a session that ends at one of these times. */
export const sessions = ends =>
  ends
    .map(
      (end, at) =>
        `<saml:AuthnStatement AuthnInstant="${NOW}" SessionIndex="session${at + 1}" SessionNotOnOrAfter="${end}"><saml:AuthnContext><saml:AuthnContextClassRef>${PASSWORD}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    )
    .join('');

export const hash = (text, algorithm = 'sha256') => createHash(algorithm).update(text).digest('base64');

/** The signature of an element that is in its canonical form. */
export function signature(element, change = {}) {
  const of = {
    key: IDP,
    id: /ID="([^"]*)"/.exec(element)[1],
    canonical: EXCLUSIVE,
    method: RSA_SHA256,
    algorithm: 'sha256',
    digestMethod: SHA256,
    digest: hash(element),
    transforms: `<ds:Transform Algorithm="${ENVELOPED}"></ds:Transform><ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform>`,
    more: '',
    keyInfo: '',
    object: '',
    ...change,
  };
  const reference = `<ds:Reference URI="#${of.id}"><ds:Transforms>${of.transforms}</ds:Transforms><ds:DigestMethod Algorithm="${of.digestMethod}"></ds:DigestMethod><ds:DigestValue>${of.digest}</ds:DigestValue></ds:Reference>`;
  const info = `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${of.canonical}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${of.method}"></ds:SignatureMethod>${reference}${of.more}</ds:SignedInfo>`;
  const value = sign(of.algorithm, Buffer.from(info), of.key).toString('base64');
  // of the declaration, one is enough
  const shown = info.replace(` xmlns:ds="${DS}"`, '');
  return `<ds:Signature xmlns:ds="${DS}">${shown}<ds:SignatureValue>${value}</ds:SignatureValue>${of.keyInfo}${of.object}</ds:Signature>`;
}

/** An element with something after its issuer, where signatures are. */
export const within = (element, what) => element.replace('</saml:Issuer>', `</saml:Issuer>${what}`);
export const signed = (element, change) => within(element, signature(element, change));
/** An element without its signature. */
export const bare = element => element.replace(/<ds:Signature .*?<\/ds:Signature>/s, '');
export const evil = element => element.replace('ann-8f3a', EVIL);
export const renamed = element => element.replace(/ ID="[^"]*"/, ' ID="_evil"');

/** An answer in its canonical form. */
export function response(content, change = {}) {
  const of = {
    id: '_response1',
    version: '2.0',
    issued: NOW,
    issuer: ISSUER,
    destination: ` Destination="${RECIPIENT}"`,
    request: ` InResponseTo="${REQUEST}"`,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ...change,
  };
  return `<samlp:Response xmlns:samlp="${SAMLP}"${of.destination} ID="${of.id}"${of.request} IssueInstant="${of.issued}" Version="${of.version}"><saml:Issuer xmlns:saml="${SAML}">${of.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${of.status}"></samlp:StatusCode></samlp:Status>${content}</samlp:Response>`;
}
