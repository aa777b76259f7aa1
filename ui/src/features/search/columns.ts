import type { FoundArtifact } from '@/generated/api';
import { texts } from '@/texts/search';
import { sizeText } from '@/texts/size';
import { dayTime } from '@/texts/time';
import type { TableColumn } from '@/ui/table/columns';

type Column = TableColumn<FoundArtifact>;

const text = (
  id: keyof typeof texts.column,
  width: number,
  value: (row: FoundArtifact) => string,
): Column => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  value,
});

export const COLUMNS: readonly Column[] = [
  text('name', 240, row => row.name),
  text('repository', 160, row => row.repository),
  text('path', 320, row => row.path),
  {
    id: 'size',
    kind: 'number',
    get label() {
      return texts.column.size;
    },
    width: 110,
    value: row => row.bytes,
    format: sizeText,
  },
  {
    id: 'modified',
    kind: 'date',
    get label() {
      return texts.column.modified;
    },
    width: 180,
    value: row => row.modified,
    format: dayTime,
  },
];
