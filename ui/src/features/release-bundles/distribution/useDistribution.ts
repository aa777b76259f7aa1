import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ReleaseBundleRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import type { DistributionKind } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/distribution';
import { notify } from '@/ui/notify';
import { patient } from '../patience';
import { statusKey } from '../queries';
import { useTargets } from './queries';

/** The server takes no more targets at once. */
const TARGETS_MAX = 10;

interface Values {
  targets: readonly string[];
  creates: boolean;
}

interface Wanted {
  bundle: ReleaseBundleRow;
  kind: DistributionKind;
  /** The targets that are chosen at first. */
  targets: readonly string[];
}

/** What is wrong with the choice of targets, if anything. */
function problemOf({ targets }: Values): string | null {
  if (targets.length === 0) return texts.choice.missing;
  return targets.length > TARGETS_MAX ? texts.choice.tooMany({ most: TARGETS_MAX }) : null;
}

/** Sends what is wanted, or has it judged only. */
function useSender({ bundle: { name, version }, kind }: Wanted) {
  const { api } = useEngine();
  return ({ targets, creates }: Values, isJudged: boolean, cancelled?: AbortSignal) => {
    const sender = patient(api, cancelled);
    const body = { kind, targets: [...targets], create_repositories: creates, dry_run: isJudged };
    return distributionCalls.postReleaseBundlesNameVersionDistributions(sender, name, version, body);
  };
}

/** The form that distributes a bundle, or removes it from targets: what is chosen, what that would do, and doing it. */
export function useDistribution(wanted: Wanted, close: () => void) {
  const { bundle, kind } = wanted;
  const { name, version } = bundle;
  const client = useQueryClient();
  const submit = useSubmit();
  const send = useSender(wanted);
  const [values, setValues] = useState<Values>({ targets: wanted.targets, creates: false });
  const [found, setFound] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const { form, focusProblem } = useProblemFocus();
  const all = useTargets().data?.targets;
  // one that was chosen may be gone, or its token
  const targets = values.targets.filter(key => all?.some(one => one.key === key && one.has_token));
  const chosen = { ...values, targets };
  const isChecked = kind === 'distribute' && problemOf(chosen) === null;
  const preview = useQuery({
    queryKey: ['release-bundle-distribution-preview', name, version, chosen],
    // one that is no longer wanted is cancelled: the server judges thousands of files for it
    queryFn: ({ signal }) => send(chosen, true, signal),
    enabled: isChecked,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useDraft(values.targets.join() !== wanted.targets.join());
  const refused = submit.error && refusalText(submit.error, shellTexts.failed);
  const isOfField = submit.error?.field === 'targets';
  const begin = async () => {
    try {
      await send(chosen, false);
      notify({ text: texts.begun[kind]({ name, version }), severity: 'info' });
      close();
    } finally {
      // also after an error: it may have begun, or another one may be under way
      void refresh(client, statusKey(name, version));
    }
  };
  /** Also closes the question: what was refused is shown in the form. */
  const run = async () => {
    if (await submit.run(begin)) return;
    setAsks(false);
    focusProblem();
  };
  return {
    form,
    values: chosen,
    preview,
    asks,
    busy: submit.busy,
    /** The targets are not known, or what was chosen has not been checked, or cannot be done. */
    isHeld: all === undefined || (isChecked && (preview.isFetching || !preview.isSuccess)),
    problem: found ?? (isOfField ? refused : null),
    words: isOfField ? null : refused,
    set: (changes: Partial<Values>) => {
      setFound(null);
      setAsks(false);
      submit.clear();
      setValues(before => ({ ...before, ...changes }));
    },
    keep: () => setAsks(false),
    confirm: () => void run(),
    submit: () => {
      const problem = problemOf(chosen);
      setFound(problem);
      submit.clear();
      if (problem !== null) focusProblem();
      else if (kind === 'remove') setAsks(true);
      else void run();
    },
  };
}
