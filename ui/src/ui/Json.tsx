import type { ReactNode } from 'react';
import css from './Json.module.css';

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Formatted JSON with highlighted syntax. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon = '', word] = match;
    parts.push(text.slice(end, match.index));
    const kind =
      string === undefined ? (word === undefined ? css.number : css.word) : colon ? css.key : css.string;
    parts.push(
      <span key={match.index} className={kind}>
        {string ?? whole}
      </span>,
      colon,
    );
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
    <section className={css.json} tabIndex={0} aria-label={label}>
      <pre>{parts}</pre>
    </section>
  );
}
