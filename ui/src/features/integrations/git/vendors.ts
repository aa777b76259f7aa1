import { gitProducts, gitVendors } from '@/generated/git';
import type { States } from '@/generated/types';

type State = States['git_integration'];

/** What the machine has while its pages are open. */
export type GitPage = Extract<State, { state: 'ready' }>['page'];

/** What the machine has of the modal. */
export type GitForm = Extract<State, { state: 'editing' }>['form'];

export type GitFields = GitForm['fields'];
export type Vendor = GitFields['vendor'];
export type VendorItem = GitPage['vendors'][number];
export type Product = VendorItem['services'][number]['product'];

/** What the console knows of a vendor. */
export interface KnownVendor {
  /** Its name in addresses and in records. */
  key: Vendor;
  /** Its number in calls (DET-04). */
  code: number;
  name: string;
  /** Whether the vendor runs a public server, whose address is filled in. */
  isHosted: boolean;
  /** Whether its users are named by their e-mail addresses. */
  hasEmails?: true;
  /** What tokens have to permit, as the vendor calls it, and the kind of token where each kind needs something else. */
  scopes: readonly { name: string; of?: 'fineGrained' | 'classic' }[];
  /** The vendor's own documentation of tokens. */
  documentation: string;
}

/** What the server does not know of a vendor. */
const GUIDES: Readonly<Record<Vendor, Pick<KnownVendor, 'hasEmails' | 'scopes' | 'documentation'>>> = {
  github: {
    scopes: [
      { name: 'Contents: Read-only', of: 'fineGrained' },
      { name: 'repo', of: 'classic' },
    ],
    documentation:
      'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
  },
  gitlab: {
    scopes: [{ name: 'read_api' }],
    documentation: 'https://docs.gitlab.com/user/profile/personal_access_tokens/',
  },
  bitbucket_cloud: {
    hasEmails: true,
    scopes: [
      { name: 'read:user:bitbucket' },
      { name: 'read:workspace:bitbucket' },
      { name: 'read:repository:bitbucket' },
    ],
    documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/api-tokens/',
  },
  bitbucket_server: {
    scopes: [{ name: 'Project read' }, { name: 'Repository read' }],
    documentation: 'https://confluence.atlassian.com/bitbucketserver/http-access-tokens-939515499.html',
  },
};

/** The vendors, in the order of their cards. */
export const VENDORS: readonly KnownVendor[] = gitVendors.map(vendor => ({
  ...vendor,
  ...GUIDES[vendor.key],
}));

/** The products that can use an integration. */
export const PRODUCTS: readonly Product[] = gitProducts;

/** Products in their order, as they are sent. */
export const productsOf = (chosen: ReadonlySet<Product>): Product[] =>
  PRODUCTS.filter(product => chosen.has(product));

export const vendorOf = (key: string): KnownVendor | undefined => VENDORS.find(vendor => vendor.key === key);

export const isProduct = (name: string): name is Product => PRODUCTS.some(known => known === name);
