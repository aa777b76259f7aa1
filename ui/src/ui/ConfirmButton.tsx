import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import css from './ConfirmButton.module.css';

/** What a question says: itself, and its two answers. */
interface Asked {
  title: string;
  yes: string;
  /** The answer that changes nothing. */
  no: string;
}

interface QuestionProps {
  words: Asked;
  /** What a yes does, where the question alone does not say it. */
  children?: ReactNode;
  busy: boolean;
  confirm: () => void;
  keep: () => void;
}

/** Asks before something is taken away. The answer that changes nothing has the focus. */
export function Question({ words, children, busy, confirm, keep }: QuestionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  // the button that was pressed has gone, and the keyboard must not be lost with it
  useEffect(() => safe.current?.focus(), []);
  return (
    <div className={css.question} role="alert">
      <strong>{words.title}</strong>
      {children && <p>{children}</p>}
      <div className={css.ways}>
        <Button color="red" size="sm" loading={busy} onClick={confirm}>
          {words.yes}
        </Button>
        <Button ref={safe} variant="default" size="sm" disabled={busy} onClick={keep}>
          {words.no}
        </Button>
      </div>
    </div>
  );
}

interface ConfirmButtonProps extends Omit<QuestionProps, 'words' | 'keep'> {
  words: Asked & {
    /** What the button says that leads to the question. */
    button: string;
    /** What it is called where its words alone do not say about what. */
    label?: string;
  };
  /** Whether it asks, where something around it goes by that. */
  held?: readonly [asking: boolean, setAsking: (asking: boolean) => void];
}

/** A button whose question takes its place, and which has the focus again when nothing was to be changed. */
export function ConfirmButton({ words, held, ...question }: ConfirmButtonProps) {
  const own = useState(false);
  const [asking, setAsking] = held ?? own;
  const opener = useFocusAfter(asking);
  if (asking) return <Question {...question} words={words} keep={() => setAsking(false)} />;
  return (
    <Button ref={opener} variant="default" size="sm" aria-label={words.label} onClick={() => setAsking(true)}>
      {words.button}
    </Button>
  );
}

/** What is to have the focus when a question is over that stood in its place. */
export function useFocusAfter(asking: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && !asking) opener.current?.focus();
    asked.current = asking;
  }, [asking]);
  return opener;
}
