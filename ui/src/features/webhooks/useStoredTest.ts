import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedWebhook } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { texts } from '@/texts/webhooks';
import { notify } from '@/ui/notify';
import { outcomeOf, statusText } from './names';
import { refusedWords } from './problems';
import { valuesOf, wantedOf } from './values';

/** What is shown where there is no result: what the server finds wrong with the webhook, or that nothing came of it. */
const failedWords = (error: Error): string =>
  error instanceof ApiError && error.field !== null ? refusedWords(error) : outcomeOf(null);

/** Tests webhooks as they are stored, one at a time, and says as a toast what came of it (HOOK-03). */
export function useStoredTest() {
  const { api } = useEngine();
  const testing = useMutation({
    mutationFn: (webhook: DescribedWebhook) =>
      webhookCalls.postWebhooksTest(api, wantedOf(valuesOf(webhook), webhook)),
    onSuccess: (result, { key: name }) =>
      notify({
        text: texts.testedWith({ name, outcome: outcomeOf(result), detail: statusText(result) }),
        severity: result.result === 'success' ? 'info' : 'error',
      }),
    onError: (error, { key: name }) =>
      notify({ text: texts.tested({ name, outcome: failedWords(error) }), severity: 'error' }),
  });
  return {
    /** The key of the webhook that is being tested. */
    testing: testing.isPending ? testing.variables.key : null,
    test: testing.mutate,
  };
}
