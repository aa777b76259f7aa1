import { useEffect, useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { CommandRefused } from '@/engine/outbox';
import * as gitCalls from '@/generated/gitCalls';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { connectsAs, fieldOf, fieldsOf, type Problems, problemsOf, type Values, valuesOf } from './problems';
import type { Git } from './useGit';
import type { GitFields, GitForm } from './vendors';

interface Refusal {
  /** What names the field, if there is one. */
  of: string | null;
  words: string;
}

function refusalOf(failure: unknown): Refusal | null {
  if (failure instanceof ApiError)
    return {
      of: failure.field ?? failure.code,
      words: noticeText(failure.code, failure.message, shellTexts.failed),
    };
  return failure instanceof CommandRefused
    ? { of: failure.code, words: noticeText(failure.code, failure.message, shellTexts.failed) }
    : null;
}

/** What was found wrong, and what the server refuses, beside its field where it has one. */
function merged(found: Problems, refusal: Refusal | null): { problems: Problems; words: string | null } {
  const field = fieldOf(refusal?.of ?? null);
  if (refusal === null || field === null) return { problems: found, words: refusal?.words ?? null };
  return { problems: { ...found, [field]: refusal.words }, words: null };
}

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
  const [dismissed, setDismissed] = useState(form.error);
  const [sending, setSending] = useState<'test' | 'save' | null>(null);
  const { form: element, focusProblem } = useProblemFocus();
  const fields = fieldsOf(initial.vendor, values);
  useDraft(JSON.stringify(values) !== JSON.stringify(start));

  const isMoved = !connectsAs(fields, form.before ?? initial);
  const needsToken = key === null || isMoved;
  const needsTest = needsToken || values.token !== '';
  const isAsked = asked !== null && connectsAs(asked.fields, fields) && asked.token === values.token;
  const isTested = form.tested !== null && isAsked;

  const { error } = form;
  const shown = error !== null && error !== dismissed ? error : null;
  const failure: Refusal | null = refusal ?? {
    of: shown?.code ?? null,
    words: shown ? noticeText(shown.code, shown.message, shellTexts.failed) : '',
  };
  const { problems, words } = merged(found, failure.words === '' ? null : failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (shown && fieldOf(shown.code)) focusProblem();
  }, [shown]);

  const send = async (type: 'test' | 'save') => {
    const wrong = problemsOf(values, needsToken);
    setFound(wrong);
    setRefusal(null);
    setDismissed(error);
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
    element,
    isNew: key === null,
    isMoved,
    values,
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      setFound({});
      setRefusal(null);
      setDismissed(error);
    },
    problems,
    words,
    isTested,
    /** The button that saves waits for a passed test. */
    isHeld: needsTest && !isTested,
    testing: sending === 'test' || state === 'testing',
    saving: sending === 'save' || state === 'saving',
    test: () => send('test'),
    save: () => send('save'),
  };
}
