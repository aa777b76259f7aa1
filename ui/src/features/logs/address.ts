import type { Proposal } from '@/engine/proposals';
import type { LogFile, LogView } from '@/generated/types';
import { pathOf } from '@/shell/paths';

/** What the query of an address says of a log, and of a line in it. */
export interface LogAddress {
  service?: string;
  node?: string;
  file?: string;
  /** The offset of the line in bytes. */
  at?: string;
  /** The generation of the file that the offset is in. */
  generation?: string;
}

/** A byte of a file. */
export interface Place {
  size: number;
  generation: string;
}

/** The path of a log under /ui; with a place, of the line that begins there. */
export function addressOf({ service, node, id }: LogFile, place: Place | null = null): string {
  const line: Record<string, string> = place ? { at: String(place.size), generation: place.generation } : {};
  return pathOf({
    route: 'admin.monitoring.logs',
    params: {},
    query: { service, node, file: id, ...line },
  });
}

/** The line that an address names; null for one that names none. */
export function placeOf({ at, generation }: LogAddress): Place | null {
  if (at === undefined || !generation || !/^\d{1,15}$/.test(at)) return null;
  return { size: Number(at), generation };
}

interface Selection {
  events: Proposal<'log_viewer'>[];
  /** Whether nothing remains to be selected when these events are decided. */
  isDone: boolean;
}

const NOTHING: Selection = { events: [], isDone: true };

/** What is to be selected next, so that the viewer shows the addressed log. Unknown names are passed over. */
export function selectionOf({ service, node, file }: LogAddress, view: LogView): Selection {
  if (service === undefined && node === undefined && file === undefined) return NOTHING;
  const product = view.product_list.find(name => name === service);
  if (product && product !== view.selected_product)
    return {
      events: [{ type: 'service_changed' }, { type: 'select_product', service: product }],
      isDone: false,
    };
  // its nodes and files are not known yet
  if (view.log_list.length === 0) return { events: [], isDone: false };
  const events: Selection['events'] = [];
  if (node !== undefined && node !== view.selected_node && view.node_list.includes(node))
    events.push({ type: 'select_node', node });
  if (file !== undefined && file !== view.selected_file && view.log_list.includes(file))
    events.push({ type: 'select_file', id: file });
  return { events, isDone: true };
}
