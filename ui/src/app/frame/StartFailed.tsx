import { useMachine } from '@/engine/useMachine';
import { texts } from '@/texts/common';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** Start-up has failed: says why, and lets the user retry. */
export function StartFailed() {
  const startup = useMachine('startup');
  const message = startup.state?.state === 'failed' ? startup.state.message : '';
  return (
    <div style={{ marginBottom: 16 }}>
      <Notice kind="bad">
        <strong>{texts.system.startFailed}</strong> {message}{' '}
        <Button
          size="compact-sm"
          variant="default"
          loading={startup.pending}
          disabled={!startup.can('retry')}
          onClick={() => void startup.send({ type: 'retry' })}
        >
          {texts.system.retry}
        </Button>
      </Notice>
    </div>
  );
}
