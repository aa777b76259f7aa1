import type { ReactNode } from 'react';
import type { Submit } from '@/engine/useSubmit';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './CardForm.module.css';

interface CardFormProps {
  words: { form: string; save: string };
  submit: Submit;
  /** The field beside which its problem is shown. */
  ownField: string;
  save: () => Promise<void>;
  children: ReactNode;
}

/** The form of a card: why it was refused, its fields, and its button. */
export function CardForm({ words, submit, ownField, save, children }: CardFormProps) {
  const { form, focusProblem } = useProblemFocus();
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={words.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void save().then(focusProblem);
      }}
    >
      {submit.error && submit.error.field !== ownField && (
        <Notice kind="bad">{refusalText(submit.error, shellTexts.failed)}</Notice>
      )}
      {children}
      <div>
        <Button type="submit" size="sm" variant="default" loading={submit.busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
