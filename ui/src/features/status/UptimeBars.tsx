import type { UptimeHistory } from '@/generated/api';
import { texts } from '@/texts/status';
import css from './status.module.css';

const BAR_PX = 4;
const STEP_PX = BAR_PX + 1;
const HEIGHT_PX = 22;
/** What stays visible of a share that is all but the whole. */
const LEAST_PX = 3;

/** The share of the observed time in which the node was online, in percent; null where nothing was observed. */
export function shareOf({ online }: UptimeHistory): number | null {
  const known = online.filter(share => share !== null);
  if (known.length === 0) return null;
  // rounded down: only what was never offline is 100 %
  return Math.floor(known.reduce((sum, share) => sum + share, 0) / known.length);
}

/** The height in pixels of the part of a bar for which the node was offline. */
export function offlinePx(share: number): number {
  if (share >= 100) return 0;
  return Math.max(LEAST_PX, Math.round(((100 - share) / 100) * HEIGHT_PX));
}

/** The uptime of the last hours, a bar for each step; the text alternative has the share as a number. */
export function UptimeBars({ history }: { history: UptimeHistory | null }) {
  const share = history && shareOf(history);
  if (!history || share === null) return <span className={css.meta}>{texts.history.none}</span>;
  const { online, step_ms: step } = history;
  const hours = Math.round((online.length * step) / 3_600_000);
  const label = texts.history.share({ share, count: hours });
  return (
    <svg
      className={css.bars}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${online.length * STEP_PX} ${HEIGHT_PX}`}
      width={online.length * STEP_PX}
      height={HEIGHT_PX}
    >
      <title>{label}</title>
      {online.map((share, at) => {
        const x = at * STEP_PX;
        const offline = share === null ? 0 : offlinePx(share);
        return share === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity but its place
          <rect key={at} data-kind="unknown" x={x} y={HEIGHT_PX - 2} width={BAR_PX} height={2} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <g key={at}>
            <rect data-kind="online" x={x} y={offline} width={BAR_PX} height={HEIGHT_PX - offline} />
            {offline > 0 && <rect data-kind="offline" x={x} y={0} width={BAR_PX} height={offline} />}
          </g>
        );
      })}
    </svg>
  );
}
