import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Fields of the query of an address that have a value. */
export type Fields<F extends string> = Partial<Record<F, string>>;

/** Changes fields. The address follows after a pause, for fields with typed text. */
export type ChangeFields<F extends string> = (changes: Fields<F>, pauseMs?: number) => void;

/**
 * Fields of the query of a page's address, and how to change them. A change is shown at once; the address follows once
 * the server lets the tab go there, and what it says at last holds: a link or the history may lead elsewhere. Changes
 * replace the entry of the history, as typing does.
 */
export function useFields<F extends string>(path: string, names: readonly F[]): [Fields<F>, ChangeFields<F>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const router = useRouter();
  const addressed = keyOf(names, search);
  const [fields, setFields] = useState<Fields<F>>(() => JSON.parse(addressed));
  const latest = useRef(fields);
  /** The addresses that are on their way, the newest last. */
  const underWay = useRef<string[]>([]);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    const at = underWay.current.lastIndexOf(addressed);
    underWay.current = at === -1 ? [] : underWay.current.slice(at + 1);
    if (at === -1 && addressed !== keyOf(names, latest.current)) {
      window.clearTimeout(timer.current);
      latest.current = JSON.parse(addressed);
      setFields(latest.current);
    }
  }, [addressed, names]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const follow = () => {
    const key = keyOf(names, latest.current);
    underWay.current.push(key);
    void router.navigate({
      to: path,
      search: JSON.parse(key),
      replace: true,
      state: { keepsFocus: true },
    });
  };
  const change: ChangeFields<F> = (changes, pauseMs) => {
    latest.current = { ...latest.current, ...changes };
    setFields(latest.current);
    window.clearTimeout(timer.current);
    if (pauseMs === undefined) follow();
    else timer.current = window.setTimeout(follow, pauseMs);
  };
  return [fields, change];
}

/** The fields with a value as a text, in their order. */
const keyOf = (names: readonly string[], fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.fromEntries(
      names.map(name => [name, String(fields[name] ?? '').trim()]).filter(([, value]) => value !== ''),
    ),
  );
