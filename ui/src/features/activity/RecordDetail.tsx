import '@mantine/core/styles/CloseButton.layer.css';
import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { isMachineName } from '@/engine/machines';
import type { Change } from '@/generated/api';
import { texts } from '@/texts/activity';
import { fullTime, recordTime } from '@/texts/time';
import { CopyButton } from '@/ui/CopyButton';
import { Json } from '@/ui/Json';
import css from './activity.module.css';
import { StateChart } from './StateChart';
import { seqOf } from './useRecords';

interface RecordDetailProps {
  record: Change;
  tab: string | undefined;
  select: (seq: number) => void;
  /** Null where something around it has a head and a way out already. */
  close: (() => void) | null;
}

/** One record in full: its transition, guards, calls, and the raw line. */
export function RecordDetail({ record, tab, select, close }: RecordDetailProps) {
  const step = record.refused ? null : { from: record.from, to: record.to };
  return (
    <section className={css.detail} aria-label={texts.record.title(record)}>
      {close && (
        <header className={css.panelHead}>
          <h2>
            {texts.record.title(record)} <span className="wb-muted wb-mono">{recordTime(record.at)}</span>
          </h2>
          <CloseButton size="md" aria-label={texts.record.close} onClick={close} />
        </header>
      )}
      <div className={css.detailBody}>
        <p className={`${css.sentence} wb-mono`}>
          <strong>{record.machine}</strong> · {record.event.type}
        </p>
        {isMachineName(record.machine) && (
          <StateChart machine={record.machine} current={record.to} last={step} />
        )}
        <Facts record={record} tab={tab} select={select} />
        <div className={css.jsonHead}>
          <h3>{texts.record.json}</h3>
          <CopyButton value={JSON.stringify(record, null, 2)}>{texts.record.copy}</CopyButton>
        </div>
        <Json value={record} label={texts.record.json} />
      </div>
    </section>
  );
}

function Facts({ record, tab, select }: Pick<RecordDetailProps, 'record' | 'tab' | 'select'>) {
  const causeSeq = record.cause && seqOf(record.cause.record);
  return (
    <dl className={css.facts}>
      {record.refused && (
        <Fact name={texts.record.refusal}>
          <span className={css.bad}>{record.refused.code}</span>{' '}
          {Object.entries(record.refused.args ?? {}).map(([name, value]) => `${name}=${value} `)}
        </Fact>
      )}
      <Fact name={texts.record.cause}>
        {causeSeq && record.cause ? (
          <Button variant="transparent" size="compact-sm" px={0} onClick={() => select(causeSeq)}>
            {texts.record.causeLink(record.cause)}
          </Button>
        ) : (
          <span className="wb-muted">{texts.record.none}</span>
        )}
      </Fact>
      {record.guards.length > 0 && <Fact name={texts.record.guards}>{record.guards.join(', ')}</Fact>}
      {record.calls.length > 0 && (
        <Fact name={texts.record.calls}>{record.calls.map(call => call.call).join(', ')}</Fact>
      )}
      <Fact name={texts.record.when}>{fullTime(record.at)}</Fact>
      <Fact name={texts.record.who}>{record.who}</Fact>
      <Fact name={texts.record.tab}>
        {record.tab === null
          ? texts.activity.wholeSession
          : record.tab === tab
            ? texts.activity.thisTab
            : texts.activity.otherTab}
      </Fact>
      <Fact name={texts.record.version}>{record.instance}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wb-mono">{children}</dd>
    </div>
  );
}
