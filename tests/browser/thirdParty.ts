// An application of another vendor, which signs users in by openid-client.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';

/** What an application has of a user who has signed in. */
interface SignedIn {
  subject: string;
  access: string;
  refresh: string;
}

interface Registered {
  issuer: string;
  id: string;
  secret: string;
}

/** The application: its page at `/`, and where it is on this machine. */
export class ThirdParty {
  readonly #http = createServer((request, response) => void this.#answer(request, response));
  #config: client.Configuration | null = null;
  #pending: { verifier: string; state: string; nonce: string } | null = null;
  #user: SignedIn | null = null;

  static async start(): Promise<ThirdParty> {
    const started = new ThirdParty();
    await new Promise<void>(listens => started.#http.listen(0, '127.0.0.1', listens));
    return started;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get callback(): string {
    return `${this.address}/callback`;
  }

  end(): void {
    this.#http.close();
  }

  /** Finds out how to sign users in, with what an administrator has registered. */
  async configure({ issuer, id, secret }: Registered): Promise<void> {
    this.#config = await client.discovery(new URL(issuer), id, secret, undefined, {
      // addresses of this machine need no TLS
      execute: [client.allowInsecureRequests],
    });
  }

  get #configured(): client.Configuration {
    if (!this.#config) throw new Error('the application is not configured');
    return this.#config;
  }

  get #signedIn(): SignedIn {
    if (!this.#user) throw new Error('no user has signed in');
    return this.#user;
  }

  /** What the platform says about the user. */
  async whoIs(): Promise<client.UserInfoResponse> {
    const { access, subject } = this.#signedIn;
    return client.fetchUserInfo(this.#configured, access, subject);
  }

  /** Gets other tokens, as applications do while the user is away. */
  async refresh(): Promise<void> {
    const issued = await client.refreshTokenGrant(this.#configured, this.#signedIn.refresh);
    this.#user = {
      ...this.#signedIn,
      access: issued.access_token,
      refresh: issued.refresh_token ?? '',
    };
  }

  /** The status of a read with the user's access. */
  async read(url: string): Promise<number> {
    const headers = { authorization: `Bearer ${this.#signedIn.access}` };
    return (await fetch(url, { headers })).status;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address);
    try {
      if (url.pathname === '/login') response.writeHead(302, { location: (await this.#login()).href }).end();
      else if (url.pathname === '/callback') this.#page(response, await this.#callback(url));
      else this.#page(response, '<a href="/login">Sign in with Waybill</a>');
    } catch (error) {
      this.#page(
        response,
        `<p>${error instanceof client.AuthorizationResponseError ? error.error : error}</p>`,
      );
    }
  }

  async #login(): Promise<URL> {
    const verifier = client.randomPKCECodeVerifier();
    this.#pending = { verifier, state: client.randomState(), nonce: client.randomNonce() };
    return client.buildAuthorizationUrl(this.#configured, {
      redirect_uri: this.callback,
      scope: 'openid profile offline_access repositories:read',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: this.#pending.state,
      nonce: this.#pending.nonce,
    });
  }

  async #callback(url: URL): Promise<string> {
    if (!this.#pending) throw new Error('no sign-in has begun');
    const { verifier, state, nonce } = this.#pending;
    this.#pending = null;
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const issued = await client.authorizationCodeGrant(this.#configured, url, checks);
    const subject = issued.claims()?.sub ?? '';
    this.#user = { subject, access: issued.access_token, refresh: issued.refresh_token ?? '' };
    return `<h1>Welcome, ${(await this.whoIs()).preferred_username}</h1>`;
  }

  #page(response: ServerResponse, body: string): void {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><html lang="en"><title>Dashboard</title><body>${body}`);
  }
}
