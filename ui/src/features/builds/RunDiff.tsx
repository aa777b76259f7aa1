import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { BuildChangeList } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/builds';
import { Notice } from '@/ui/Notice';
import { SelectField } from '@/ui/ToolField';
import css from './builds.module.css';
import { queryOf } from './place';
import type { Run } from './RunDetails';

const RUNS = 1_000;
const LISTS = ['artifacts', 'dependencies', 'properties'] as const;
/** Each change has a sign of its own, so that colour alone does not show it. */
const SIGNS = { new: '+', updated: '~', removed: '−' };

/** What has changed since another run. */
export function RunDiff({ place }: { place: Run }) {
  const { api } = useEngine();
  const [chosen, choose] = useState<string>();
  const runs = useQuery({
    queryKey: ['builds', 'others', place.project, place.name],
    queryFn: () => repositoryCalls.getBuildsRuns(api, { ...queryOf(place), limit: RUNS }),
  });
  const all = runs.data?.runs ?? [];
  const others = all.filter(({ number }) => number !== place.number);
  const before = all[all.findIndex(({ number }) => number === place.number) + 1];
  const older = chosen ?? before?.number ?? others[0]?.number;
  const diff = useQuery({
    queryKey: ['builds', 'diff', place.project, place.name, place.number, older],
    queryFn: () =>
      repositoryCalls.getBuildsDiff(api, { ...queryOf(place), number: place.number, older: older ?? '' }),
    enabled: older !== undefined,
    retry: false,
  });
  if (runs.data && others.length === 0) return <p className={css.hint}>{texts.noOthers}</p>;
  return (
    <>
      <div className={css.bar}>
        <SelectField
          label={texts.against}
          value={older ?? ''}
          onChange={event => choose(event.currentTarget.value)}
        >
          {others.map(({ number }) => (
            <option key={number} value={number}>
              {texts.since({ number })}
            </option>
          ))}
        </SelectField>
      </div>
      {diff.isError && <Notice kind="bad">{failureText(diff.error, texts.failed)}</Notice>}
      {diff.data &&
        LISTS.map(list => <Changes key={list} name={texts.column[list]} list={diff.data[list]} />)}
    </>
  );
}

function Changes({ name, list: { changes, total, unchanged } }: { name: string; list: BuildChangeList }) {
  return (
    <section>
      <h2 className={css.heading}>{name}</h2>
      <p className={css.hint}>
        {texts.changes({ count: total })} {texts.unchanged({ count: unchanged })}
      </p>
      <ul className={css.files} aria-label={name}>
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same name may change twice, and the order is fixed
          <li key={at} data-change={change.kind}>
            <span className={css.name}>
              <span className={css.sign} aria-hidden="true">
                {SIGNS[change.kind]}
              </span>
              <span className={css.kind}>{texts.change[change.kind]}</span>
              <bdi>{change.name}</bdi>
            </span>
            {change.before && (
              <span className={css.hint}>
                {texts.before({
                  what: change.before.name === change.name ? change.before.value : change.before.name,
                })}
              </span>
            )}
            <code className={`wb-mono ${css.checksum}`}>{change.value}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
