import type { ReactNode } from 'react';
import type { Match } from './fuzzy';

interface MarkedProps {
  text: string;
  ranges: Match['ranges'];
}

/** A text with ranges highlighted. */
export function Marked({ text, ranges }: MarkedProps) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  parts.push(text.slice(end));
  return parts;
}
