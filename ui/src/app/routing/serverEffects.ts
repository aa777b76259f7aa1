import type { Engine } from '@/engine/engine';
import { signOut } from '@/engine/signOut';
import type { UntypedCall } from '@/generated/api';
import { browserCalls, notificationMs } from '@/generated/constants';
import { routes } from '@/generated/routes';
import type { Call, Place } from '@/generated/types';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { loadChunk } from '@/lib/chunk';
import { signingOut } from '@/lib/pausing';
import { forgetSteps, keepStep } from '@/lib/personalisation';
import { report } from '@/lib/report';
import { forgetReturnPath, rememberReturnPath } from '@/lib/returnPath';
import { forgetSetMeUp, rememberSetMeUp } from '@/lib/setMeUpFlag';
import { closePageDialogs } from '@/shell/dialogs';
import { canonicalPath, pathnameOf, pathOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { notify } from '@/ui/notify';
import type { ConsoleRouter } from './router';
import { watchSigningOut } from './watchSigningOut';

type CallName = (typeof browserCalls)[number];
type BrowserCall = Extract<Call, { call: CallName }>;
type Handler<Name extends CallName> = (call: Extract<Call, { call: Name }>, at: string) => void;
type Handlers = { [Name in CallName]: Handler<Name> };

/** The charts of page and server are compared when they connect, so a call that is known has the generated fields. */
function isBrowserCall(call: UntypedCall): call is BrowserCall {
  return browserCalls.some(known => known === call.call);
}

function perform(handlers: Handlers, call: BrowserCall, at: string): void {
  // the compiler does not see that the handler of this name accepts this call
  const handler = handlers[call.call] as (call: BrowserCall, at: string) => void;
  handler(call, at);
}

/** The texts that only users inside get. Without them there is the code, which is better than nothing. */
const loadNotices = () => loadChunk('notices', () => import('@/texts/notices')).catch(() => undefined);

/** What the browser does for each call. The list is generated from the machines: a missing handler does not compile. */
function handlersOf(engine: Engine, console: ConsoleRouter): Handlers {
  return {
    'browser.notify': async call => {
      if (!noticeText(call.key, '', '')) await loadNotices();
      notify({
        text: filled(noticeText(call.key, '', call.key), call.args),
        // the call has no severity of its own: errors are those that stay longer
        severity: call.duration_ms === notificationMs.error ? 'error' : 'info',
        redirect: call.key === 'not_authorised',
      });
    },
    'browser.navigate': call => {
      if (hasPage(call.to)) void console.goTo(call.to);
    },
    'browser.leave': call => window.location.assign(call.url),
    'browser.end_session': call => {
      signOut(engine, call.leave_for).catch(() => notify({ text: texts.failed, severity: 'error' }));
    },
    // the engine keeps the page, so that this does not arrive; one that keeps none goes to the sign-in page
    'browser.sign_in_again': () => undefined,
    'browser.remember_path': (call, at) => {
      if (hasPage(call.place)) rememberReturnPath(pathOf(call.place), at);
    },
    'browser.clear': ({ what }) => {
      if (what.includes('remembered_path')) forgetReturnPath();
      if (what.includes('set_me_up')) forgetSetMeUp();
      if (what.includes('personalisation')) forgetSteps(personOf(engine));
      // the wizard's steps are kept in storage; everything else is cached responses
      if (what.some(kind => kind !== 'personalisation')) cacheEpoch.set(count => count + 1);
    },
    'browser.save_step': call => keepStep(personOf(engine), call.step, call.data),
    'browser.close_dialogs': call => closePageDialogs(call.what),
    'browser.remember_set_me_up': rememberSetMeUp,
    'browser.pause_polling': () => signingOut.set(true),
    'browser.resume_polling': () => signingOut.set(false),
  };
}

/** Performs the calls of the machines to the browser, and keeps the address at the place of the navigation machine. */
export function runServerEffects(engine: Engine, console: ConsoleRouter): () => void {
  const handlers = handlersOf(engine, console);
  const keepPlace = () => {
    // the texts of a language may come later than the link: where the tab was must not win over its address
    if (console.guard.busy || !console.guard.asked) return;
    const state = engine.mirror.stateOf('navigation');
    if (state?.state === 'unsettled')
      return void console.askAgain().catch(error => report('not settled', error));
    const { pathname } = console.router.state.location;
    if (state?.state === 'settled' && !samePage(state.place, pathname)) void console.follow(state.place);
  };

  const effects = engine.calls.subscribe(() => {
    const change = engine.calls.get();
    for (const call of change?.calls ?? []) {
      if (isBrowserCall(call)) perform(handlers, call, change?.change.at ?? '');
      else report('the server asks for what this page cannot do', call.call);
    }
  });
  // after the step: the calls of the same message may have begun a navigation of their own
  const navigation = engine.mirror.actor('navigation').subscribe(() => queueMicrotask(keepPlace));
  const divergence = engine.divergence.subscribe(() => notify({ text: texts.diverged, severity: 'error' }));
  const endSigningOut = watchSigningOut(engine, console);
  const facts = askAgainForOtherFacts(engine, console, keepPlace);
  return () => {
    facts();
    effects.unsubscribe();
    endSigningOut();
    navigation.unsubscribe();
    divergence.unsubscribe();
  };
}

/**
 * The page that a tab shows was decided by facts, and maybe by view-as. When either changes, also while the tab was
 * disconnected, the open page may be forbidden, in every tab of the session.
 */
function askAgainForOtherFacts(engine: Engine, console: ConsoleRouter, keepPlace: () => void): () => void {
  let known: string | null = null;
  const startup = engine.mirror.actor('startup').subscribe(() => {
    const before = known;
    const state = engine.mirror.stateOf('startup');
    // the user changes by signing in, which navigates by itself
    known = state?.state === 'ready' ? JSON.stringify([state.view, { ...state.facts, user: null }]) : null;
    if (before !== null && known !== null && known !== before)
      void console.askAgain().then(keepPlace, error => report('not asked again', error));
  });
  return () => startup.unsubscribe();
}

/** A notification's text with its arguments, such as `{message}`, which are inserted unchanged. */
function filled(text: string, args: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => args[name] ?? all);
}

function personOf(engine: Engine): string {
  const login = engine.mirror.stateOf('login');
  return login?.state === 'signed_in' ? login.person : '';
}

function samePage(place: Place, pathname: string): boolean {
  return pathnameOf(place.route, place.params) === canonicalPath(pathname);
}

/** A place of another build may be a page that this one does not have. */
function hasPage(place: Place): boolean {
  return routes.some(({ name }) => name === place.route);
}
