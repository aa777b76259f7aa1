import type { DescribedSignInProvider } from '@/generated/api';
import { API_BASE } from '@/generated/api';
import type { SignInProviderKind } from '@/generated/types';
import { addressOf, pageAddress } from '@/lib/basePath';
import { texts } from '@/texts/signInProviders';
import { CopyButton } from '@/ui/CopyButton';
import css from './sign-in-providers.module.css';

interface AddressesProps {
  /** The name as it is typed. */
  name: string;
  kind: SignInProviderKind;
  /** The provider that is changed; null for a new one. */
  before: DescribedSignInProvider | null;
}

/** What has to be registered with the provider. That of a new one is known before the provider gives a client id. */
export function Addresses({ name, kind, before: changed }: AddressesProps) {
  const here = (path: string) => new URL(path, window.location.origin).href;
  const call = (path: string) => here(addressOf(`${API_BASE}${path}`));
  const part = encodeURIComponent(name);
  // those of another kind are others
  const before = changed?.kind === kind ? changed : null;
  const all =
    kind === 'saml'
      ? ([
          [texts.form.ownMetadata, before?.client_id ?? call(`ui/auth/sso/${part}/metadata`)],
          [texts.form.acs, before?.callback ?? call(`ui/auth/sso/${part}/acs`)],
          [texts.form.singleLogout, before?.backchannel_logout ?? call(`ui/auth/sso/${part}/logout`)],
        ] as const)
      : ([
          [texts.form.callback, before?.callback ?? call(`ui/auth/sso/${part}/callback`)],
          [texts.form.backchannel, before?.backchannel_logout ?? call(`ui/auth/backchannel/${part}`)],
          [texts.form.signedOut, before?.signed_out ?? here(pageAddress('/login'))],
        ] as const);
  if (name === '') return null;
  return (
    <section className={css.addresses} aria-label={texts.form.addresses}>
      <h3>{texts.form.addresses}</h3>
      <dl>
        {all.map(([title, address]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <code dir="ltr">{address}</code> <CopyButton value={address}>{texts.form.copy}</CopyButton>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
