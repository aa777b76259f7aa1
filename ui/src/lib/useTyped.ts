import { useRef, useState } from 'react';
import { isObject, parseJson } from './json';
import { type Form, forgetTyped, keepTyped, readTyped } from './typed';
import { type Checks, type FieldValues, useChecked } from './useFields';

/** The values that were entered before a reload, where they are those of this form. */
function keptOf<Values extends object>(form: Form, owner: string, initial: Values): Partial<Values> {
  const kept = parseJson(readTyped(form, owner).values ?? '');
  if (!isObject(kept)) return {};
  const known = new Map(Object.entries(initial));
  const isOfForm = ([name, value]: [string, unknown]) =>
    typeof value === typeof known.get(name) && Array.isArray(value) === Array.isArray(known.get(name));
  return Object.fromEntries(Object.entries(kept).filter(isOfForm)) as Partial<Values>;
}

/** The values of a form, none of which is a secret. A reload of the page does not lose what has not been sent. */
export function useTyped<Values extends object>(form: Form, owner: string, initial: Values) {
  const [values, setValues] = useState(() => ({ ...initial, ...keptOf(form, owner, initial) }));
  // two changes may come before the next render
  const latest = useRef(values);
  const change = (to: Values) => {
    latest.current = to;
    setValues(to);
  };
  return {
    values,
    set: (changes: Partial<Values>) => {
      change({ ...latest.current, ...changes });
      keepTyped(form, owner, { values: JSON.stringify(latest.current) });
    },
    /** The values have been sent, or are replaced by those of the server. */
    begin: (from: Values) => {
      change(from);
      forgetTyped(form);
    },
  };
}

/** As `useFields`, for a form whose values a reload does not lose. */
export function useTypedFields<Values extends FieldValues>(
  form: Form,
  owner: string,
  initial: Values,
  checks: Checks<Values>,
) {
  return useChecked(useTyped(form, owner, initial), initial, checks);
}
