import { texts } from '@/texts/logs';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Density } from './Density';
import css from './logs.module.css';
import { ALL_TIME, type Range, type WholeLog } from './useWholeLog';

interface WholeProps {
  whole: WholeLog;
  range: Range;
  setRange: (range: Range) => void;
  /** Whether anything is searched for, or the time is narrowed. */
  isWanted: boolean;
  /** Whether the matches are shown instead of the end of the log. */
  showsMatches: boolean;
  showMatches: (show: boolean) => void;
}

/** The whole log: its lines over time, a range of time, and how much is found in it. */
export function Whole({ whole, range, setRange, isWanted, showsMatches, showMatches }: WholeProps) {
  const { result, isFailed } = whole;
  const narrow = (next: Range) => {
    setRange(next);
    showMatches(true);
  };
  return (
    <section className={css.whole} aria-label={texts.whole.label}>
      {result ? (
        <Density density={result.density} narrow={narrow} />
      ) : (
        // its place, so that the log does not move when it comes
        !isFailed && <div className={css.density} aria-hidden="true" />
      )}
      <div className={css.range}>
        <Moment label={texts.whole.from} value={range.from} set={from => narrow({ ...range, from })} />
        <Moment label={texts.whole.to} value={range.to} set={to => narrow({ ...range, to })} />
        {(range.from || range.to) && (
          <Button size="compact-sm" variant="default" onClick={() => setRange(ALL_TIME)}>
            {texts.whole.clear}
          </Button>
        )}
        <span className={css.found} role="status">
          {isFailed && texts.whole.failed}
          {!isFailed && isWanted && result && texts.whole.found({ count: result.found })}
        </span>
        {(isWanted || showsMatches) && (
          <Button size="compact-sm" variant="default" onClick={() => showMatches(!showsMatches)}>
            {showsMatches ? texts.whole.hide : texts.whole.show}
          </Button>
        )}
      </div>
    </section>
  );
}

interface MomentProps {
  label: string;
  value: string | null;
  set: (value: string | null) => void;
}

function Moment({ label, value, set }: MomentProps) {
  return (
    <label className={css.moment}>
      <span>{label}</span>
      <input
        type="datetime-local"
        step="1"
        title={value ? fullTime(value) : undefined}
        value={value ? localOf(value) : ''}
        onChange={event => {
          const typed = new Date(event.currentTarget.value);
          set(Number.isNaN(typed.getTime()) ? null : typed.toISOString());
        }}
      />
    </label>
  );
}

/** A moment as the field has it: in the time zone of the browser, to the second. */
function localOf(at: string): string {
  const moment = new Date(at);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
