import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { texts } from '@/texts/permissions';
import css from './permissions.module.css';
import type { Target } from './values';

interface PatternFieldsProps {
  target: Target;
  /** What the patterns are of, in words. */
  name: string;
  /** What counts where no include pattern is entered. */
  placeholder: string;
  error?: string | null;
  set: (target: Target) => void;
}

/** The include and exclude patterns of a target. */
export function PatternFields({ target, name, placeholder, error = null, set }: PatternFieldsProps) {
  return (
    <div className={css.patterns}>
      <TextInput
        label={texts.includes}
        aria-label={texts.includesOf({ name })}
        placeholder={placeholder}
        value={target.includes}
        error={error}
        onChange={event => set({ ...target, includes: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextInput
        label={texts.excludes}
        aria-label={texts.excludesOf({ name })}
        value={target.excludes}
        onChange={event => set({ ...target, excludes: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
    </div>
  );
}
