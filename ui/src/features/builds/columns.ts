import type { BuildRow, BuildRunRow, BuildsPage } from '@/generated/api';
import { texts } from '@/texts/builds';
import type { TableColumn } from '@/ui/table/columns';

type Names = BuildsPage['names'];

/** Who did something with a run: a user, or the server itself. */
export function nameOf(person: string | null, names: Names): string {
  if (person === null) return texts.system;
  return names[person] ?? texts.erased;
}

/** Who published a run. */
export const publisherOf = ({ published_by }: BuildRunRow, names: Names): string =>
  nameOf(published_by, names);

const text = <Row>(
  id: keyof typeof texts.column,
  width: number,
  value: (row: Row) => string,
): TableColumn<Row> => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  sortable: false,
  value,
});

const ofRun = <Row>(run: (row: Row) => BuildRunRow, names: Names): readonly TableColumn<Row>[] => [
  {
    id: 'started',
    kind: 'date',
    get label() {
      return texts.column.started;
    },
    width: 180,
    sortable: false,
    value: row => run(row).started,
  },
  text('artifacts', 110, row => String(run(row).counts.artifacts)),
  text('dependencies', 130, row => String(run(row).counts.dependencies)),
  text('agent', 160, row => run(row).agent),
  text('by', 160, row => publisherOf(run(row), names)),
];

export const buildColumns = (names: Names): readonly TableColumn<BuildRow>[] => [
  text('name', 240, build => build.name),
  text('number', 120, build => build.last.number),
  ...ofRun<BuildRow>(build => build.last, names),
  text('runs', 90, build => String(build.runs)),
  text('project', 120, build => build.project ?? ''),
];

export const runColumns = (names: Names): readonly TableColumn<BuildRunRow>[] => [
  text('number', 160, run => run.number),
  ...ofRun<BuildRunRow>(run => run, names),
];
