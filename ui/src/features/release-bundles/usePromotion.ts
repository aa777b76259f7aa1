import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ReleaseBundleRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { useRepositories } from '@/shell/useRepositories';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/releaseBundles';
import { notify } from '@/ui/notify';
import { failureOf } from './outcomes';
import { patient } from './patience';
import { statusKey } from './queries';

interface Values {
  /** Empty until one is chosen. */
  environment: string;
  included: string[];
  excluded: string[];
}

const NEW: Values = { environment: '', included: [], excluded: [] };

/** The environments that local repositories belong to. */
export function useEnvironments() {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['release-bundle-environments'],
    queryFn: () => distributionCalls.getReleaseBundlesEnvironments(api),
  });
}

/** The keys of the local repositories of an environment. */
export function useTargets(environment: string): string[] {
  const { data } = useRepositories();
  const targets = data?.repositories.filter(
    repository => repository.class === 'local' && repository.environments.includes(environment),
  );
  return targets?.map(({ key }) => key) ?? [];
}

/** What a promotion would copy, and to where. */
function usePreview({ name, version }: ReleaseBundleRow, values: Values) {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['release-bundle-preview', name, version, values],
    // one that is no longer wanted is cancelled: the server judges thousands of copies for it
    queryFn: ({ signal }) => {
      const body = { ...values, dry_run: true };
      return distributionCalls.postReleaseBundlesNameVersionPromotions(
        patient(api, signal),
        name,
        version,
        body,
      );
    },
    enabled: values.environment !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The form that promotes a bundle: what is chosen in it, what that would do, and doing it. */
export function usePromotion(bundle: ReleaseBundleRow, close: () => void) {
  const { name, version } = bundle;
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [values, setValues] = useState(NEW);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const preview = usePreview(bundle, values);
  const { form, focusProblem } = useProblemFocus();
  const { environment } = values;
  useDraft(environment !== '');
  const refused = submit.error && refusalText(submit.error, shellTexts.failed);
  const isOfField = submit.error?.field === 'environment';
  const forget = () => {
    setMissing(false);
    setFailure(null);
    submit.clear();
  };
  const promote = async () => {
    try {
      const body = { ...values, dry_run: false };
      const { outcome } = await distributionCalls.postReleaseBundlesNameVersionPromotions(
        patient(api),
        name,
        version,
        body,
      );
      const why = outcome && failureOf(outcome);
      if (why) return setFailure(texts.promotion.why[why]);
      notify({ text: texts.promote.promoted({ name, version, environment }), severity: 'info' });
      close();
    } finally {
      // also after an error: it may have begun, or another one may be under way
      void refresh(client, statusKey(name, version));
      void refresh(client, ['release-bundles']);
    }
  };
  return {
    form,
    values,
    preview,
    busy: submit.busy,
    /** What was chosen has not been checked, or cannot be done. */
    isHeld: environment !== '' && (preview.isFetching || !preview.isSuccess),
    problem: missing ? texts.promote.environmentMissing : isOfField ? refused : null,
    words: failure ?? (isOfField ? null : refused),
    choose: (chosen: string) => {
      forget();
      // repositories of another environment are no targets of this one
      setValues({ ...NEW, environment: chosen });
    },
    set: (changes: Partial<Values>) => {
      forget();
      setValues(before => ({ ...before, ...changes }));
    },
    send: async () => {
      forget();
      setMissing(environment === '');
      if (environment === '' || !(await submit.run(promote))) focusProblem();
    },
  };
}
