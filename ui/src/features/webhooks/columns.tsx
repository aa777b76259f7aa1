import { ActionIcon, Loader } from '@mantine/core';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconTestPipe from '@tabler/icons-react/dist/esm/icons/IconTestPipe.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import type { DescribedWebhook } from '@/generated/api';
import { texts } from '@/texts/webhooks';
import type { TableColumn } from '@/ui/table/columns';
import { eventsOf, lastOf, stateText } from './names';
import { editPath, inProject } from './place';
import { WebhookState } from './WebhookState';

type Column = TableColumn<DescribedWebhook>;

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

const keyColumn = (project: string | null): Column => ({
  id: 'key',
  get label() {
    return texts.column.key;
  },
  width: 140,
  value: webhook => webhook.key,
  cell: ({ key }) => (
    <Link to={editPath(key)} search={inProject(project)} tabIndex={-1}>
      <bdi>{key}</bdi>
    </Link>
  ),
});

const COLUMNS: readonly Column[] = [
  text('description', 150, webhook => webhook.description),
  text('events', 170, eventsOf),
  text('url', 190, webhook => webhook.handlers[0]?.url ?? ''),
  {
    id: 'state',
    get label() {
      return texts.column.state;
    },
    width: 320,
    value: stateText,
    cell: webhook => <WebhookState webhook={webhook} />,
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

type Act = (webhook: DescribedWebhook) => void;

interface Acts {
  edit: Act;
  showDeliveries: Act;
  test: Act;
  /** The key of the webhook that is being tested. */
  testing: string | null;
  pause: Act;
  askDelete: Act;
  /** The project whose webhooks are listed; null for those of the installation. */
  project: string | null;
}

/** How an act is shown for a webhook. */
interface ShownAct {
  label: string;
  Icon: typeof IconEdit;
  /** It does nothing at present. */
  idle?: boolean;
  busy?: boolean;
}

const ACT_WIDTH_PX = 64;

/** The columns of the list, and after them what can be done with a webhook. */
export function columnsWith(acts: Acts): readonly Column[] {
  const { testing } = acts;
  const act = (
    id: 'edit' | 'deliveries' | 'test' | 'pause' | 'delete',
    run: Act,
    shown: (webhook: DescribedWebhook) => ShownAct,
    width = ACT_WIDTH_PX,
  ): Column => ({
    id,
    get label() {
      return texts.column[id];
    },
    width,
    sortable: false,
    value: () => '',
    cell: webhook => {
      const { label, Icon, idle = false, busy = false } = shown(webhook);
      return (
        <ActionIcon
          variant="subtle"
          tabIndex={-1}
          aria-label={label}
          title={label}
          // not disabled, which would take the focus away
          aria-disabled={idle || undefined}
          aria-busy={busy || undefined}
          onClick={() => {
            if (!idle) run(webhook);
          }}
        >
          {busy ? (
            <Loader size={17} aria-hidden="true" />
          ) : (
            <Icon size={17} stroke={1.8} aria-hidden="true" />
          )}
        </ActionIcon>
      );
    },
  });
  return [
    keyColumn(acts.project),
    ...COLUMNS,
    act('edit', acts.edit, ({ key }) => ({ label: texts.editNamed({ name: key }), Icon: IconEdit })),
    act(
      'deliveries',
      acts.showDeliveries,
      ({ key }) => ({ label: texts.deliveriesNamed({ name: key }), Icon: IconHistory }),
      96,
    ),
    act('test', acts.test, ({ key }) => ({
      label: texts.testNamed({ name: key }),
      Icon: IconTestPipe,
      idle: testing !== null,
      busy: testing === key,
    })),
    act('pause', acts.pause, ({ key, paused }) =>
      paused
        ? { label: texts.resumeNamed({ name: key }), Icon: IconPlayerPlay }
        : { label: texts.pauseNamed({ name: key }), Icon: IconPlayerPause },
    ),
    act('delete', acts.askDelete, ({ key }) => ({
      label: texts.deleteNamed({ name: key }),
      Icon: IconTrash,
    })),
  ];
}
