import { useEffect, useRef } from 'react';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

interface LinkSentProps {
  text: string;
  hint?: string;
  /** The name of the button that leads on, such as back to the form. */
  back: string;
  again: () => void;
}

/** What a form has led to, in its place: a mail with a link was asked for, or an account has to be approved. */
export function LinkSent({ text, hint, back, again }: LinkSentProps) {
  const message = useRef<HTMLDivElement>(null);
  // the form that was sent is gone, and the focus must not be lost with it
  useEffect(() => message.current?.focus(), []);
  return (
    <div className={css.form}>
      <div ref={message} tabIndex={-1}>
        <Notice kind="info">{text}</Notice>
      </div>
      {hint && <p className={css.hint}>{hint}</p>}
      <Button variant="default" size="md" fullWidth onClick={again}>
        {back}
      </Button>
    </div>
  );
}
