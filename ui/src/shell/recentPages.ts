import { useAtom } from '@xstate/store-react';
import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { routes } from '@/generated/routes';
import type { Place, RouteName } from '@/generated/types';
import { isObject, parseJson } from '@/lib/json';
import { tabStorage } from '@/lib/storage';
import { pathOf } from './paths';

const KEY = 'waybill.recent';
const KEPT = 8;

/** A page that this tab has visited. */
export interface Visit {
  path: string;
  route: RouteName;
  /** What distinguishes it from other pages of its route. */
  detail: string;
}

interface Kept {
  person: string | null;
  visits: readonly Visit[];
}

function read(): Kept {
  const kept = parseJson(tabStorage.read(KEY) ?? '');
  if (!isObject(kept) || !Array.isArray(kept.visits)) return { person: null, visits: [] };
  const visits = kept.visits.filter(isObject).flatMap((visit): Visit[] => {
    const route = routes.find(({ name }) => name === visit.route)?.name;
    if (!route || typeof visit.path !== 'string') return [];
    return [{ path: visit.path, route, detail: String(visit.detail ?? '') }];
  });
  return { person: typeof kept.person === 'string' ? kept.person : null, visits };
}

/** The pages that this user has visited in this tab, the latest first. */
export function recentVisits(person: string | null): readonly Visit[] {
  const kept = read();
  return kept.person === person ? kept.visits : [];
}

export function rememberVisit(person: string | null, place: Place): void {
  const { projectKey } = place.query;
  const path = pathOf({ ...place, query: projectKey ? { projectKey } : {} });
  const detail = [...Object.values(place.params), projectKey].filter(Boolean).join(' · ');
  const visit = { path, route: place.route, detail };
  const others = recentVisits(person).filter(other => other.path !== path);
  tabStorage.write(KEY, JSON.stringify({ person, visits: [visit, ...others].slice(0, KEPT) }));
}

/** Remembers the pages that the tab visits, for the palette. They stay in the tab, and only this user sees them. */
export function useRecent(): void {
  const navigation = useMachine('navigation');
  const person = useAtom(useEngine().identity)?.person ?? null;
  const place = navigation.state?.state === 'settled' ? navigation.state.place : null;
  useEffect(() => {
    const route = routes.find(({ name }) => name === place?.route);
    if (place && route?.access !== 'unauthenticated') rememberVisit(person, place);
  }, [place, person]);
}
