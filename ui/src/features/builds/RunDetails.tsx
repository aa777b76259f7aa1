import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { addresses, type BuildDetails } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { addressOf as addressOfFile } from '@/lib/basePath';
import { failureText } from '@/shell/answers';
import { buildAddress, buildSearch, type Place } from '@/shell/builds';
import { refresh } from '@/shell/refresh';
import { SbomFact } from '@/shell/SbomFact';
import { texts } from '@/texts/builds';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Segments } from '@/ui/Segments';
import css from './builds.module.css';
import { publisherOf } from './columns';
import { Promotions } from './Promotions';
import { queryOf } from './place';
import { RunDiff } from './RunDiff';
import { RunDocument } from './RunDocument';
import { RunFiles } from './RunFiles';
import { Absent } from './RunList';

export type Run = Place & { number: string };

const VIEWS = ['overview', 'files', 'diff', 'json'] as const;
type View = (typeof VIEWS)[number];

/** A run: what is known of it, its files, what has changed, and its build-info. */
export function RunDetails({ place }: { place: Run }) {
  const { api } = useEngine();
  const [view, choose] = useState<View>('overview');
  const run = useQuery({
    queryKey: ['builds', 'run', place.project, place.name, place.number],
    queryFn: () => repositoryCalls.getBuildsRun(api, { ...queryOf(place), number: place.number }),
    retry: false,
  });
  if (run.error instanceof ApiError && run.error.status === 404) return <Absent />;
  if (run.error && !run.data) {
    return (
      <Notice kind="bad">
        {failureText(run.error, texts.failed)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void run.refetch()}>
          {texts.retry}
        </Button>
      </Notice>
    );
  }
  return (
    <div className={css.run}>
      <div className={css.bar}>
        <Segments
          label={texts.views}
          value={view}
          options={VIEWS.map(value => ({ value, label: texts.view[value] }))}
          choose={choose}
        />
        {run.data?.run.may_delete && <Delete place={place} />}
      </div>
      {run.data && view === 'overview' && <Overview details={run.data} place={place} />}
      {run.data && view === 'files' && <RunFiles place={place} modules={run.data.modules} />}
      {view === 'diff' && <RunDiff place={place} />}
      {run.data && view === 'json' && <RunDocument place={place} bytes={run.data.bytes} />}
    </div>
  );
}

function Overview({ details, place }: { details: BuildDetails; place: Run }) {
  const { run, names, vcs, properties } = details;
  const shown = Object.entries(properties);
  return (
    <>
      <Facts>
        <Fact name={texts.column.started}>{fullTime(run.started)}</Fact>
        <Fact name={texts.column.by}>
          {publisherOf(run, names)}, {fullTime(run.published_at)}
        </Fact>
        {run.agent !== '' && (
          <Fact name={texts.column.agent}>
            <bdi>{run.agent}</bdi>
          </Fact>
        )}
        {details.build_agent !== '' && (
          <Fact name={texts.fact.buildAgent}>
            <bdi>{details.build_agent}</bdi>
          </Fact>
        )}
        {details.principal !== '' && (
          <Fact name={texts.fact.principal}>
            <bdi>{details.principal}</bdi>
          </Fact>
        )}
        {details.url !== '' && (
          <Fact name={texts.fact.url}>
            <Address of={details.url} />
          </Fact>
        )}
        <Fact name={texts.fact.modules}>{run.counts.modules}</Fact>
        <Fact name={texts.column.artifacts}>{run.counts.artifacts}</Fact>
        <Fact name={texts.column.dependencies}>{run.counts.dependencies}</Fact>
        <SbomFact
          addressIn={format =>
            addresses.getBuildsSbom(addressOfFile, { ...queryOf(place), number: place.number, format })
          }
        />
      </Facts>
      <Promotions details={details} />
      {vcs.map(source => (
        <section key={`${source.url} ${source.revision}`}>
          <h2 className={css.heading}>{texts.fact.vcs}</h2>
          <Facts>
            {source.url !== '' && (
              <Fact name={texts.fact.url}>
                <Address of={source.url} />
              </Fact>
            )}
            {source.branch !== '' && (
              <Fact name={texts.fact.branch}>
                <bdi>{source.branch}</bdi>
              </Fact>
            )}
            {source.revision !== '' && (
              <Fact name={texts.fact.revision}>
                <code className="wb-mono">{source.revision}</code>
              </Fact>
            )}
            {source.message !== '' && (
              <Fact name={texts.fact.message}>
                <bdi>{source.message}</bdi>
              </Fact>
            )}
          </Facts>
        </section>
      ))}
      {shown.length > 0 && (
        <section>
          <h2 className={css.heading}>{texts.fact.properties}</h2>
          <dl className={css.properties}>
            {shown.map(([name, value]) => (
              <div key={name}>
                <dt dir="ltr">{name}</dt>
                <dd dir="ltr">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** An address that a build-info names: a link only where it leads to a web page. */
function Address({ of }: { of: string }) {
  if (!/^https?:\/\//.test(of)) return <bdi>{of}</bdi>;
  return (
    <a href={of} target="_blank" rel="noreferrer noopener" dir="ltr">
      {of}
    </a>
  );
}

function Delete({ place }: { place: Run }) {
  const { api } = useEngine();
  const router = useRouter();
  const queries = useQueryClient();
  const { number, ...build } = place;
  const remove = useMutation({
    mutationFn: () => repositoryCalls.postBuildsDelete(api, { ...queryOf(build), numbers: [number] }),
    onSuccess: () => {
      notify({ severity: 'info', text: texts.deleted({ number }) });
      void refresh(queries, ['builds']);
      void router.navigate({ to: buildAddress(build), search: buildSearch(build) });
    },
    onError: error => notify({ severity: 'error', text: failureText(error, texts.deleteFailed) }),
  });
  return (
    <ConfirmButton
      words={{
        button: texts.delete,
        title: texts.deleteQuestion({ number }),
        yes: texts.delete,
        no: texts.keep,
      }}
      busy={remove.isPending}
      confirm={() => remove.mutate()}
    >
      {texts.deleteText}
    </ConfirmButton>
  );
}
