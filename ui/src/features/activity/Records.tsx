import { Button } from '@mantine/core';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useMemo, useRef, useState } from 'react';
import { machineNames } from '@/engine/machines';
import type { Change } from '@/generated/api';
import { useShortcuts } from '@/shell/keys/useShortcuts';
import { texts } from '@/texts/activity';
import { Notice } from '@/ui/Notice';
import { SearchField, SelectField } from '@/ui/ToolField';
import { Wait } from '@/ui/Wait';
import css from './activity.module.css';
import { DownloadLog } from './DownloadLog';
import { RecordList } from './RecordList';
import listCss from './RecordList.module.css';
import { type Filter, matches, type useRecords } from './useRecords';

interface RecordsProps extends ReturnType<typeof useRecords> {
  tab: string | undefined;
  selected: number | null;
  select: (seq: number) => void;
  firstMachine: string;
}

/** The list of records with what narrows it, and what stops it from running away. */
export function Records({ records, older, tab, selected, select, firstMachine }: RecordsProps) {
  const [filter, setFilter] = useState<Filter>({ machine: firstMachine, text: '' });
  /** The newest record when it was paused; null while following. */
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const matching = useMemo(() => records.filter(record => matches(record, filter)), [records, filter]);
  const shown = useMemo(
    () => (pausedAt === null ? matching : matching.filter(record => record.seq <= pausedAt)),
    [matching, pausedAt],
  );
  const fresh = matching.length - shown.length;
  const toggle = () => setPausedAt(was => (was === null ? (records[0]?.seq ?? 0) : null));
  useShortcuts({ filter: () => search.current?.focus(), pause: toggle });
  const paused = pausedAt !== null;
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  const canLoad = older.hasNextPage && !older.isFetching;
  return (
    <section className={css.panel} aria-label={texts.activity.records}>
      <div className={css.tools}>
        <SearchField
          ref={search}
          className={css.search}
          label={texts.activity.filter}
          value={filter.text}
          onChange={event => setFilter({ ...filter, text: event.currentTarget.value })}
        />
        <SelectField
          label={texts.activity.machine}
          value={filter.machine}
          onChange={event => setFilter({ ...filter, machine: event.currentTarget.value })}
        >
          <option value="">{texts.activity.allMachines}</option>
          {machineNames.map(name => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button
          size="sm"
          variant="default"
          aria-pressed={paused}
          leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
          onClick={toggle}
        >
          {paused ? texts.activity.follow : texts.activity.pause}
        </Button>
        <DownloadLog />
        <span className={css.state}>{texts.activity.count({ count: shown.length })}</span>
      </div>
      {paused && fresh > 0 && (
        <div className={css.fresh}>
          <Button size="compact-sm" variant="transparent" onClick={toggle}>
            {texts.activity.fresh({ count: fresh })}
          </Button>
        </div>
      )}
      {shown.length > 0 ? (
        <>
          <div className={listCss.head} aria-hidden="true">
            <span>{texts.activity.time}</span>
            <span>{texts.activity.seq}</span>
            <span>{texts.activity.machine}</span>
            <span>{texts.activity.event}</span>
            <span>{texts.activity.change}</span>
            <span />
          </div>
          <RecordList
            records={shown}
            tab={tab}
            selected={selected}
            select={select}
            loadOlder={canLoad ? older.fetchNextPage : null}
            foot={<Foot older={older} />}
          />
        </>
      ) : older.isPending ? (
        <div className={css.empty}>
          <Wait>{texts.activity.loading}</Wait>
        </div>
      ) : older.isError && records.length === 0 ? (
        <div className={css.empty}>
          <Foot older={older} />
        </div>
      ) : (
        <NoRecords any={records} clear={() => setFilter({ machine: '', text: '' })} />
      )}
    </section>
  );
}

function NoRecords({ any, clear }: { any: readonly Change[]; clear: () => void }) {
  if (any.length === 0)
    return (
      <div className={css.empty}>
        <strong>{texts.activity.empty}</strong>
        <span>{texts.activity.emptyText}</span>
      </div>
    );
  return (
    <div className={css.empty}>
      <strong>{texts.activity.noMatch}</strong>
      <span>{texts.activity.noMatchText}</span>
      <Button variant="default" size="xs" onClick={clear}>
        {texts.activity.clear}
      </Button>
    </div>
  );
}

function Foot({ older }: Pick<RecordsProps, 'older'>) {
  if (older.isError)
    return (
      <Notice kind="bad">
        {texts.activity.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void older.fetchNextPage()}>
          {texts.activity.retry}
        </Button>
      </Notice>
    );
  if (older.isFetching || older.hasNextPage) return texts.activity.loading;
  return texts.activity.end;
}
