import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleMinus from '@tabler/icons-react/dist/esm/icons/IconCircleMinus.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import css from './StatusPill.module.css';

const ICONS = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  pending: IconClock,
  gone: IconCircleMinus,
};

export type Tone = keyof typeof ICONS;

/** A state as a text and an icon; the colour only repeats it. Every page shows its states so. */
export function StatusPill({ tone, children }: { tone: Tone; children: string }) {
  const Icon = ICONS[tone];
  return (
    <span className={css.pill} data-tone={tone}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
