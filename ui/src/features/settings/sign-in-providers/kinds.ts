import type { SignInProviderKind } from '@/generated/types';

interface Kind {
  /** What it calls itself. */
  title: string;
  /** What a provider of it is called at first. */
  name: string;
  issuer: string;
  /** Whether there is no other address of this kind. */
  isFixed: boolean;
  /** Whether what it signs has the claims about groups and factors. */
  hasTokens: boolean;
  scopes: string;
  nameClaim: string;
}

/** What providers of each kind begin with. */
export const kinds: Readonly<Record<SignInProviderKind, Kind>> = {
  oidc: {
    title: 'OpenID Connect',
    name: '',
    issuer: '',
    isFixed: false,
    hasTokens: true,
    scopes: 'profile email',
    nameClaim: 'preferred_username',
  },
  github: {
    title: 'GitHub',
    name: 'github',
    issuer: 'https://github.com',
    isFixed: false,
    hasTokens: false,
    scopes: 'read:user',
    nameClaim: 'login',
  },
  gitlab: {
    title: 'GitLab',
    name: 'gitlab',
    issuer: 'https://gitlab.com',
    isFixed: false,
    hasTokens: true,
    scopes: 'profile email',
    nameClaim: 'nickname',
  },
  bitbucket: {
    title: 'Bitbucket',
    name: 'bitbucket',
    issuer: 'https://bitbucket.org',
    isFixed: true,
    hasTokens: false,
    scopes: 'account',
    nameClaim: 'username',
  },
  google: {
    title: 'Google',
    name: 'google',
    issuer: 'https://accounts.google.com',
    isFixed: true,
    hasTokens: true,
    scopes: 'profile email',
    nameClaim: 'email',
  },
  saml: {
    title: 'SAML 2.0',
    name: '',
    issuer: '',
    isFixed: false,
    hasTokens: true,
    scopes: '',
    nameClaim: 'uid',
  },
};

export const KINDS = Object.keys(kinds) as SignInProviderKind[];
