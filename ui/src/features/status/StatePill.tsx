import { texts } from '@/texts/status';
import { StatusPill, type Tone } from '@/ui/StatusPill';
import type { Kind } from './status';

const TONES: Record<Kind | 'removed', Tone> = {
  online: 'good',
  unhealthy: 'warning',
  offline: 'bad',
  removed: 'gone',
};

/** The state of a node. */
export function StatePill({ kind }: { kind: Kind | 'removed' }) {
  return <StatusPill tone={TONES[kind]}>{texts.state[kind]}</StatusPill>;
}
