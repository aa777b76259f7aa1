import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { DescribedApplication } from '@/generated/api';
import { texts } from '@/texts/applications';
import { actColumn } from '@/ui/table/actColumn';
import type { TableColumn } from '@/ui/table/columns';

type Column = TableColumn<DescribedApplication>;

const text = (
  id: 'name' | 'kind' | 'description' | 'callback' | 'id',
  width: number,
  value: (application: DescribedApplication) => string,
): Column => ({
  id,
  get label() {
    return texts.column[id];
  },
  width,
  ...((id === 'callback' || id === 'id') && { mono: true }),
  value,
});

const COLUMNS: readonly Column[] = [
  text('name', 140, application => application.name),
  text('kind', 150, application => texts.kind[application.kind]),
  text('description', 200, application => application.description),
  text('callback', 220, application => application.callback_url),
  text('id', 170, application => application.id),
  {
    id: 'registered',
    get label() {
      return texts.column.registered;
    },
    kind: 'date',
    width: 170,
    value: application => application.registered_at,
  },
];

type Act = (application: DescribedApplication) => void;

interface Acts {
  copyId: Act;
  edit: Act;
  showUsers: Act;
  askSecret: Act;
  askDelete: Act;
}

const ACT_WIDTH_PX = 84;

/** The columns of the list, and after them what can be done with an application. */
export function columnsWith({ copyId, edit, showUsers, askSecret, askDelete }: Acts): readonly Column[] {
  const act = (
    id: 'copy' | 'edit' | 'users' | 'secret' | 'delete',
    Icon: typeof IconTrash,
    labelOf: (application: DescribedApplication) => string,
    run: Act,
  ): Column => actColumn({ id, heading: () => texts.column[id], width: ACT_WIDTH_PX, Icon, labelOf, run });
  return [
    ...COLUMNS,
    act('copy', IconCopy, ({ name }) => texts.copyNamed({ name }), copyId),
    act('edit', IconEdit, ({ name }) => texts.editNamed({ name }), edit),
    act('users', IconUsers, ({ name }) => texts.users.title({ name }), showUsers),
    act('secret', IconKey, ({ name }) => texts.secretNamed({ name }), askSecret),
    act('delete', IconTrash, ({ name }) => texts.deleteNamed({ name }), askDelete),
  ];
}
