import css from './onboarding.module.css';

interface ChoiceProps {
  kind: 'radio' | 'checkbox';
  name: string;
  label: string;
  text?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** One answer among several, as a card that can be pressed anywhere. */
export function Choice({ kind, name, label, text, checked, onChange }: ChoiceProps) {
  return (
    <label className={css.choice} data-checked={checked || undefined}>
      <input
        type={kind}
        name={name}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span>
        <span className={css.choiceLabel}>{label}</span>
        {text && <span className={css.choiceText}>{text}</span>}
      </span>
    </label>
  );
}
