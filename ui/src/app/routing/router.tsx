import {
  createLazyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type HistoryState,
  Outlet,
  type ParsedLocation,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useDeferredValue, useLayoutEffect } from 'react';
import { AuthLayout } from '@/app/auth/AuthLayout';
import { FaultPage, PageFault } from '@/app/boot/FaultPage';
import type { Engine } from '@/engine/engine';
import { routes } from '@/generated/routes';
import type { Place, RouteName, Trigger } from '@/generated/types';
import { pageAddress } from '@/lib/basePath';
import { endFirstSight } from '@/lib/firstSight';
import { canonicalPath, parseSearch, pathnameOf, pathOf, stringifySearch } from '@/shell/paths';
import { language } from '@/texts/i18n/languages';
import { type Answer, NavigationGuard } from './navigationGuard';
import { type Area, appLayout, areaOf, framePageOf, isInFrame, notFoundPage, pages } from './pages';
import { SessionLayout } from './SessionLayout';

export interface RouterContext {
  engine: Engine;
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set where the console itself moves the tab. */
    trigger?: 'redirect';
    /** The page has moved the focus itself. */
    keepsFocus?: boolean;
  }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The name of the route in the server's table. */
    route?: RouteName;
  }
}

type HistoryAction = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]['action']['type'];

/** What one navigation is, beside its address. */
class Navigations {
  /** The answer to the first question, which is asked before the page renders. */
  #first: { path: string; answer: Promise<Answer> } | null = null;
  /** A place that the server has answered with already: it is not asked for again. */
  #answered: string | null = null;
  #started = false;
  #action: HistoryAction = 'PUSH';

  saw(action: HistoryAction): void {
    this.#action = action;
  }

  answered(place: Place): void {
    this.#answered = pathOf(place);
  }

  takeAnswered(path: string): boolean {
    const matches = this.#answered === path;
    this.#answered = null;
    return matches;
  }

  began(path: string, answer: Promise<Answer>): void {
    this.#started = true;
    this.#first = { path, answer };
  }

  takeFirst(path: string): Promise<Answer> | null {
    const first = this.#first;
    this.#first = null;
    return first?.path === path ? first.answer : null;
  }

  triggerOf(state: HistoryState): Trigger {
    const first = !this.#started;
    this.#started = true;
    if (first) return 'start';
    if (this.#action !== 'PUSH' && this.#action !== 'REPLACE') return 'history';
    return state.trigger ?? 'link';
  }
}

const areaLayouts: Record<Area, RouteComponent> = {
  auth: AuthLayout,
  frame: appLayout,
  either: SessionLayout,
};

// '/a/:b/:c?/:d*' in the route table is '/a/$b/{-$c}/$' for the router
const routerPath = (path: string) =>
  path
    .replace(/:\w+\*/, '$')
    .replace(/:(\w+)\?/g, '{-$$$1}')
    .replace(/:(\w+)/g, '$$$1');

/** What the server is asked about an address. */
function askedPath({ pathname, searchStr, hash }: ParsedLocation): string {
  // a link of the old console has its path in the hash; the server knows the new one
  const legacy = hash.startsWith('/') ? `#${hash}` : '';
  return canonicalPath(pathname) + searchStr + legacy;
}

/**
 * Mounts every page again in a new language, so that nothing below has to watch it. The first page is rendered in small
 * steps, over which the browser answers, and replaces the outline of index.html.
 */
function InOneLanguage() {
  const shown = useAtom(language);
  const ready = useDeferredValue(true, false);
  useLayoutEffect(() => {
    if (ready) endFirstSight();
  }, [ready]);
  return ready && <Outlet key={shown} />;
}

export function createConsoleRouter(engine: Engine) {
  const guard = new NavigationGuard(engine);
  const navigations = new Navigations();

  const root = createRootRouteWithContext<RouterContext>()({
    component: InOneLanguage,
    errorComponent: FaultPage,
    notFoundComponent: notFoundPage,
    beforeLoad: async ({ location, abortController, preload }) => {
      if (preload) return;
      const pathname = canonicalPath(location.pathname);
      const path = askedPath(location);
      if (navigations.takeAnswered(path)) return;
      // on its way while the server answers; what fails is tried again when the page is loaded
      loadFrame().catch(() => undefined);
      const answer = await (navigations.takeFirst(path) ??
        guard.ask(path, navigations.triggerOf(location.state), abortController.signal));
      if (!answer) return;
      if (answer.state === 'leaving') {
        window.location.assign(answer.url);
        // the page is on its way out: nothing behind this line may show
        await new Promise(() => undefined);
        return;
      }
      const { place, decision } = answer;
      const here = pathname === pathnameOf(place.route, place.params);
      if (here && (decision.outcome === 'entered' || pathOf(place) === path)) return;
      navigations.answered(place);
      throw redirect({ to: pathnameOf(place.route, place.params), search: place.query, replace: true });
    },
  });

  // the frame that a signed-in user gets around such a page is no part of the route: shown without it first, the page
  // would be mounted twice, and what is typed by then lost
  const loadFrame = async () => {
    if (engine.mirror.stateOf('login')?.state === 'signed_in') await appLayout.preload();
  };

  const areas = Object.entries(areaLayouts).map(([id, component]) => {
    const area = createRoute({
      getParentRoute: () => root,
      id,
      component,
      errorComponent: FaultPage,
      ...(id === 'either' && { loader: loadFrame }),
    });
    const inside = routes.filter(({ name }) => areaOf(name) === id);
    return area.addChildren(
      inside.map(({ name, path }) => {
        const options = {
          getParentRoute: () => area,
          path: routerPath(path),
          staticData: { route: name },
        };
        return isInFrame(name)
          ? createRoute(options).lazy(async () =>
              createLazyRoute(path)({ component: await framePageOf(name) }),
            )
          : createRoute({ ...options, component: pages[name].page });
      }),
    );
  });

  const router = createRouter({
    routeTree: root.addChildren(areas),
    basepath: pageAddress(''),
    context: { engine },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageFault,
    // the old page stays until the server has answered; the bar above it says that something is under way
    defaultPendingMs: Number.POSITIVE_INFINITY,
    defaultPreload: false,
    scrollRestoration: false,
  });
  router.history.subscribe(({ action }) => navigations.saw(action.type));

  return {
    router,
    guard,
    /** Asks for the page of the address before anything renders. */
    begin: () => {
      const path = askedPath(router.latestLocation);
      navigations.began(path, guard.ask(path, 'start', new AbortController().signal));
    },
    /** Goes where the server wants the tab to be, and asks it again on the way. */
    goTo: (place: Place) =>
      router.navigate({
        to: pathnameOf(place.route, place.params),
        search: place.query,
        replace: true,
        state: { trigger: 'redirect' },
      }),
    /** Goes to the place where the server has put the tab. */
    follow: (place: Place) => {
      navigations.answered(place);
      return router.navigate({
        to: pathnameOf(place.route, place.params),
        search: place.query,
        replace: true,
      });
    },
    /** Asks again for the page that is open, without touching it: after a new session, say. */
    askAgain: async () => {
      const { pathname, searchStr } = router.state.location;
      const answer = await guard.ask(
        canonicalPath(pathname) + searchStr,
        'start',
        new AbortController().signal,
      );
      if (answer?.state === 'leaving') window.location.assign(answer.url);
    },
  };
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;
