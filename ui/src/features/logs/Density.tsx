import { type KeyboardEvent, useId, useState } from 'react';
import type { LogBucket, LogDensity } from '@/generated/api';
import { texts } from '@/texts/logs';
import { fullTime } from '@/texts/time';
import { barsOf } from './bars';
import css from './logs.module.css';
import type { Range } from './useWholeLog';

/** The lines of the whole log over time. A bar narrows the range to its time; the arrow keys go from bar to bar. */
export function Density({ density, narrow }: { density: LogDensity; narrow: (range: Range) => void }) {
  const [current, setCurrent] = useState<number | null>(null);
  const id = useId();
  const bars = barsOf(density);
  if (bars.length === 0) return null;
  const at = Math.min(current ?? bars.length - 1, bars.length - 1);
  const choose = (index: number) => {
    const bar = bars[index];
    setCurrent(index);
    if (bar) narrow({ from: bar.from, to: bar.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to !== undefined) setCurrent(Math.max(0, Math.min(bars.length - 1, to)));
    else if (event.key === 'Enter' || event.key === ' ') choose(at);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={css.density}
      role="listbox"
      aria-label={texts.whole.density}
      aria-orientation="horizontal"
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      // a chart of time runs from left to right in every language
      dir="ltr"
      onKeyDown={onKeyDown}
    >
      {bars.map(({ from, to, bucket, height }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the active bar
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
        <div
          key={from}
          id={`${id}-${index}`}
          role="option"
          className={css.bar}
          aria-selected={index === at}
          aria-label={labelOf(from, to, bucket)}
          title={labelOf(from, to, bucket)}
          onClick={() => choose(index)}
        >
          <span className={css.column} style={{ blockSize: `${height}%` }}>
            <Part kind="error" lines={bucket.error} />
            <Part kind="warn" lines={bucket.warn} />
            <Part kind="info" lines={bucket.info + bucket.debug + bucket.other} />
          </span>
        </div>
      ))}
    </div>
  );
}

function Part({ kind, lines }: { kind: string; lines: number }) {
  return lines > 0 && <span data-kind={kind} style={{ flexGrow: lines }} />;
}

function labelOf(from: string, to: string, bucket: LogBucket): string {
  const { error, warn, info, debug, other } = bucket;
  const count = error + warn + info + debug + other;
  return texts.whole.bar({ from: fullTime(from), to: fullTime(to), count, error, warn });
}
