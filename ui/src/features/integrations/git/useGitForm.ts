import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as gitCalls from '@/generated/gitCalls';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { withRefused } from '@/shell/form/problems';
import { useUnsaved } from '@/shell/form/useUnsaved';
import { connectsAs, fieldOf, fieldsOf, type Problems, problemsOf, type Values, valuesOf } from './problems';
import { type Refusal, reasonText, refusalOf } from './refusals';
import type { Git } from './useGit';
import type { GitFields, GitForm } from './vendors';

/** The answers that may have the reason of a failure. */
const ANSWERS: readonly string[] = ['git.test', 'git.create', 'git.update'];

/** How many answers to tests and changes have come: two of them may fail for the same reason. */
function useAnswerCount(): number {
  const { mirror } = useEngine();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let last = mirror.view('git_integration')?.by;
    const answers = mirror.actor('git_integration').subscribe(() => {
      const by = mirror.view('git_integration')?.by;
      if (by && by !== last && ANSWERS.includes(by.event.type)) setCount(known => known + 1);
      last = by;
    });
    return () => answers.unsubscribe();
  }, [mirror]);
  return count;
}

/** The field beside which a refusal is shown, and its words. */
const shownOf = (refusal: Refusal | null) => refusal && { field: fieldOf(refusal.of), words: refusal.words };

/**
 * The form of an integration. What is typed is in this tab alone until it is tested or saved; the token is sent over
 * HTTP, and the machine has its handle.
 */
export function useGitForm({ machine }: Git, form: GitForm) {
  const { api } = useEngine();
  const [initial] = useState(form.fields);
  const key = 'key' in form.action ? form.action.key : null;
  const [start] = useState(() => valuesOf(initial));
  const [values, setValues] = useState(start);
  const [found, setFound] = useState<Problems>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** What the last test was about: the machine has its outcome. */
  const [asked, setAsked] = useState<{ fields: GitFields; token: string } | null>(null);
  const { error } = form;
  const answers = useAnswerCount();
  // each push of the state has another object of the same failure
  const failureId = error && `${answers} ${error.code} ${error.message}`;
  const [dismissed, setDismissed] = useState(failureId);
  const [sending, setSending] = useState<'test' | 'save' | null>(null);
  const { form: element, focusProblem } = useProblemFocus();
  const fields = fieldsOf(initial.vendor, values);
  const isTyped = JSON.stringify(values) !== JSON.stringify(start);
  useUnsaved(isTyped);

  const isMoved = !connectsAs(fields, form.before ?? initial);
  const needsToken = key === null || isMoved;
  const needsTest = needsToken || values.token !== '';
  const isAsked = asked !== null && connectsAs(asked.fields, fields) && asked.token === values.token;
  const isTested = form.tested !== null && isAsked;

  const shown = failureId === dismissed ? null : error;
  const { problems, words } = withRefused(
    found,
    shownOf(refusal ?? (shown && { of: shown.code, words: reasonText(shown) })),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (shown && fieldOf(shown.code)) focusProblem();
  }, [shown && failureId]);

  const send = async (type: 'test' | 'save') => {
    const wrong = problemsOf(values, initial.vendor, needsToken);
    setFound(wrong);
    setRefusal(null);
    setDismissed(failureId);
    if (Object.keys(wrong).length > 0) return focusProblem();
    setSending(type);
    try {
      const { token: typed } = values;
      const token = typed === '' ? null : await gitCalls.postIntegrationSecret(api, { token: typed });
      if (type === 'test') setAsked({ fields, token: typed });
      await machine.send({ type, fields, token });
    } catch (caught) {
      const refused = refusalOf(caught);
      if (!refused) throw caught;
      setRefusal(refused);
      focusProblem();
    } finally {
      setSending(null);
    }
  };

  const state = machine.state?.state;
  return {
    form: element,
    isNew: key === null,
    isMoved,
    isTyped,
    values,
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      setFound({});
      setRefusal(null);
      setDismissed(failureId);
    },
    problems,
    words,
    isTested,
    /** The button that saves waits for a passed test. */
    isHeld: needsTest && !isTested,
    testing: sending === 'test' || state === 'testing',
    busy: sending === 'save' || state === 'saving',
    test: () => send('test'),
    submit: () => send('save'),
  };
}
