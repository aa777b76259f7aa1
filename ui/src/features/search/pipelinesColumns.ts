import type { BuildRow } from '@/generated/api';
import { texts } from '@/texts/pipelinesSearch';
import type { TableColumn } from '@/ui/table/columns';

// the server sorts them, since it has more of them than the page
const column = <const What extends object>(id: keyof typeof texts.column, width: number, what: What) => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  sortable: false,
  ...what,
});

/** A pipeline as the build that its runs publish. */
export const PIPELINES_COLUMNS: readonly TableColumn<BuildRow>[] = [
  column('name', 240, { value: (build: BuildRow) => build.name }),
  column('agent', 160, { value: (build: BuildRow) => build.last.agent || texts.notKnown }),
  column('number', 120, { value: (build: BuildRow) => build.last.number }),
  column('started', 180, { kind: 'date', value: (build: BuildRow) => build.last.started }),
  column('runs', 90, { kind: 'number', value: (build: BuildRow) => build.runs }),
  column('project', 120, { value: (build: BuildRow) => build.project }),
];
