import { Fragment } from 'react';
import type { ScannedComponent } from '@/generated/api';
import { nameOfType } from '@/shell/packageTypes';
import { countsOf, SeverityPill, severitiesText } from '@/shell/severities';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { dayTime } from '@/texts/time';
import type { TableColumn } from '@/ui/table/columns';
import css from '@/ui/tablePage.module.css';

type Column = TableColumn<ScannedComponent>;

// the server sorts them, since it has more of them than the page
const text = (
  id: keyof typeof details.column,
  width: number,
  value: (row: ScannedComponent) => string,
): Column => ({
  id,
  get label() {
    return details.column[id];
  },
  width,
  sortable: false,
  value,
});

/** The severities with their counts, beside each other: a narrow column hides what it has no room for. */
function Found({ of: { vulnerabilities } }: { of: ScannedComponent }) {
  const counts = countsOf(vulnerabilities);
  if (counts.length === 0) return texts.scan.SCANNED;
  return (
    <span className={css.pills}>
      {counts.map(({ severity, count }) => (
        <Fragment key={severity}>
          <SeverityPill severity={severity} count={count} />{' '}
        </Fragment>
      ))}
    </span>
  );
}

export const SCANNING_COLUMNS: readonly Column[] = [
  text('name', 220, row => row.name),
  text('version', 120, row => row.version),
  {
    ...text('vulnerabilities', 360, ({ vulnerabilities }) =>
      severitiesText({ scanStatus: 'SCANNED', vulnerabilities }),
    ),
    cell: row => <Found of={row} />,
  },
  text('type', 100, row => nameOfType(row.package_type)),
  text('licences', 140, row => row.licenses.join(', ')),
  {
    id: 'modified',
    kind: 'date',
    get label() {
      return details.column.modified;
    },
    width: 160,
    sortable: false,
    value: row => row.last_updated,
    format: dayTime,
  },
];
