import IconBrandBitbucket from '@tabler/icons-react/dist/esm/icons/IconBrandBitbucket.mjs';
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs';
import IconBrandGitlab from '@tabler/icons-react/dist/esm/icons/IconBrandGitlab.mjs';
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import type { SignInProviderKind } from '@/generated/types';

const ICONS = {
  oidc: IconKey,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  bitbucket: IconBrandBitbucket,
  google: IconBrandGoogle,
  saml: IconBuilding,
} as const satisfies Record<SignInProviderKind, unknown>;

/** The icon of a provider. The text beside it says which one it is. */
export function ProviderIcon({ of }: { of: SignInProviderKind }) {
  const Icon = ICONS[of];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}
