import { Fragment } from 'react';
import { piecesOf } from '@/lib/matching';
import css from './Marked.module.css';

/** A text with the search words highlighted. */
export function Marked({ words, children }: { words: readonly string[]; children: string }) {
  if (words.length === 0) return children;
  return piecesOf(children, words).map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
      <mark key={index} className={css.hit}>
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}
