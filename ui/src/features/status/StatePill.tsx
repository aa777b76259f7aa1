import type { Health } from '@/shell/health';
import { texts } from '@/texts/status';
import { StatusPill, type Tone } from '@/ui/StatusPill';

const TONES: Record<Health | 'removed', Tone> = {
  online: 'good',
  unhealthy: 'warning',
  offline: 'bad',
  removed: 'gone',
};

/** The state of a node. */
export function StatePill({ kind }: { kind: Health | 'removed' }) {
  return <StatusPill tone={TONES[kind]}>{texts.state[kind]}</StatusPill>;
}
