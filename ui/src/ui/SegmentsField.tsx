import { Segments, type SegmentsProps } from './Segments';
import css from './SegmentsField.module.css';

interface SegmentsFieldProps<T extends string> extends Omit<SegmentsProps<T>, 'className'> {
  /** What the chosen one is. */
  text?: string;
}

/** One of a few, as a field of a form. */
export function SegmentsField<T extends string>({ text, ...segments }: SegmentsFieldProps<T>) {
  return (
    <div>
      <span className={css.label} aria-hidden="true">
        {segments.label}
      </span>
      <Segments {...segments} className={css.bar} />
      {text !== undefined && <p className={css.text}>{text}</p>}
    </div>
  );
}
