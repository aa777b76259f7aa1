import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { DistributionTargetRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { useIsThere } from '@/lib/useIsThere';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { texts } from '@/texts/distribution';
import { notify } from '@/ui/notify';
import { NEW, problemsOf, refused, urlOf, type Values } from './problems';
import { refreshTargets } from './queries';

/** The form of a target: of a new one if `before` is null. */
export function useTargetForm(before: DistributionTargetRow | null, leave: () => void) {
  const { api } = useEngine();
  const client = useQueryClient();
  const isThere = useIsThere();
  const send = async (values: Values) => {
    const [key, url, description] = [values.key.trim(), urlOf(values), values.description.trim()];
    const token = values.token.trim();
    if (before === null)
      await distributionCalls.postDistributionTargets(api, { key, url, description, token });
    else {
      const change = { url, description, ...(token !== '' && { token }) };
      await distributionCalls.putDistributionTargetsKey(api, key, change);
    }
    const text = before === null ? texts.targets.added : texts.targets.saved;
    notify({ text: text({ name: key }), severity: 'info' });
    await refreshTargets(client);
    // the sheet may have been closed meanwhile
    if (isThere()) leave();
  };
  return useCheckedForm({
    before,
    initial: seen => (seen ? { ...NEW, key: seen.key, url: seen.url, description: seen.description } : NEW),
    check: problemsOf,
    send,
    refused,
  });
}
