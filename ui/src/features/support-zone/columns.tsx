import type { SupportBundle } from '@/generated/api';
import { texts } from '@/texts/support';
import type { TableColumn } from '@/ui/table/columns';
import { shortServiceName, size } from './bundles';
import css from './support-zone.module.css';

/** What the status of a bundle is called. */
export function statusText({ status }: SupportBundle): string {
  return texts.status[status === 'in progress' ? 'inProgress' : status];
}

export const columns: readonly TableColumn<SupportBundle>[] = [
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
    value: bundle => bundle.archive?.bytes,
    format: size,
  },
  {
    id: 'created',
    get label() {
      return texts.column.created;
    },
    kind: 'date',
    width: 180,
    value: bundle => bundle.create_date,
  },
  {
    id: 'expires',
    get label() {
      return texts.column.expires;
    },
    kind: 'date',
    width: 180,
    value: bundle => bundle.expires_at,
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
