import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { type Submit, useSubmit } from '@/engine/useSubmit';
import type { DescribedWebhook, WantedWebhook, WebhookTestResult } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { errorsOf, type Problems, problemsOf } from './problems';
import { isMoved, NEW, type Values, valuesOf, wantedOf } from './values';

/** What came of a test; null where the request itself has failed. */
export type Tested = { result: WebhookTestResult | null };

const seenOf = (webhook: DescribedWebhook | null) => ({
  webhook,
  values: webhook === null ? NEW : valuesOf(webhook),
});

/** The form of a webhook: of a new one of `project` if `before` is null. Nothing of it outlives a reload, since it has secrets. */
export function useWebhookForm(before: DescribedWebhook | null, project: string | null) {
  const { api } = useEngine();
  const [seen, setSeen] = useState(() => seenOf(before));
  const [values, setValues] = useState(seen.values);
  const [found, setFound] = useState<Problems>({});
  const [tested, setTested] = useState<Tested | null>(null);
  const saving = useSubmit();
  const testing = useSubmit();
  const showing = useSubmit();
  /** The bytes of the request of a test, while they are shown. */
  const [shown, setShown] = useState<string | null>(null);
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(seen.values);
  useDraft(isDirty);
  const clear = () => {
    setFound({});
    setTested(null);
    saving.clear();
    testing.clear();
    showing.clear();
  };
  const isSound = () => {
    clear();
    const problems = problemsOf(values, seen.webhook);
    setFound(problems);
    const sound = Object.keys(problems).length === 0;
    if (!sound) focusProblem();
    return sound;
  };
  /** Sends what is typed, if nothing is wrong with it. */
  const submit = async (by: Submit, send: (wanted: WantedWebhook) => Promise<void>) => {
    if (!isSound()) return;
    if (!(await by.run(() => send(wantedOf(values, seen.webhook, project))))) focusProblem();
  };
  const test = () =>
    submit(testing, async wanted => {
      try {
        setTested({ result: await webhookCalls.postWebhooksTest(api, wanted) });
      } catch (failure) {
        if (failure instanceof ApiError && failure.field === null) setTested({ result: null });
        throw failure;
      }
    });
  const show = () =>
    submit(showing, async wanted => {
      setShown((await webhookCalls.postWebhooksEcho(api, wanted)).request);
    });
  const save = (send: (wanted: WantedWebhook) => Promise<DescribedWebhook>) =>
    submit(saving, async wanted => {
      const saved = seenOf(await send(wanted));
      setSeen(saved);
      setValues(saved.values);
    });
  const error = saving.error ?? showing.error ?? (tested === null ? testing.error : null);
  return {
    form,
    values,
    set: (changes: Partial<Values>) => {
      setValues(latest => ({ ...latest, ...changes }));
      clear();
    },
    moved: isMoved(values, seen.webhook),
    ...errorsOf(error, found, values),
    saving: saving.busy,
    testing: testing.busy,
    tested,
    test,
    showing: showing.busy,
    shown,
    show,
    hide: () => setShown(null),
    save,
  };
}
