import { Button } from '@mantine/core';
import type { OauthProvider } from '@/generated/api';
import { texts } from '@/texts/sso';
import css from '@/ui/auth.module.css';
import { beginAddress } from './beginAddress';
import { ProviderIcon } from './ProviderIcon';

interface ProviderButtonsProps {
  providers: readonly OauthProvider[];
  /** Whether the user stays signed in when the browser is closed. */
  remember: boolean;
  /** Nothing else on the page leads further. */
  isFirst?: boolean;
  /** The page stays, and the provider opens beside it. */
  inNewTab?: boolean;
}

/** A link to each provider: the browser leaves for it, and comes back signed in (SSO-01). */
export function ProviderButtons(props: ProviderButtonsProps) {
  const { providers, remember, isFirst = false, inNewTab = false } = props;
  return (
    <ul className={`${css.form} ${css.providers}`} aria-label={texts.providers}>
      {providers.map(({ name, label, url, icon }) => (
        <li key={name}>
          <Button
            component="a"
            href={beginAddress(url, remember)}
            target={inNewTab ? '_blank' : undefined}
            rel={inNewTab ? 'noopener' : undefined}
            variant={isFirst ? 'filled' : 'default'}
            size="md"
            fullWidth
            leftSection={<ProviderIcon of={icon} />}
          >
            <bdi className={css.provider}>{label}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  );
}
