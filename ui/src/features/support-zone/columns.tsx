import { texts } from '@/texts/support';
import type { TableColumn } from '@/ui/table/columns';
import { type Bundle, shortServiceName, size } from './bundles';
import css from './support-zone.module.css';

const STATUS = {
  'in progress': 'inProgress',
  success: 'success',
  failure: 'failure',
} as const;

/** What the status of a bundle is called. */
export const statusText = (bundle: Bundle) => texts.status[STATUS[bundle.status]];

export const columns: readonly TableColumn<Bundle>[] = [
  {
    id: 'name',
    get label() {
      return texts.column.name;
    },
    width: 220,
    value: bundle => bundle.name,
  },
  {
    id: 'service',
    get label() {
      return texts.column.service;
    },
    width: 150,
    value: bundle => shortServiceName(bundle.service),
  },
  {
    id: 'status',
    get label() {
      return texts.column.status;
    },
    width: 130,
    value: statusText,
    cell: bundle => (
      <span className={css.status} data-status={bundle.status}>
        {statusText(bundle)}
      </span>
    ),
  },
  {
    id: 'size',
    get label() {
      return texts.column.size;
    },
    kind: 'number',
    width: 100,
    value: bundle => bundle.size,
    format: size,
  },
  {
    id: 'created',
    get label() {
      return texts.column.created;
    },
    kind: 'date',
    width: 180,
    value: bundle => bundle.created,
  },
  {
    id: 'expires',
    get label() {
      return texts.column.expires;
    },
    kind: 'date',
    width: 180,
    value: bundle => bundle.expires,
  },
  {
    id: 'id',
    get label() {
      return texts.column.id;
    },
    width: 260,
    mono: true,
    hidden: true,
    value: bundle => bundle.id,
  },
];
