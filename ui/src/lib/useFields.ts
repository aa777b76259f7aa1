import { type FormEvent, useLayoutEffect, useState } from 'react';

type Problems<Values> = { readonly [Name in keyof Values]?: string };
export type Checks<Values> = {
  readonly [Name in keyof Values]?: (value: Values[Name], values: Values) => string | null;
};

interface Handlers<Values> {
  /** What it returns is waited for: the server may refuse a field too. */
  send: (values: Values) => unknown;
}

export type FieldValues = Record<string, string | boolean | string[]>;

/** Where the values of a form are. */
interface Store<Values> {
  values: Values;
  set: (changes: Partial<Values>) => void;
  /** Sets all values, of which none has been changed then. */
  begin: (from: Values) => void;
}

/** The values and errors of a small form. @mantine/form does more than fits in the size limit of the sign-in page. */
export function useFields<Values extends FieldValues>(initial: Values, checks: Checks<Values>) {
  const [values, setValues] = useState(initial);
  const set = (changes: Partial<Values>) => setValues(was => ({ ...was, ...changes }));
  return useChecked({ values, set, begin: setValues }, initial, checks);
}

/**
 * The same for values that are kept elsewhere. The first field that has a problem gets the focus once the form was
 * sent, as with `useProblemFocus`, which does more than fits in that limit.
 */
export function useChecked<Values extends FieldValues>(
  store: Store<Values>,
  initial: Values,
  checks: Checks<Values>,
) {
  const { values } = store;
  const [problems, setProblems] = useState<Problems<Values>>({});
  /** The form of the page, in a list that is another one after each attempt. */
  const [attempt, setAttempt] = useState<HTMLFormElement[]>([]);
  useLayoutEffect(() => attempt[0]?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [attempt]);

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    store.set({ [name]: value } as unknown as Partial<Values>);
    // an error is cleared once the field is edited
    setProblems(was => ({ ...was, [name]: undefined }));
  };

  const check = (): Problems<Values> => {
    const found: Partial<Record<keyof Values, string>> = {};
    for (const name of Object.keys(values) as (keyof Values)[]) {
      const problem = checks[name]?.(values[name], values);
      if (problem) found[name] = problem;
    }
    return found as Problems<Values>;
  };

  return {
    values,
    problems,
    set,
    /** Sets values that nothing is checked of. */
    change: store.set,
    isDirty: Object.keys(values).some(name => values[name] !== initial[name]),
    reset: () => {
      store.begin(initial);
      setProblems({});
    },
    /** The properties of a text field. */
    text: (name: keyof Values) => ({
      value: String(values[name]),
      error: problems[name] ?? null,
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as Values[typeof name]),
    }),
    onSubmit:
      ({ send }: Handlers<Values>) =>
      async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        const found = check();
        setProblems(found);
        if (Object.keys(found).length === 0) await send(values);
        setAttempt([form]);
      },
  };
}
