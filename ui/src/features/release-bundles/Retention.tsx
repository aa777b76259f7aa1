import { useEffect, useRef } from 'react';
import { useMachine } from '@/engine/useMachine';
import { useCountdown } from '@/lib/useCountdown';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import css from './release-bundles.module.css';

/** Whether target bundles are dropped after a while (RET-01), as the machine of this tab knows it. */
export function Retention() {
  const { state, can, send, pending } = useMachine('retention');
  const asked = useRef(false);
  const askable = can('ask');
  // opening this asks again; a refusal means that another request is under way
  const ask = () => void send({ type: 'ask' }).catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as soon as the server takes it
  useEffect(() => {
    if (!askable || asked.current) return;
    asked.current = true;
    ask();
  }, [askable]);
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
