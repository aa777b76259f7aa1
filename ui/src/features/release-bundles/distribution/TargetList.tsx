import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { DistributionTargetRow } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import { failureText } from '@/shell/answers';
import { Deletion } from '@/shell/Deletion';
import { texts } from '@/texts/distribution';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import { Wait } from '@/ui/Wait';
import css from '../release-bundles.module.css';
import { refusedWords } from './problems';
import { refreshTargets, useTargets } from './queries';
import { targetColumns } from './targetColumns';
import { useConnectionTest } from './useConnectionTest';

const SORTED_BY = { id: 'key', desc: false };
const NO_NAMES = {};

interface TargetListProps {
  /** The form was there before, so that the focus is lost with it. */
  isBack: boolean;
  /** Opens the form: of a new target if it is null. */
  edit: (target: DistributionTargetRow | null) => void;
}

/** All distribution targets. */
export function TargetList({ isBack, edit }: TargetListProps) {
  const loaded = useTargets();
  const [asked, setAsked] = useState<DistributionTargetRow | null>(null);
  const { test, tested, forget } = useConnectionTest();
  const { place, rest: adder, focusTableSoon } = useTableFocus();
  const { data } = loaded;
  useEffect(() => {
    if (isBack) adder.current?.focus();
  }, [isBack, adder]);
  const ask = (target: DistributionTargetRow | null) => {
    forget();
    setAsked(target);
    if (!target) focusTableSoon();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the acts do stays the same as long as the list does
  const columns = useMemo(
    () => targetColumns(data?.names ?? NO_NAMES, { test, edit, askDelete: ask }),
    [data],
  );
  return (
    <div ref={place}>
      <p className={css.text}>{texts.targets.lead}</p>
      {asked && <TargetDeletion target={asked} close={() => ask(null)} />}
      <div aria-live="polite">{tested && !asked && <Tested of={tested} />}</div>
      <DataTable
        id="distribution-targets"
        label={texts.targets.title}
        columns={columns}
        rows={data?.targets}
        rowId={target => target.key}
        failure={loaded.isError ? failureText(loaded.error, texts.targets.failed) : null}
        retry={() => void loaded.refetch()}
        empty={{ title: texts.targets.empty, text: texts.targets.emptyText }}
        sortedBy={SORTED_BY}
        activate={edit}
        tools={
          <Button ref={adder} size="sm" onClick={() => edit(null)}>
            {texts.targets.add}
          </Button>
        }
      />
    </div>
  );
}

type TestedProps = { of: NonNullable<ReturnType<typeof useConnectionTest>['tested']> };

/** What came of testing the connection to a target. */
function Tested({ of: { name, reason } }: TestedProps) {
  if (reason === undefined) return <Wait>{texts.targets.testing({ name })}</Wait>;
  if (reason === null) return <Notice kind="info">{texts.targets.connected({ name })}</Notice>;
  return <Notice kind="bad">{texts.targets.notConnected({ name, reason })}</Notice>;
}

interface TargetDeletionProps {
  target: DistributionTargetRow;
  close: () => void;
}

/** Asks before a target is deleted. */
function TargetDeletion({ target: { key: name }, close }: TargetDeletionProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  return (
    <Deletion
      words={{
        title: texts.targets.deleteQuestion({ name }),
        yes: texts.targets.delete,
        no: texts.targets.keep,
        text: texts.targets.deleteText,
        deleted: texts.targets.deleted({ name }),
      }}
      remove={() => distributionCalls.deleteDistributionTargetsKey(api, name)}
      refreshed={() => refreshTargets(client)}
      refusal={refusedWords}
      close={close}
    />
  );
}
