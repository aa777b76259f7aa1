import { ActionIcon } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { addresses, type SupportBundle } from '@/generated/api';
import { addressOf } from '@/lib/basePath';
import { sizeText } from '@/texts/size';
import { texts } from '@/texts/support';
import { StatusPill, type Tone } from '@/ui/StatusPill';
import type { TableColumn } from '@/ui/table/columns';
import { shortServiceName } from './bundles';

const TONES: Record<SupportBundle['status'], Tone> = {
  success: 'good',
  failure: 'bad',
  'in progress': 'pending',
};

/** The status of a bundle. */
export function BundleStatus({ bundle }: { bundle: SupportBundle }) {
  return <StatusPill tone={TONES[bundle.status]}>{statusText(bundle)}</StatusPill>;
}

/** What the status of a bundle is called. */
export function statusText({ status }: SupportBundle): string {
  return texts.status[status === 'in progress' ? 'inProgress' : status];
}

const columns: readonly TableColumn<SupportBundle>[] = [
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
    cell: bundle => <BundleStatus bundle={bundle} />,
  },
  {
    id: 'size',
    get label() {
      return texts.column.size;
    },
    kind: 'number',
    width: 100,
    value: bundle => bundle.archive?.bytes,
    format: sizeText,
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

interface Acts {
  fetched: () => void;
  /** Asks whether a bundle is to be deleted. */
  askRemoval: (bundle: SupportBundle) => void;
}

const nameOf = (bundle: SupportBundle) => ({ name: bundle.name, service: shortServiceName(bundle.service) });

/** The columns, and behind the name what can be done with a bundle at once. */
export function columnsWith({ fetched, askRemoval }: Acts): readonly TableColumn<SupportBundle>[] {
  const [name, ...others] = columns;
  const acts: readonly TableColumn<SupportBundle>[] = [
    {
      id: 'download',
      get label() {
        return texts.detail.download;
      },
      width: 96,
      sortable: false,
      value: () => '',
      cell: bundle =>
        bundle.status === 'success' && (
          <ActionIcon
            component="a"
            variant="subtle"
            tabIndex={-1}
            href={addresses.getUserSupportDownloadBundleId(addressOf, bundle.id)}
            download
            aria-label={texts.row.download(nameOf(bundle))}
            title={texts.row.download(nameOf(bundle))}
            // meanwhile the server records the download
            onClick={() => setTimeout(fetched, 1_500)}
          >
            <IconDownload size={17} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        ),
    },
    {
      id: 'delete',
      get label() {
        return texts.remove.button;
      },
      width: 80,
      sortable: false,
      value: () => '',
      cell: bundle =>
        bundle.status !== 'in progress' && (
          <ActionIcon
            variant="subtle"
            tabIndex={-1}
            aria-label={texts.row.remove(nameOf(bundle))}
            title={texts.row.remove(nameOf(bundle))}
            onClick={() => askRemoval(bundle)}
          >
            <IconTrash size={17} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        ),
    },
  ];
  return [...(name ? [name] : []), ...others, ...acts];
}
