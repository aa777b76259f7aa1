import type { Engine } from '@/engine/engine';
import type { WireCall } from '@/engine/wire';
import { notifyErrorMs } from '@/generated/constants';
import { routes } from '@/generated/routes';
import type { Place, RouteName } from '@/generated/types';
import { cleared } from '@/lib/clearing';
import { isObject } from '@/lib/json';
import { report } from '@/lib/report';
import { tabStorage } from '@/lib/storage';
import { noticeText, texts } from '@/lib/texts';
import { forgetWanted, rememberWanted } from '@/lib/wanted';
import { notify } from '@/ui/notify';
import { pages } from './pages';
import { pathOf } from './paths';
import type { ConsoleRouter } from './router';

const SHOW_SETUP_KEY = 'waybill.show-set-me-up';

/** Does what the machines ask of the browser, and keeps the address where the navigation machine is. */
export function obeyServer(engine: Engine, console: ConsoleRouter): () => void {
  const perform = (call: WireCall, at: string) => {
    switch (call.call) {
      case 'browser.notify':
        return notify({
          text: noticeText(String(call.key), '', String(call.key)),
          durationMs: Number(call.duration_ms),
          // errors are told apart by nothing but how long they stay
          bad: call.duration_ms === notifyErrorMs,
        });
      case 'browser.navigate':
        return isPlace(call.to) ? void console.goTo(call.to) : undefined;
      case 'browser.leave':
        return window.location.assign(String(call.url));
      case 'browser.remember_path':
        return isPlace(call.place) ? rememberWanted(pathOf(call.place), at) : undefined;
      case 'browser.clear':
        if (Array.isArray(call.what) && call.what.includes('remembered_path')) forgetWanted();
        if (Array.isArray(call.what) && call.what.includes('identity'))
          tabStorage.write(SHOW_SETUP_KEY, null);
        return cleared.set(count => count + 1);
      case 'browser.pause_polling':
      case 'browser.resume_polling':
        return; // nothing in this slice asks at intervals
      default:
        report('the server asks for what this page cannot do', call.call);
    }
  };

  const keepPlace = () => {
    if (console.guard.busy) return;
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
  return () => {
    calls();
    navigation.unsubscribe();
    divergence();
  };
}

function samePage(place: Place, pathname: string): boolean {
  return pathOf({ ...place, query: {} }) === pathname;
}

function isRouteName(name: unknown): name is RouteName {
  return typeof name === 'string' && routes.some(route => route.name === name) && Object.hasOwn(pages, name);
}

function isPlace(place: unknown): place is Place {
  return isObject(place) && isRouteName(place.route) && isObject(place.params) && isObject(place.query);
}
