import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import css from './ConfirmButton.module.css';

/** The texts of a question: itself, and its two answers. */
interface Asked {
  title: string;
  yes: string;
  /** The answer that changes nothing. */
  no: string;
}

interface ConfirmationProps {
  words: Asked;
  /** What confirming does, where the question alone does not say it. */
  children?: ReactNode;
  busy: boolean;
  confirm: () => void;
  keep: () => void;
}

/** Asks before something is removed. The answer that changes nothing has the focus. */
export function Confirmation({ words, children, busy, confirm, keep }: ConfirmationProps) {
  const safe = useRef<HTMLButtonElement>(null);
  // the button that was pressed is gone, and the focus must not be lost with it
  useEffect(() => safe.current?.focus(), []);
  return (
    <div className={css.question} role="alert">
      <strong>{words.title}</strong>
      {children && <p>{children}</p>}
      <div className={css.ways}>
        <Button color="red" size="sm" loading={busy} onClick={confirm}>
          {words.yes}
        </Button>
        {/* a dialog that begins with the question gives the focus to its first button otherwise */}
        <Button ref={safe} data-autofocus variant="default" size="sm" disabled={busy} onClick={keep}>
          {words.no}
        </Button>
      </div>
    </div>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmationProps, 'words' | 'keep'> {
  words: Asked & {
    /** The label of the button that opens the question. */
    button: string;
    /** Its accessible name, where the label does not say what it is about. */
    label?: string;
  };
  /** The state of asking, where the parent needs to know it. */
  held?: readonly [asking: boolean, setAsking: (asking: boolean) => void];
}

/** A button that is replaced by its question, and gets the focus back when that is declined. */
export function ConfirmButton({ words, held, ...question }: ConfirmButtonProps) {
  const own = useState(false);
  const [asking, setAsking] = held ?? own;
  const opener = useFocusAfter(asking);
  if (asking) return <Confirmation {...question} words={words} keep={() => setAsking(false)} />;
  return (
    <Button ref={opener} variant="default" size="sm" aria-label={words.label} onClick={() => setAsking(true)}>
      {words.button}
    </Button>
  );
}

/** The ref of the element that gets the focus when the question that replaced it closes. */
export function useFocusAfter(asking: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && !asking) opener.current?.focus();
    asked.current = asking;
  }, [asking]);
  return opener;
}
