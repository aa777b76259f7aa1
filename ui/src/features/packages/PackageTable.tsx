import { useRouter } from '@tanstack/react-router';
import type { PackageNode } from '@/generated/api';
import { nameOfType } from '@/shell/packageTypes';
import { severitiesText } from '@/shell/severities';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { day } from '@/texts/time';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import type { Listing } from './PackageCards';
import css from './packages.module.css';
import { addressOf } from './place';

const text = (
  id: keyof typeof details.column,
  width: number,
  value: (row: PackageNode) => string,
): TableColumn<PackageNode> => ({
  id,
  get label() {
    return details.column[id];
  },
  width,
  sortable: false,
  value,
});

const number = (
  id: keyof typeof details.column,
  width: number,
  value: (row: PackageNode) => number,
): TableColumn<PackageNode> => ({
  id,
  kind: 'number',
  get label() {
    return details.column[id];
  },
  width,
  sortable: false,
  value,
});

const COLUMNS: readonly TableColumn<PackageNode>[] = [
  text('name', 220, row => row.name),
  text('type', 90, row => nameOfType(row.packageType)),
  text('latest', 110, row => row.latestVersion),
  number('versions', 90, row => row.versionsCount),
  number('downloads', 110, row => row.stats.downloads),
  text('vulnerabilities', 150, severitiesText),
  text('licences', 120, row => row.licenses.join(', ')),
  {
    id: 'modified',
    kind: 'date',
    get label() {
      return details.column.modified;
    },
    width: 130,
    sortable: false,
    value: row => row.modified,
    format: day,
  },
  text('repositories', 160, row => row.repos.join(', ')),
  text('description', 280, row => row.description),
];

interface TableProps extends Listing {
  total: number;
  /** What is typed as a name. */
  typed: string;
  type: (text: string) => void;
}

/** Packages as a table, whose own field searches by name. */
export function PackageTable({ rows, more, loading, total, typed, type }: TableProps) {
  const router = useRouter();
  return (
    <div className={css.table}>
      <DataTable
        id="packages"
        label={texts.list}
        columns={COLUMNS}
        rows={rows}
        rowId={row => row.id}
        retry={() => undefined}
        empty={{ title: texts.none, text: '' }}
        activate={row => void router.navigate({ to: addressOf(row.id) })}
        paged={{
          typed,
          type,
          total,
          narrowed: false,
          clear: () => type(''),
          more,
          loading,
        }}
        fill
      />
    </div>
  );
}
