import { useRef, useState } from 'react';
import * as accountCalls from '@/generated/accountCalls';
import type { OauthProvider } from '@/generated/api';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { texts } from '@/texts/identities';
import { Button } from '@/ui/Button';
import css from './profile.module.css';

interface LinkIdentityProps {
  /** The name of the signed-in user. */
  name: string;
  providers: readonly OauthProvider[];
}

/** Links an identity: the password is confirmed, and the browser leaves for the provider. */
export function LinkIdentity({ name, providers }: LinkIdentityProps) {
  const [chosen, setChosen] = useState<OauthProvider | null>(null);
  const openers = useRef<HTMLDivElement>(null);
  const close = () => {
    const label = chosen?.name;
    setChosen(null);
    // the buttons are back once this has rendered
    requestAnimationFrame(() =>
      openers.current?.querySelector<HTMLElement>(`[data-provider="${label ?? ''}"]`)?.focus(),
    );
  };
  if (chosen)
    return (
      <div className={css.action}>
        <PasswordConfirm
          name={name}
          action={texts.continueTo({ name: chosen.label })}
          close={close}
          run={async api => {
            const { url } = await accountCalls.postAuthSsoNameLink(api, chosen.name);
            window.location.assign(url);
          }}
        />
      </div>
    );
  return (
    <div className={css.action}>
      <p>{texts.linkLead}</p>
      <div ref={openers} className={css.buttons}>
        {providers.map(provider => (
          <Button
            key={provider.name}
            data-provider={provider.name}
            variant="default"
            onClick={() => setChosen(provider)}
          >
            {texts.link({ name: provider.label })}
          </Button>
        ))}
      </div>
    </div>
  );
}
