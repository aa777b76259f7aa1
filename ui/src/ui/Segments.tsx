import { useId } from 'react';
import css from './Segments.module.css';

export interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  choose: (value: T) => void;
  /** Has the focus when the dialog opens that it is in. */
  isFirst?: boolean;
  className?: string | undefined;
}

/** One of a few, each in sight: radio buttons in one bar, so that arrows move between them as everywhere. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, options, choose, isFirst = false, className } = props;
  const name = useId();
  return (
    <div className={`${css.bar} ${className ?? ''}`} role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value} className={css.segment}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            data-autofocus={(isFirst && option.value === value) || undefined}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
