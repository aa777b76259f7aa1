import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedIdentity } from '@/generated/api';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/identities';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import items from '@/ui/itemList.module.css';
import { notify } from '@/ui/notify';
import css from './profile.module.css';

interface IdentityListProps {
  /** The name of the signed-in user. */
  name: string;
  identities: readonly DescribedIdentity[];
  canUnlink: boolean;
  /** The query that the list is loaded by. */
  queryKey: readonly string[];
}

/** The identities that are linked to the user's account. */
export function IdentityList({ name, identities, canUnlink, queryKey }: IdentityListProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const focus = useRemovalFocus<HTMLParagraphElement>(identities.map(({ id }) => id));
  if (identities.length === 0)
    return (
      <p ref={focus.rest} tabIndex={-1}>
        {texts.none}
      </p>
    );
  return (
    <ul ref={focus.list} className={items.list} aria-label={texts.list}>
      {identities.map(identity => (
        <Identity
          key={identity.id}
          name={name}
          identity={identity}
          canUnlink={canUnlink}
          // one password at a time
          asking={asking === identity.id}
          ask={on => setAsking(on ? identity.id : null)}
          removing={() => focus.removing(identity.id)}
          unlinked={() => refresh(client, queryKey)}
        />
      ))}
    </ul>
  );
}

interface IdentityProps extends Pick<IdentityListProps, 'name' | 'canUnlink'> {
  identity: DescribedIdentity;
  asking: boolean;
  ask: (on: boolean) => void;
  /** Called before it is unlinked. */
  removing: () => void;
  unlinked: () => unknown;
}

function Identity({ name, identity, canUnlink, asking, ask, removing, unlinked }: IdentityProps) {
  const { id, provider, label, since } = identity;
  const shown = label ?? provider;
  const opener = useFocusAfter(asking);
  return (
    <li className={items.item}>
      <div className={items.name}>
        <strong dir="auto">{shown}</strong>
        <div className={items.meta}>
          {texts.since} {dayTime(since)}
        </div>
        {label === null && <div className={items.meta}>{texts.deleted}</div>}
      </div>
      {canUnlink && !asking && (
        <Button
          ref={opener}
          variant="default"
          size="sm"
          aria-label={texts.unlinkNamed({ name: shown })}
          onClick={() => ask(true)}
        >
          {texts.unlink}
        </Button>
      )}
      {asking && (
        <div className={css.confirm}>
          <PasswordConfirm
            name={name}
            action={texts.unlink}
            close={() => ask(false)}
            run={async api => {
              await accountCalls.deleteAuthIdentitiesId(api, id);
              notify({ text: texts.unlinked({ name: shown }), severity: 'info' });
              removing();
              ask(false);
              unlinked();
            }}
          />
        </div>
      )}
    </li>
  );
}
