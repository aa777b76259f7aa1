import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleMinus from '@tabler/icons-react/dist/esm/icons/IconCircleMinus.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import { texts } from '@/texts/status';
import type { Kind } from './status';
import css from './status.module.css';

const ICONS = {
  offline: IconCircleX,
  online: IconCircleCheck,
  unhealthy: IconAlertTriangle,
  removed: IconCircleMinus,
};

/** The state as a text and an icon; the colour only repeats it. */
export function StatePill({ kind }: { kind: Kind | 'removed' }) {
  const Icon = ICONS[kind];
  return (
    <span className={css.state} data-kind={kind}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {texts.state[kind]}
    </span>
  );
}
