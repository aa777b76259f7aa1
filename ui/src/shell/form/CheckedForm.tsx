import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './CheckedForm.module.css';

interface CheckedFormProps {
  of: {
    form: RefObject<HTMLFormElement | null>;
    /** What the server refuses for a reason that is of no field. */
    words: string | null;
    busy: boolean;
    submit: () => Promise<void>;
  };
  label: string;
  words: { submit: string; cancel: string };
  cancel: () => void;
  /** There is nothing to send, or not yet. */
  isHeld?: boolean;
  /** Why it cannot be sent yet. */
  hint?: string | null;
  /** What is before the buttons that each form has. */
  tools?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** The fields of a form, why it was refused, and its buttons. */
export function CheckedForm(props: CheckedFormProps) {
  const { of, label, words, cancel, isHeld = false, hint = null, tools, className, children } = props;
  const id = useId();
  return (
    <form
      ref={of.form}
      className={`${css.form} ${className ?? ''}`}
      aria-label={label}
      autoComplete="off"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isHeld) void of.submit();
      }}
    >
      {children}
      {of.words !== null && <Notice kind="bad">{of.words}</Notice>}
      {hint !== null && (
        <p id={id} className={css.hint}>
          {hint}
        </p>
      )}
      <div className={css.acts}>
        {tools}
        <Button
          type="submit"
          loading={of.busy}
          disabled={isHeld}
          aria-describedby={hint === null ? undefined : id}
        >
          {words.submit}
        </Button>
        <Button variant="default" onClick={cancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
