import { useEffect, useRef } from 'react';
import { useMachine } from '@/engine/useMachine';
import { useCountdown } from '@/lib/useCountdown';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import css from './release-bundles.module.css';

/** How often this asks by itself. */
const REQUESTS_MAX = 3;

/** Whether target bundles are dropped after a while (RET-01), as the machine of this tab knows it. */
export function Retention() {
  const { state, can, send, pending } = useMachine('retention');
  const requests = useRef(0);
  const isIdle = state?.state === 'idle';
  const askable = can('ask') && !pending;
  const ask = () => {
    requests.current += 1;
    // a refusal means that another request is under way, or that the state has changed meanwhile
    void send({ type: 'ask' }).catch(() => undefined);
  };
  // Opening this asks again, and a request that was refused before there was any answer is repeated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked as soon as the server takes it
  useEffect(() => {
    if (askable && (requests.current === 0 || (isIdle && requests.current < REQUESTS_MAX))) ask();
  }, [askable, isIdle]);
  const seconds = useCountdown(state?.state === 'waiting' ? Date.parse(state.until) : null);
  if (!state) return null;
  const summary = () => {
    switch (state.state) {
      case 'idle':
      case 'asking':
        return texts.retention.asking;
      case 'waiting':
        return texts.retention.waiting({ attempt: state.attempt, seconds });
      case 'answered':
        if (state.reason !== 'told') return texts.retention[state.reason];
        return state.enabled ? texts.retention.on : texts.retention.off;
    }
  };
  const failed = state.state === 'answered' && state.reason === 'failed';
  return (
    <div className={css.retention} data-state={state.state}>
      <p role="status">
        <strong>{texts.retention.title}</strong> {summary()}
      </p>
      {failed && (
        <Button size="compact-sm" variant="default" loading={pending} onClick={ask}>
          {texts.retention.again}
        </Button>
      )}
    </div>
  );
}
