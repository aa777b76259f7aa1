// An identity provider of SAML that is not ours: npm's samlify, with pages of its own for signing in and out. It is at
// another site than the server, so that browsers send it no cookies of the server, and the server none with its forms.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify';

// the server has a parser of its own, and this is what is tested with it
setSchemaValidator({ validate: () => Promise.resolve('not compared with a schema') });

/** How a message gets to the server. */
export type Binding = 'redirect' | 'post';

const KEYS = join(dirname(fileURLToPath(import.meta.url)), '../saml');
const read = (file: string) => readFileSync(join(KEYS, file), 'utf8').trim();
const pem = (label: string, content: string) =>
  `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const CLASS = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const HTTP: Readonly<Record<Binding, string>> = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
};

const html = (title: string, content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title><main><h1>${title}</h1>${content}</main>`;

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('');

const sending = (action: string, fields: Record<string, string>) =>
  html(
    'Sending',
    `<form method="post" action="${action}">${hidden(fields)}</form><script>document.forms[0].submit()</script>`,
  );

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let body = '';
  for await (const part of request) body += String(part);
  return Object.fromEntries(new URLSearchParams(body));
}

const fill = (template: string, values: Record<string, string>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), template);

type Identity = ReturnType<typeof IdentityProvider>;
type Service = ReturnType<typeof ServiceProvider>;
type Asked = Awaited<ReturnType<Identity['parseLoginRequest']>>;

/** The identity provider. Anyone who names an account has it. */
export class SamlProvider {
  readonly #identity: Identity;
  #service: Service | null = null;
  #waiting: { asked: Asked; relay: string } | null = null;
  #signedIn: { account: string; session: string } | null = null;
  /** The bindings in which messages have come, in their order. */
  readonly received: string[] = [];

  private constructor(
    private readonly server: HttpServer,
    readonly port: number,
  ) {
    const at = (path: string) =>
      (['redirect', 'post'] as const).map(binding => ({
        Binding: HTTP[binding],
        Location: `${this.origin}${path}`,
      }));
    this.#identity = IdentityProvider({
      entityID: `${this.origin}/metadata`,
      signingCert: pem('CERTIFICATE', read('idp.certificate.base64')),
      privateKey: pem('PRIVATE KEY', read('idp.pkcs8.base64')),
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
      nameIDFormat: [PERSISTENT],
      singleSignOnService: at('/sso'),
      singleLogoutService: at('/slo'),
    });
  }

  static async start(): Promise<SamlProvider> {
    const listener: { handle: (request: IncomingMessage, response: ServerResponse) => void } = {
      handle: () => undefined,
    };
    const server = createServer((request, response) => listener.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port is free');
    const made = new SamlProvider(server, address.port);
    listener.handle = (request, response) => {
      made.#handle(request, response).catch(error => {
        response.statusCode = 500;
        response.end(html('Failed', String(error)));
      });
    };
    return made;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** What it publishes about itself. */
  get metadata(): string {
    return this.#identity.getMetadata();
  }

  /** Where a browser ends all that came by it. */
  signOut(binding: Binding): string {
    return `${this.origin}/sign-out?binding=${binding}`;
  }

  /** Registers a server by what that publishes about itself. */
  async register(metadata: string): Promise<void> {
    const answer = await fetch(metadata);
    this.#service = ServiceProvider({
      metadata: await answer.text(),
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
    });
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const binding: Binding = request.method === 'POST' ? 'post' : 'redirect';
    const body = binding === 'post' ? await bodyOf(request) : {};
    const query = Object.fromEntries(url.searchParams);
    // the signature is over the parameters as they were sent
    const octetString = url.search.slice(1).split('&Signature=')[0] ?? '';
    const message = { query, body, octetString };
    const relay = { ...query, ...body }.RelayState ?? '';
    if (url.pathname === '/sso') return this.#signIn(binding, message, relay, response);
    if (url.pathname === '/sign-in') return this.#answer(body.account ?? '', response);
    if (url.pathname === '/slo') return this.#end(binding, message, relay, response);
    if (url.pathname === '/sign-out')
      return this.#beginLogout(query.binding === 'post' ? 'post' : 'redirect', response);
    response.statusCode = 404;
    response.end(html('Not found', ''));
  }

  get #known(): Service {
    if (!this.#service) throw new Error('no server is registered');
    return this.#service;
  }

  async #signIn(binding: Binding, message: object, relay: string, response: ServerResponse): Promise<void> {
    const asked = await this.#identity.parseLoginRequest(this.#known, binding, message);
    this.received.push(`AuthnRequest ${binding}`);
    this.#waiting = { asked, relay };
    response.setHeader('content-type', 'text/html');
    response.end(
      html(
        'Identity provider',
        '<form method="post" action="/sign-in"><label>Account <input name="account" autofocus></label> <button>Sign in there</button></form>',
      ),
    );
  }

  async #answer(account: string, response: ServerResponse): Promise<void> {
    if (!this.#waiting) throw new Error('no request was made');
    const { asked, relay } = this.#waiting;
    const session = `session-${randomBytes(8).toString('hex')}`;
    const now = new Date();
    const soon = new Date(now.getTime() + 300_000);
    const acs = String(this.#known.entityMeta.getAssertionConsumerService('post'));
    const id = `_${randomBytes(16).toString('hex')}`;
    const values = {
      ID: id,
      AssertionID: `_${randomBytes(16).toString('hex')}`,
      Issuer: this.#identity.entityMeta.getEntityID(),
      IssueInstant: now.toISOString(),
      Destination: acs,
      SubjectRecipient: acs,
      InResponseTo: String(asked.extract.request?.id ?? ''),
      StatusCode: SUCCESS,
      NameIDFormat: PERSISTENT,
      NameID: account,
      Audience: this.#known.entityMeta.getEntityID(),
      ConditionsNotBefore: now.toISOString(),
      ConditionsNotOnOrAfter: soon.toISOString(),
      SubjectConfirmationDataNotOnOrAfter: soon.toISOString(),
    };
    const statement = `<saml:AuthnStatement AuthnInstant="${now.toISOString()}" SessionIndex="${session}"><saml:AuthnContext><saml:AuthnContextClassRef>${CLASS}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
    const attributes = `<saml:AttributeStatement><saml:Attribute Name="uid" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xsi:type="xs:string">${account}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
    const sent = await this.#identity.createLoginResponse(
      this.#known,
      { extract: asked.extract },
      'post',
      {},
      {
        customTagReplacement: template => ({
          id,
          context: fill(
            template.replace('{AuthnStatement}', statement).replace('{AttributeStatement}', attributes),
            values,
          ),
        }),
      },
    );
    this.#signedIn = { account, session };
    this.#waiting = null;
    response.setHeader('content-type', 'text/html');
    response.end(sending(acs, { SAMLResponse: sent.context, RelayState: relay }));
  }

  async #end(
    binding: Binding,
    message: { query: Record<string, string>; body: Record<string, string> },
    relay: string,
    response: ServerResponse,
  ): Promise<void> {
    response.setHeader('content-type', 'text/html');
    if ('SAMLResponse' in { ...message.query, ...message.body }) {
      await this.#identity.parseLogoutResponse(this.#known, binding, message);
      this.received.push(`LogoutResponse ${binding}`);
      response.end(html('Signed out of the identity provider', ''));
      return;
    }
    const asked = await this.#identity.parseLogoutRequest(this.#known, binding, message);
    this.received.push(`LogoutRequest ${binding} ${String(asked.extract.nameID)}`);
    this.#signedIn = null;
    const sent = this.#identity.createLogoutResponse(this.#known, { extract: asked.extract }, binding, relay);
    this.#sends(binding, 'SAMLResponse', sent, response);
  }

  #beginLogout(binding: Binding, response: ServerResponse): void {
    if (!this.#signedIn) throw new Error('no user has signed in');
    const { account, session } = this.#signedIn;
    const user = { logoutNameID: account, sessionIndex: session };
    this.#signedIn = null;
    response.setHeader('content-type', 'text/html');
    this.#sends(
      binding,
      'SAMLRequest',
      this.#identity.createLogoutRequest(this.#known, binding, user),
      response,
    );
  }

  #sends(binding: Binding, parameter: string, sent: { context: string }, response: ServerResponse): void {
    if (binding === 'redirect') {
      response.statusCode = 302;
      response.setHeader('location', sent.context);
      response.end();
      return;
    }
    const to = String(this.#known.entityMeta.getSingleLogoutService('post'));
    response.end(sending(to, { [parameter]: sent.context }));
  }
}
