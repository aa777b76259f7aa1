import { type ReactNode, useEffect, useRef } from 'react';
import css from './AskFirst.module.css';
import { Button } from './Button';

interface QuestionProps {
  title: string;
  children?: ReactNode;
  yes: string;
  no: string;
  busy: boolean;
  confirm: () => void;
  keep: () => void;
}

/** Asks before something is taken away. The answer that changes nothing has the focus. */
export function Question({ title, children, yes, no, busy, confirm, keep }: QuestionProps) {
  const safe = useRef<HTMLButtonElement>(null);
  // the button that was pressed has gone, and the keyboard must not be lost with it
  useEffect(() => safe.current?.focus(), []);
  return (
    <div className={css.question} role="alert">
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      <div className={css.ways}>
        <Button color="red" size="sm" loading={busy} onClick={confirm}>
          {yes}
        </Button>
        <Button ref={safe} variant="default" size="sm" disabled={busy} onClick={keep}>
          {no}
        </Button>
      </div>
    </div>
  );
}

interface AskFirstProps extends Omit<QuestionProps, 'keep'> {
  /** What the button says that leads to the question. */
  button: string;
  /** What it is called where its words alone do not say about what. */
  label?: string;
  asking: boolean;
  setAsking: (asking: boolean) => void;
}

/** A button whose question takes its place, and which has the focus again when nothing was to be changed. */
export function AskFirst({ button, label, asking, setAsking, ...question }: AskFirstProps) {
  const opener = useFocusAfter(asking);
  if (asking) return <Question {...question} keep={() => setAsking(false)} />;
  return (
    <Button ref={opener} variant="default" size="sm" aria-label={label} onClick={() => setAsking(true)}>
      {button}
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
