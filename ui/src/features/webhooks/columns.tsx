import { ActionIcon } from '@mantine/core';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import type { DescribedWebhook } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/webhooks';
import { StatusPill } from '@/ui/StatusPill';
import type { TableColumn } from '@/ui/table/columns';
import { eventsOf, lastOf, stateOf } from './names';

type Column = TableColumn<DescribedWebhook>;

/** The address of the page of a webhook. */
export const editPath = (key: string): string =>
  pathnameOf('admin.configuration.webhooks.edit', { webhookName: key });

const text = (
  id: 'description' | 'events' | 'url' | 'last',
  width: number,
  value: (webhook: DescribedWebhook) => string,
): Column => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  ...(id === 'url' && { mono: true }),
  value,
});

const COLUMNS: readonly Column[] = [
  {
    id: 'key',
    get label() {
      return texts.column.key;
    },
    width: 140,
    value: webhook => webhook.key,
    cell: ({ key }) => (
      <Link to={editPath(key)} tabIndex={-1}>
        <bdi>{key}</bdi>
      </Link>
    ),
  },
  text('description', 150, webhook => webhook.description),
  text('events', 170, eventsOf),
  text('url', 190, webhook => webhook.handlers[0]?.url ?? ''),
  {
    id: 'state',
    get label() {
      return texts.column.state;
    },
    width: 300,
    value: webhook => stateOf(webhook).words,
    cell: webhook => {
      const { tone, words } = stateOf(webhook);
      return <StatusPill tone={tone}>{words}</StatusPill>;
    },
  },
  text('last', 190, lastOf),
  {
    id: 'waiting',
    kind: 'number',
    get label() {
      return texts.column.waiting;
    },
    width: 80,
    value: webhook => webhook.deliveries.waiting,
  },
];

interface Acts {
  edit: (webhook: DescribedWebhook) => void;
  pause: (webhook: DescribedWebhook) => void;
  askDelete: (webhook: DescribedWebhook) => void;
}

/** The columns of the list, and after them what can be done with a webhook. */
export function columnsWith({ edit, pause, askDelete }: Acts): readonly Column[] {
  const act = (
    id: 'edit' | 'pause' | 'delete',
    run: (webhook: DescribedWebhook) => void,
    shown: (webhook: DescribedWebhook) => { label: string; Icon: typeof IconEdit },
  ): Column => ({
    id,
    get label() {
      return texts.column[id];
    },
    width: 64,
    sortable: false,
    value: () => '',
    cell: webhook => {
      const { label, Icon } = shown(webhook);
      return (
        <ActionIcon
          variant="subtle"
          tabIndex={-1}
          aria-label={label}
          title={label}
          onClick={() => run(webhook)}
        >
          <Icon size={17} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      );
    },
  });
  return [
    ...COLUMNS,
    act('edit', edit, ({ key }) => ({ label: texts.editNamed({ name: key }), Icon: IconEdit })),
    act('pause', pause, ({ key, paused }) =>
      paused
        ? { label: texts.resumeNamed({ name: key }), Icon: IconPlayerPlay }
        : { label: texts.pauseNamed({ name: key }), Icon: IconPlayerPause },
    ),
    act('delete', askDelete, ({ key }) => ({ label: texts.deleteNamed({ name: key }), Icon: IconTrash })),
  ];
}
