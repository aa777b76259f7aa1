import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import type { DescribedProxy } from '@/generated/api';
import { texts } from '@/texts/outboundProxies';
import { actColumn } from '@/ui/table/actColumn';
import type { TableColumn } from '@/ui/table/columns';
import { editPath } from './place';

type Column = TableColumn<DescribedProxy>;

/** Which webhooks are sent through a proxy. */
export function usageText({ for_webhooks: isDefault, used_by: keys }: DescribedProxy): string {
  if (keys.length === 0) return isDefault ? texts.use.byDefault : texts.use.none;
  const names = { names: keys.join(', ') };
  return isDefault ? texts.use.both(names) : texts.use.named(names);
}

const text = (
  id: 'host' | 'userName' | 'webhooks',
  width: number,
  value: (proxy: DescribedProxy) => string | null,
): Column => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  ...(id === 'host' && { mono: true }),
  value,
});

const COLUMNS: readonly Column[] = [
  {
    id: 'key',
    get label() {
      return texts.column.key;
    },
    width: 140,
    value: proxy => proxy.key,
    cell: ({ key }) => (
      <Link to={editPath(key)} tabIndex={-1}>
        <bdi>{key}</bdi>
      </Link>
    ),
  },
  text('host', 200, proxy => proxy.host),
  {
    id: 'port',
    kind: 'number',
    get label() {
      return texts.column.port;
    },
    width: 80,
    value: proxy => proxy.port,
    // a port is no amount
    format: String,
  },
  text('userName', 140, proxy => proxy.user_name),
  text('webhooks', 220, usageText),
];

type Act = (proxy: DescribedProxy) => void;

interface Acts {
  edit: Act;
  askDelete: Act;
}

const ACT_WIDTH_PX = 72;

/** The columns of the list, and after them what can be done with a proxy. */
export function columnsWith({ edit, askDelete }: Acts): readonly Column[] {
  const act = (
    id: 'edit' | 'delete',
    Icon: typeof IconTrash,
    labelOf: (proxy: DescribedProxy) => string,
    run: Act,
  ): Column => actColumn({ id, heading: () => texts.column[id], width: ACT_WIDTH_PX, Icon, labelOf, run });
  return [
    ...COLUMNS,
    act('edit', IconEdit, ({ key }) => texts.editNamed({ name: key }), edit),
    act('delete', IconTrash, ({ key }) => texts.deleteNamed({ name: key }), askDelete),
  ];
}
