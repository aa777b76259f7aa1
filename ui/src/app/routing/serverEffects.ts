import { ignoreBody } from '@/engine/api';
import type { Engine } from '@/engine/engine';
import type { WireCall } from '@/engine/wire';
import { browserCalls, notifyErrorMs } from '@/generated/constants';
import { routes } from '@/generated/routes';
import type { Place, RouteName } from '@/generated/types';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { isObject, textOf } from '@/lib/json';
import { lastSignOutNotice } from '@/lib/lastSignOutNotice';
import { forgetSteps, keepStep } from '@/lib/personalisation';
import { report } from '@/lib/report';
import { forgetReturnPath, rememberReturnPath } from '@/lib/returnPath';
import { closePassing } from '@/shell/dialogs';
import { asWritten, pathnameOf, pathOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { notify } from '@/ui/notify';
import { pages } from './pages';
import type { ConsoleRouter } from './router';

type Handlers = Record<(typeof browserCalls)[number], (call: WireCall, at: string) => void>;

/** What the browser does for each call. The list is the machines' own: one that is missing does not compile. */
function handlersOf(engine: Engine, console: ConsoleRouter): Handlers {
  return {
    'browser.notify': call =>
      notify({
        text: filled(noticeText(String(call.key), '', String(call.key)), call.args),
        durationMs: Number(call.duration_ms),
        // errors are told apart by nothing but how long they stay
        bad: call.duration_ms === notifyErrorMs,
      }),
    'browser.navigate': call => {
      if (isPlace(call.to)) void console.goTo(call.to);
    },
    'browser.leave': call => window.location.assign(String(call.url)),
    'browser.end_session': call => {
      const ended = engine.api.post('ui/auth/logout', null, ignoreBody);
      void ended.then(
        () => typeof call.leave_for === 'string' && window.location.assign(call.leave_for),
        () => notify({ text: texts.failed, durationMs: notifyErrorMs, bad: true }),
      );
    },
    'browser.remember_path': (call, at) => {
      if (isPlace(call.place)) rememberReturnPath(pathOf(call.place), at);
    },
    'browser.clear': call => {
      const what: unknown[] = Array.isArray(call.what) ? call.what : [];
      if (what.includes('remembered_path')) forgetReturnPath();
      if (what.includes('personalisation')) forgetSteps(personOf(engine));
      // what was fetched has nothing to do with the wizard's steps
      if (what.some(kind => kind !== 'personalisation')) cacheEpoch.set(count => count + 1);
    },
    'browser.save_step': call => keepStep(personOf(engine), String(call.step), call.data),
    'browser.close_dialogs': call => closePassing(Array.isArray(call.what) ? call.what : []),
    // nothing in this slice asks at intervals
    'browser.pause_polling': () => undefined,
    'browser.resume_polling': () => undefined,
  };
}

/** Does what the machines ask of the browser, and keeps the address where the navigation machine is. */
export function runServerEffects(engine: Engine, console: ConsoleRouter): () => void {
  const handlers = handlersOf(engine, console);
  const perform = (call: WireCall, at: string) => {
    const name = browserCalls.find(known => known === call.call);
    if (name) handlers[name](call, at);
    else report('the server asks for what this page cannot do', call.call);
  };

  const keepPlace = () => {
    // the texts of a language may come later than the link: where the tab was must not win over its address
    if (console.guard.busy || !console.guard.asked) return;
    const state = engine.mirror.stateOf('navigation');
    if (state?.state === 'unsettled')
      return void console.askAgain().catch(error => report('not settled', error));
    const { pathname } = console.router.state.location;
    if (state?.state === 'settled' && !samePage(state.place, pathname)) void console.follow(state.place);
  };

  const calls = engine.calls.subscribe(() => {
    const asked = engine.calls.get();
    for (const call of asked?.calls ?? []) perform(call, asked?.change.at ?? '');
  });
  // after the step: the calls of the same message may have begun a navigation of their own
  const navigation = engine.mirror.actor('navigation').subscribe(() => queueMicrotask(keepPlace));
  const divergence = engine.divergence.subscribe(() =>
    notify({ text: texts.diverged, durationMs: notifyErrorMs }),
  );
  const login = engine.mirror.actor('login').subscribe(({ context: view }) => {
    const state = engine.mirror.stateOf('login');
    const left = view?.by && ['signed_in', 'signing_out'].includes(view.by.from);
    // the session ends with this step, and the words about it would go with it
    if (left && state?.state === 'signed_out') lastSignOutNotice.set(state.notice);
    if (state?.state === 'signed_in') lastSignOutNotice.set(null);
  });
  const facts = askAgainForOtherFacts(engine, console, keepPlace);
  return () => {
    facts();
    calls.unsubscribe();
    login.unsubscribe();
    navigation.unsubscribe();
    divergence.unsubscribe();
  };
}

/**
 * What a tab shows was decided by facts, and maybe with other eyes. Once either has changed, be it while the tab was
 * cut off, the page that is open may be barred, in every tab of the session.
 */
function askAgainForOtherFacts(engine: Engine, console: ConsoleRouter, keepPlace: () => void): () => void {
  let known: string | null = null;
  const startup = engine.mirror.actor('startup').subscribe(() => {
    const before = known;
    const state = engine.mirror.stateOf('startup');
    // whoever is asking changes by signing in, which leads somewhere by itself
    known = state?.state === 'ready' ? JSON.stringify([state.view, { ...state.facts, user: null }]) : null;
    if (before !== null && known !== null && known !== before)
      void console.askAgain().then(keepPlace, error => report('not asked again', error));
  });
  return () => startup.unsubscribe();
}

/** A notification's text with what it mentions, such as `{message}`: the machine's own words, as they are. */
function filled(text: string, args: unknown): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    isObject(args) ? (textOf(args[name]) ?? all) : all,
  );
}

function personOf(engine: Engine): string {
  const login = engine.mirror.stateOf('login');
  return login?.state === 'signed_in' ? login.person : '';
}

function samePage(place: Place, pathname: string): boolean {
  return pathnameOf(place.route, place.params) === asWritten(pathname);
}

function isRouteName(name: unknown): name is RouteName {
  return typeof name === 'string' && routes.some(route => route.name === name) && Object.hasOwn(pages, name);
}

function isPlace(place: unknown): place is Place {
  return isObject(place) && isRouteName(place.route) && isObject(place.params) && isObject(place.query);
}
