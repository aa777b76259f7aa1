import type { Proposal } from '@/engine/proposals';
import type { LogView } from '@/generated/types';

/** What the query of an address says of a log. */
export interface LogAddress {
  service?: string;
  node?: string;
  file?: string;
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
