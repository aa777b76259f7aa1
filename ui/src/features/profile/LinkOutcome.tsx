import { useEffect, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import { ssoFailureText, useSsoFailure } from '@/shell/ssoFailure';
import { texts } from '@/texts/identities';
import { Notice } from '@/ui/Notice';
import css from './profile.module.css';

/** What has come of linking an identity, once the user is back from the provider. It is shown once. */
export function LinkOutcome() {
  const failure = useSsoFailure();
  const isLinked = useIsLinked();
  if (!failure && !isLinked) return null;
  return (
    <div className={css.outcome}>
      {failure ? (
        <Notice kind="bad">{ssoFailureText(failure.code, failure.message)}</Notice>
      ) : (
        <Notice kind="info">{texts.linked}</Notice>
      )}
    </div>
  );
}

function useIsLinked(): boolean {
  const { state, send } = useMachine('sso');
  const [wasLinked, setWasLinked] = useState(false);
  const isLinked = state?.state === 'done' && state.purpose === 'link';
  useEffect(() => {
    if (!isLinked) return;
    setWasLinked(true);
    // if the machine has gone on meanwhile, there is nothing to forget
    send({ type: 'cancel' }).catch(() => undefined);
  }, [isLinked, send]);
  return isLinked || wasLinked;
}
