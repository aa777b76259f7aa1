import { useId, useState } from 'react';
import { useEvery } from '@/lib/pausing';
import { texts } from '@/texts/template';
import { Button } from '@/ui/Button';
import css from './template.module.css';

export const STEPS = 50;
export const STEP_MS = 50;

/** Counts steps of time. It can be paused and resumed, and stops at the end. */
export function Counter() {
  const id = useId();
  const [value, setValue] = useState(0);
  const [running, setRunning] = useState(false);
  const done = value >= STEPS;
  const counting = running && !done;
  useEvery(counting ? STEP_MS : null, () => setValue(steps => Math.min(steps + 1, STEPS)));
  const reset = () => {
    setRunning(false);
    setValue(0);
  };
  const announcement = done
    ? texts.counter.done
    : !running && value > 0
      ? texts.counter.stopped({ value })
      : // fifty numbers in a row would be read out for longer than they take
        '';
  return (
    <section className={css.box} aria-labelledby={id}>
      <h2 id={id}>{texts.counter.title}</h2>
      <p className="wb-muted">{texts.counter.lead({ steps: STEPS, step: STEP_MS })}</p>
      <div className={css.meter}>
        <progress className={css.progress} aria-label={texts.counter.progress} value={value} max={STEPS} />
        <output className="wb-mono">{texts.counter.value({ value, steps: STEPS })}</output>
      </div>
      <div className={css.row}>
        <Button onClick={() => setRunning(!counting)} disabled={done}>
          {counting ? texts.counter.stop : texts.counter.start}
        </Button>
        <Button variant="default" onClick={reset}>
          {texts.counter.reset}
        </Button>
      </div>
      <p className="wb-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}
