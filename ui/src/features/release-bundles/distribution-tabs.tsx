import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { FrontEnd } from '@/frontends/FrontEnd';
import * as distributionCalls from '@/generated/distributionCalls';
import type { BundleOrigin } from '@/generated/types';
import { failureText } from '@/shell/answers';
import { pathnameOf, titleOf } from '@/shell/paths';
import { useIsAdmin } from '@/shell/useIsAdmin';
import { useSearchedName } from '@/shell/useSearchedName';
import { locale } from '@/texts/i18n/languages';
import { texts } from '@/texts/releaseBundles';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import { type Bundle, idOf, isOrigin, tabs } from './bundles';
import { bundleColumns } from './columns';
import { DetailsPanel } from './DetailsPanel';
import { Lookup } from './Lookup';
import { CreateDialog, TargetsSheet } from './lazyDialogs';
import { Retention } from './Retention';
import css from './release-bundles.module.css';

const LISTED_MAX = 1_000;
const SORTED_BY = { id: 'created', desc: true };
const NO_PARAMS: Readonly<Record<string, string>> = {};

/** Release bundles: two tabs that the address decides, the lookup by checksum, and what the service itself shows. */
export function DistributionTabs() {
  const match = useMatches({ select: matches => matches.at(-1) });
  const params: Readonly<Record<string, string>> = match?.params ?? NO_PARAMS;
  const active: BundleOrigin = isOrigin(params.activeTab) ? params.activeTab : 'target';
  const searched = useSearchedName('release_bundles');
  const startup = useMachine('startup');
  const services = startup.state?.state === 'ready' ? startup.state.facts.services : [];
  const router = useRouter();
  const page = useRef<HTMLDivElement>(null);
  const { place: panel, focusTable } = useTableFocus();
  const { name, version } = params;
  const isAdmin = useIsAdmin();
  const [creates, setCreates] = useState(false);
  const [showsTargets, setShowsTargets] = useState(false);
  const targetsOpener = useFocusAfter(showsTargets);
  const openIn = (tab: BundleOrigin, bundle: Bundle) =>
    void router.navigate({
      to: pathnameOf('releaseBundles', { activeTab: tab, name: bundle.name, version: bundle.version }),
      state: { keepsFocus: true },
    });
  const open = (bundle: Bundle) => openIn(active, bundle);
  const leave = () => {
    const to = pathnameOf('releaseBundles', { activeTab: active });
    void router.navigate({ to, state: { keepsFocus: true } });
  };
  const close = () => {
    focusTable();
    leave();
  };
  const deleted = () => {
    // its row goes
    page.current?.focus();
    leave();
  };
  return (
    <div className={css.page} ref={page} tabIndex={-1}>
      <div className={css.head}>
        <div>
          <PageTitle className={css.title}>{titleOf('releaseBundles')}</PageTitle>
          <p className={css.lead}>{texts.lead}</p>
        </div>
        {isAdmin && (
          <div className={css.headActs}>
            <Button ref={targetsOpener} variant="default" onClick={() => setShowsTargets(true)}>
              {texts.targets}
            </Button>
            <Button onClick={() => setCreates(true)}>{texts.create.title}</Button>
          </div>
        )}
      </div>
      <Lookup open={open} />
      {name && version && (
        <DetailsPanel
          key={`${name}/${version}`}
          name={name}
          version={version}
          close={close}
          deleted={deleted}
        />
      )}
      {showsTargets && <TargetsSheet close={() => setShowsTargets(false)} />}
      {creates && (
        <CreateDialog
          close={() => setCreates(false)}
          created={bundle => {
            setCreates(false);
            openIn(bundle.origin, bundle);
          }}
        />
      )}
      <TabBar active={active} />
      <div
        ref={panel}
        id="bundles"
        role="tabpanel"
        aria-labelledby={`bundles-${active}`}
        className={css.panel}
        data-tab={active}
      >
        <p className={css.lead}>{texts.tabLead[active]}</p>
        {active === 'target' && <Retention />}
        <BundleTable key={`${active} ${searched}`} origin={active} searched={searched} open={open} />
      </div>
      {services.some(service => service.name === 'distribution') && (
        <FrontEnd name="distribution" params={params} />
      )}
    </div>
  );
}

function TabBar({ active }: { active: BundleOrigin }) {
  const router = useRouter();
  const buttons = useRef(new Map<BundleOrigin, HTMLButtonElement>());
  const go = (tab: BundleOrigin) =>
    void router.navigate({ to: pathnameOf('releaseBundles', { activeTab: tab }) });
  // the arrow keys go round, as in every list of tabs
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    // from the tab that has the focus: its page may still be on the way
    const from = tabs.find(tab => buttons.current.get(tab) === event.target) ?? active;
    const next: BundleOrigin = from === 'source' ? 'target' : 'source';
    buttons.current.get(next)?.focus();
    go(next);
  };
  return (
    <div className={css.tabs} role="tablist" aria-label={titleOf('releaseBundles')} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <button
          key={tab}
          ref={button => {
            if (button) buttons.current.set(tab, button);
          }}
          type="button"
          role="tab"
          id={`bundles-${tab}`}
          aria-controls="bundles"
          aria-selected={tab === active}
          tabIndex={tab === active ? 0 : -1}
          onClick={() => go(tab)}
        >
          {texts.tab[tab]} <TabCount origin={tab} />
        </button>
      ))}
    </div>
  );
}

/** How many bundles a tab has, so that an empty one does not hide those of the other. */
function TabCount({ origin }: { origin: BundleOrigin }) {
  const { api } = useEngine();
  const { data } = useQuery({
    queryKey: ['release-bundles', origin, 'count'],
    queryFn: () => distributionCalls.getReleaseBundles(api, { origin, limit: 1 }),
    staleTime: 0,
  });
  return data ? (
    <span className={css.count}>{new Intl.NumberFormat(locale()).format(data.total)}</span>
  ) : null;
}

interface TableProps {
  origin: BundleOrigin;
  searched: string;
  open: (bundle: Bundle) => void;
}

function BundleTable({ origin, searched, open }: TableProps) {
  const { api } = useEngine();
  const bundles = useQuery({
    queryKey: ['release-bundles', origin],
    queryFn: () => distributionCalls.getReleaseBundles(api, { origin, limit: LISTED_MAX }),
    staleTime: 0,
  });
  const { data } = bundles;
  const columns = useMemo(() => bundleColumns(origin, data?.names ?? {}), [origin, data]);
  return (
    <>
      {data && data.total > data.release_bundles.length && (
        <p className={css.lead}>{texts.newest({ shown: data.release_bundles.length, all: data.total })}</p>
      )}
      <DataTable
        id={`bundles-${origin}`}
        label={texts.label[origin]}
        columns={columns}
        rows={data?.release_bundles}
        rowId={idOf}
        failure={bundles.isError ? failureText(bundles.error, texts.failed) : null}
        retry={() => void bundles.refetch()}
        empty={{ title: texts.empty[origin], text: texts.emptyText[origin] }}
        sortedBy={SORTED_BY}
        filter={searched}
        activate={open}
      />
    </>
  );
}
