import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
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

/** The form of a webhook: of a new one if `before` is null. Nothing of it outlives a reload, since it has secrets. */
export function useWebhookForm(before: DescribedWebhook | null) {
  const { api } = useEngine();
  const [seen, setSeen] = useState(() => seenOf(before));
  const [values, setValues] = useState(seen.values);
  const [found, setFound] = useState<Problems>({});
  const [tested, setTested] = useState<Tested | null>(null);
  const saving = useSubmit();
  const testing = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  const isDirty = JSON.stringify(values) !== JSON.stringify(seen.values);
  useDraft(isDirty);
  const clear = () => {
    setFound({});
    setTested(null);
    saving.clear();
    testing.clear();
  };
  const isSound = () => {
    clear();
    const problems = problemsOf(values, seen.webhook);
    setFound(problems);
    const sound = Object.keys(problems).length === 0;
    if (!sound) focusProblem();
    return sound;
  };
  const test = async () => {
    if (!isSound()) return;
    const isSent = await testing.run(async () => {
      try {
        setTested({ result: await webhookCalls.postWebhooksTest(api, wantedOf(values, seen.webhook)) });
      } catch (failure) {
        if (failure instanceof ApiError && failure.field === null) setTested({ result: null });
        throw failure;
      }
    });
    if (!isSent) focusProblem();
  };
  const save = async (send: (wanted: WantedWebhook) => Promise<DescribedWebhook>) => {
    if (!isSound()) return;
    const isSaved = await saving.run(async () => {
      const saved = seenOf(await send(wantedOf(values, seen.webhook)));
      setSeen(saved);
      setValues(saved.values);
    });
    if (!isSaved) focusProblem();
  };
  const error = saving.error ?? (tested === null ? testing.error : null);
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
    save,
  };
}
