// A provider of OpenID Connect that is not ours: npm's oidc-provider, with pages of its own for signing in and out.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type Context, Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { heading } from './fixture';

/** What a user has at the provider. */
export interface Account {
  /** The claims of the ID token. */
  preferred_username: string;
  groups?: string[];
}

const html = (title: string, content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title><main><h1>${title}</h1>${content}</main>`;

const SIGN_IN = html(
  'Provider',
  `<form method="post"><label>Account <input name="account" autofocus></label>
<button>Sign in there</button> <button name="denied" value="true">Deny</button></form>`,
);

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const part of request) body += String(part);
  return new URLSearchParams(body);
}

/** Signs in at the provider. */
export async function signInThere(tab: Page, account: string): Promise<void> {
  await heading(tab, 'Provider').waitFor();
  await tab.getByLabel('Account').fill(account);
  await tab.getByRole('button', { name: 'Sign in there', exact: true }).click();
}

/** The provider. Anyone who names an account has it. */
export class OidcProvider {
  readonly clientId = 'waybill';
  readonly clientSecret = 'canary-client-secret-71d4';

  private constructor(
    private readonly server: HttpServer,
    readonly port: number,
  ) {}

  /** Starts one with these accounts, where a server at this origin is registered as the provider `name`. */
  static async start(origin: string, name: string, accounts: Record<string, Account>): Promise<OidcProvider> {
    const listener: { handle: (request: IncomingMessage, response: ServerResponse) => void } = {
      handle: () => undefined,
    };
    const server = createServer((request, response) => listener.handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port is free');
    const made = new OidcProvider(server, address.port);
    const provider = new Provider(made.issuer, made.configuration(origin, name, accounts));
    const protocol = provider.callback();
    listener.handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) protocol(request, response);
      else void made.interact(provider, request, response);
    };
    return made;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Where a browser ends its session at the provider. */
  get signOut(): string {
    return `${this.issuer}/session/end`;
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private configuration(origin: string, name: string, accounts: Record<string, Account>): object {
    const api = `${origin}/ui/api/v1/ui/auth`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' };
    return {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [`${api}/sso/${name}/callback`],
          post_logout_redirect_uris: [`${origin}/ui/login`],
          backchannel_logout_uri: `${api}/backchannel/${name}`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['of a test'] },
      scopes: ['openid', 'profile', 'groups'],
      claims: { openid: ['sub'], profile: ['preferred_username'], groups: ['groups'] },
      // what is asked for is in the ID token
      conformIdTokenClaims: false,
      // with its own dispatcher, it would not send logout tokens to an address of this machine
      fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        globalThis.fetch(url, options),
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context: Context, form: string) => {
            const button =
              '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out there</button>';
            context.body = html('Sign out of the provider', `${form}${button}`);
          },
          postLogoutSuccessSource: (context: Context) => {
            context.body = html('Signed out of the provider', '');
          },
        },
      },
      interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: Context, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...accounts[id] }),
      }),
      // no user is asked for consent
      loadExistingGrant: async ({ oidc }: Context) => {
        const { accountId } = oidc.session;
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
        grant.addOIDCScope('openid profile groups');
        await grant.save();
        return grant;
      },
    };
  }

  private async interact(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      response.end(SIGN_IN);
      return;
    }
    const body = await bodyOf(request);
    const result = body.has('denied')
      ? { error: 'access_denied', error_description: 'The user has denied it.' }
      : { login: { accountId: body.get('account') ?? '', amr: ['pwd'] } };
    await provider.interactionFinished(request, response, result);
  }
}
