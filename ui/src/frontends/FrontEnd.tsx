import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createActor } from 'xstate';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { pageAddress } from '@/lib/basePath';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/frontends';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import type { FrontEndProps } from './contract';
import { definitionsOf } from './definitionsOf';
import css from './FrontEnd.module.css';
import { FrontEndBoundary } from './FrontEndBoundary';
import { InjectedPortals, Injections } from './injected';
import { type LifeCycleInput, lifeCycle } from './lifeCycle';
import { type ImportScript, importScript, type Loaded, loadFrontEnd } from './load';
import { type MountParcel, mountParcel } from './parcel';
import { sharedStoreOf } from './sharedStore';
import { watchErrors } from './watchErrors';

const NO_PARAMS: Readonly<Record<string, string>> = {};

interface Services {
  importScript: ImportScript;
  mountParcel: MountParcel;
}

const browser: Services = { importScript, mountParcel };

export interface FrontEndBoxProps {
  name: string;
  /** The parameters of the open path; the front-end is updated when they change, and stays mounted. */
  params?: Readonly<Record<string, string>>;
  /** The demo has its own texts for failures (MFE-04). */
  demo?: boolean;
  /** Other than the browser's own only in tests. */
  services?: Services;
}

/** A service front-end in a box of its own: whatever happens to it happens in there. */
export function FrontEnd({ name, params = NO_PARAMS, demo = false, services = browser }: FrontEndBoxProps) {
  const engine = useEngine();
  const router = useRouter();
  const host = useRef<HTMLDivElement>(null);
  const injections = useMemo(() => new Injections(), []);
  const open = useRef(params);
  open.current = params;

  const [actor] = useState(() => {
    const propsOf = (box: HTMLElement, { definition, paths }: Loaded): FrontEndProps => ({
      domElement: box,
      store: sharedStoreOf(engine),
      navigate: path => void router.navigate({ to: path }),
      addressOf: pageAddress,
      paths,
      params: open.current,
      ...(definition.components && { components: injections.components }),
    });
    const input: LifeCycleInput = {
      name,
      load: attempt => loadFrontEnd(name, attempt, definitionsOf(engine), services.importScript),
      mountParcel: services.mountParcel,
      propsOf,
    };
    return createActor(lifeCycle, { input });
  });

  useEffect(() => {
    actor.start();
    const stopWatching = watchErrors(
      () => actor.getSnapshot().context.loaded?.definition.script,
      error => actor.send({ type: 'fault', error }),
    );
    if (host.current) actor.send({ type: 'mount', host: host.current });
    return () => {
      stopWatching();
      injections.clear();
      // the actor is not stopped: unmounting takes some time, and then the actor is idle
      actor.send({ type: 'unmount' });
    };
  }, [actor, injections]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the front-end is updated because these change
  useEffect(() => actor.send({ type: 'update' }), [actor, params]);

  const state = useSelector(actor, snapshot => snapshot.value);
  const attempt = useSelector(actor, snapshot => snapshot.context.attempt);
  const error = useSelector(actor, snapshot => snapshot.context.error);
  const failed = state === 'failed';
  const startup = useMachine('startup');
  const isAdmin = startup.state?.state === 'ready' && startup.state.facts.user.admin;
  useEffect(() => {
    if (failed) injections.clear();
  }, [failed, injections]);
  const fetched = useSelector(actor, snapshot => snapshot.context.loaded !== null);
  const words = fetched ? texts.broken({ name }) : String(error);
  return (
    <section className={css.box} data-state={state} aria-busy={state === 'loading' || state === 'mounting'}>
      {(state === 'loading' || state === 'mounting') && <Wait>{texts.loading}</Wait>}
      {failed && (
        <Notice kind="bad">
          <p className={css.failure}>{demo ? texts.demoFailed({ name }) : words}</p>
          {!fetched && (
            <p className={css.failure}>
              {texts.unresolved}{' '}
              {isAdmin && (
                <Link to={pathnameOf('admin.monitoring.status')}>{titleOf('admin.monitoring.status')}</Link>
              )}
            </p>
          )}
          <Button size="xs" variant="default" onClick={() => actor.send({ type: 'retry' })}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      <div ref={host} hidden={failed} />
      <FrontEndBoundary key={attempt} onError={fault => actor.send({ type: 'fault', error: fault })}>
        <InjectedPortals injections={injections} />
      </FrontEndBoundary>
    </section>
  );
}
