import { ActionIcon } from '@mantine/core';
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs';
import IconTrashX from '@tabler/icons-react/dist/esm/icons/IconTrashX.mjs';
import type { ArchivedVersionRow, ArchivedVersions } from '@/generated/api';
import { texts } from '@/texts/archive';
import { sizeText } from '@/texts/size';
import { dayTime } from '@/texts/time';
import type { TableColumn } from '@/ui/table/columns';

/** A version in the archive with the name of who has archived it; null where there is none. */
export interface ArchiveRow extends ArchivedVersionRow {
  archiver: string | null;
}

type Column = TableColumn<ArchiveRow>;

export const rowId = ({ repository, name }: ArchivedVersionRow): string => `${repository}/${name}`;

/** The rows of pages. A version that is archived meanwhile moves others to the next page, where they come once more. */
export function rowsOf(pages: readonly ArchivedVersions[]): readonly ArchiveRow[] {
  const all = pages.flatMap(({ versions, names }) =>
    versions.map(one => ({ ...one, archiver: names[one.archived_by] ?? null })),
  );
  return [...new Map(all.map(row => [rowId(row), row])).values()];
}

/** What a version is called in a sentence; a file that belonged to none has its path. */
export const nameOfRow = ({ package: name, version }: ArchivedVersionRow): string =>
  version === '' ? name : `${name} ${version}`;

const withTags = ({ version, tags }: ArchivedVersionRow): string =>
  tags.length === 0 ? version : `${version} (${tags.join(', ')})`;

function archiverOf({ archiver, archived_by: id }: ArchiveRow): string {
  return archiver ?? (id === 'system' ? texts.server : texts.erased);
}

/** The server sorts them, since it has more of them than the page. */
const sortable = false;

const text = (id: keyof typeof texts.column, width: number, value: (row: ArchiveRow) => string): Column => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  sortable,
  value,
});

const COLUMNS: readonly Column[] = [
  text('package', 170, row => row.package),
  text('version', 130, withTags),
  text('type', 90, row => row.package_type),
  text('repository', 120, row => row.repository),
  {
    id: 'files',
    kind: 'number',
    get label() {
      return texts.column.files;
    },
    width: 70,
    sortable,
    value: row => row.files,
  },
  {
    id: 'size',
    kind: 'number',
    get label() {
      return texts.column.size;
    },
    width: 95,
    sortable,
    value: row => row.bytes,
    format: sizeText,
  },
  {
    id: 'archived',
    kind: 'date',
    get label() {
      return texts.column.archived;
    },
    width: 165,
    sortable,
    value: row => row.archived_at,
    format: dayTime,
  },
  text('by', 100, archiverOf),
];

interface Acts {
  restore: (row: ArchiveRow) => void;
  /** Asks whether a version is to be deleted. */
  askPurge: (row: ArchiveRow) => void;
}

/** The columns, and after them what the user may do with a version. */
export function columnsWith({ restore, askPurge }: Acts): readonly Column[] {
  const act = (
    id: 'restore' | 'purge',
    width: number,
    Icon: typeof IconTrashX,
    run: (row: ArchiveRow) => void,
  ): Column => ({
    id,
    get label() {
      return texts[id];
    },
    width,
    sortable,
    value: () => '',
    cell: row => {
      const name = { name: nameOfRow(row) };
      const label = id === 'restore' ? texts.restoreNamed(name) : texts.purgeNamed(name);
      return (
        row.restorable && (
          <ActionIcon
            variant="subtle"
            tabIndex={-1}
            aria-label={label}
            title={label}
            onClick={() => run(row)}
          >
            <Icon size={17} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        )
      );
    },
  });
  return [...COLUMNS, act('restore', 95, IconArchiveOff, restore), act('purge', 125, IconTrashX, askPurge)];
}
