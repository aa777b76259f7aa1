import type {
  DescribedIdentity,
  DescribedSignInProvider,
  Empty,
  LinkedIdentities,
  OauthProvider,
  ProviderAddress,
  SamlMetadata,
  SignInProviders,
  TestedSignInProvider,
  WantedSignInProvider,
} from '@/generated/api';
import type { SignInProviderKind } from '@/generated/types';
import { refusal } from './fakeHttp';

/** A provider as the sign-in page lists it. */
export const offered = (name: string, label: string, type: SignInProviderKind = 'oidc'): OauthProvider => ({
  name,
  label,
  type,
  url: `/ui/api/v1/ui/auth/sso/${name}/begin`,
  icon: type,
});

/** A provider as administrators see it. */
export const signInProvider = (
  name: string,
  more: Partial<DescribedSignInProvider> = {},
): DescribedSignInProvider => ({
  name,
  label: 'Acme',
  kind: 'oidc',
  issuer: 'https://id.example.org',
  client_id: 'waybill',
  saml: null,
  has_client_secret: true,
  scopes: ['profile', 'email'],
  groups_claim: null,
  group_map: {},
  creates_accounts: false,
  name_claim: 'preferred_username',
  amr_satisfies: [],
  enabled: true,
  order: 0,
  logo: null,
  callback: `https://waybill.example.org/ui/api/v1/ui/auth/sso/${name}/callback`,
  backchannel_logout: `https://waybill.example.org/ui/api/v1/ui/auth/backchannel/${name}`,
  signed_out: 'https://waybill.example.org/ui/login',
  created_at: '2026-01-01T09:00:00.000Z',
  ...more,
});

/** A linked identity. */
export const identity = (id: string, more: Partial<DescribedIdentity> = {}): DescribedIdentity => ({
  id,
  provider: 'acme',
  label: 'Acme',
  since: '2026-01-02T09:00:00.000Z',
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });
const PATH = 'access/api/ui/sign_in_providers';
const METADATA = 'access/api/ui/sign_in_provider_metadata';

/** The calls of the real server about providers with which users sign in, and about identities there. */
export class FakeSignInProviders {
  /** What the sign-in page offers. */
  offered: OauthProvider[] = [];
  /** What administrators see. */
  all: DescribedSignInProvider[] = [];
  /** The identities of the signed-in user, and of every other one. */
  identities: DescribedIdentity[] = [];
  /** Nothing can be loaded. */
  fails = false;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  tested: TestedSignInProvider = {
    authorization_endpoint: 'https://id.example.org/auth',
    token_endpoint: 'https://id.example.org/token',
    end_session_endpoint: null,
    keys: 2,
  };
  /** What the metadata of an identity provider say. */
  metadata: SamlMetadata = {
    entity_id: 'https://id.example.org/saml',
    sso_url: 'https://id.example.org/saml/sso',
    slo_url: null,
    binding: 'post',
    certificates: ['MIIC', 'MIID'],
  };
  /** The method, the path, the body and the confirmation of each call that changes or tests something. */
  readonly changes: { call: string; body: unknown; confirmed: boolean }[] = [];

  /** The answer to a call; null if another part of the server answers it. */
  answer(path: string, { method = 'GET', body, headers }: RequestInit): Response | null {
    const [name = '', search = ''] = path.split('?');
    const isOfUser = /^(ui\/auth|access\/api\/ui\/users\/[^/]+)\/identities\b/.test(name);
    if (
      !isOfUser &&
      !name.startsWith(PATH) &&
      name !== METADATA &&
      !/^ui\/auth\/(oauthProviders|sso\/)/.test(name)
    )
      return null;
    if (method === 'GET') return this.#read(name, search);
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    const confirmed = new Headers(headers).has('x-jfrog-reauthentication');
    this.changes.push({ call: `${method} ${name}`, body: sent, confirmed });
    if (this.refused) return this.refused();
    if (name === METADATA) return json<SamlMetadata>(this.metadata);
    if (/\/(link|confirm)$/.test(name))
      return json<ProviderAddress>({ url: 'https://id.example.org/auth?state=s1' });
    if (name.endsWith('/test')) return json<TestedSignInProvider>(this.tested);
    const last = name.split('/').at(-1) ?? '';
    if (isOfUser) {
      this.identities = this.identities.filter(({ id }) => id !== last);
      return json<Empty>({});
    }
    return this.#change(method, last, sent);
  }

  #read(name: string, search: string): Response {
    if (this.fails) return refusal(503, 'unavailable', 'Sign-in providers cannot be read.');
    if (name === 'ui/auth/oauthProviders')
      return json<OauthProvider[]>(
        this.offered.map(one => ({ ...one, url: search ? `${one.url}?${search}` : one.url })),
      );
    if (name === PATH) return json<SignInProviders>({ providers: this.all });
    return json<LinkedIdentities>({ identities: this.identities });
  }

  #change(method: string, name: string, wanted: WantedSignInProvider): Response {
    const others = this.all.filter(one => one.name !== name);
    if (method === 'DELETE') {
      this.all = others;
      return json<Empty>({});
    }
    const before = this.all.find(one => one.name === name) ?? signInProvider(wanted.name ?? name);
    const { client_secret: secret, logo = null, saml, client_id: clientId, ...settings } = wanted;
    const changed: DescribedSignInProvider = {
      ...before,
      ...settings,
      client_id: clientId ?? before.client_id,
      saml: saml ? { slo_url: null, binding: 'redirect', ...saml } : null,
      logo,
      name: before.name,
      groups_claim: wanted.groups_claim || null,
      has_client_secret: secret === undefined ? before.has_client_secret : secret !== '',
    };
    this.all = [...others, changed].sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
    return json<DescribedSignInProvider>(changed);
  }
}
