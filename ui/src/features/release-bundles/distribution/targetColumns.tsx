import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { DistributionTargetRow, DistributionTargets } from '@/generated/api';
import { texts } from '@/texts/distribution';
import { actColumn } from '@/ui/table/actColumn';
import type { TableColumn } from '@/ui/table/columns';
import { actorName } from '../bundles';

type Column = TableColumn<DistributionTargetRow>;
type Act = (target: DistributionTargetRow) => void;

interface Acts {
  test: Act;
  edit: Act;
  askDelete: Act;
}

const ACT_WIDTH_PX = 72;

const columnsOf = (names: DistributionTargets['names']): readonly Column[] => [
  {
    id: 'key',
    get label() {
      return texts.targets.column.key;
    },
    width: 120,
    value: target => target.key,
  },
  {
    id: 'url',
    get label() {
      return texts.targets.column.url;
    },
    mono: true,
    width: 220,
    value: target => target.url,
  },
  {
    id: 'token',
    get label() {
      return texts.targets.column.token;
    },
    width: 110,
    value: target => (target.has_token ? texts.targets.stored : texts.targets.missing),
  },
  {
    id: 'created',
    kind: 'date',
    get label() {
      return texts.targets.column.created;
    },
    width: 160,
    value: target => target.created_at,
  },
  {
    id: 'description',
    get label() {
      return texts.targets.column.description;
    },
    hidden: true,
    value: target => target.description,
  },
  {
    id: 'by',
    get label() {
      return texts.targets.column.by;
    },
    hidden: true,
    value: target => actorName(target.created_by, names),
  },
];

/** The columns of the list of targets, and after them what can be done with one. */
export function targetColumns(names: DistributionTargets['names'], acts: Acts): readonly Column[] {
  const act = (
    id: 'test' | 'edit' | 'delete',
    Icon: typeof IconTrash,
    named: (of: { name: string }) => string,
    run: Act,
  ): Column =>
    actColumn<DistributionTargetRow>({
      id,
      heading: () => texts.targets.column[id],
      width: ACT_WIDTH_PX,
      Icon,
      labelOf: ({ key: name }) => named({ name }),
      run,
    });
  return [
    ...columnsOf(names),
    act('test', IconPlugConnected, texts.targets.testNamed, acts.test),
    act('edit', IconEdit, texts.targets.editNamed, acts.edit),
    act('delete', IconTrash, texts.targets.deleteNamed, acts.askDelete),
  ];
}
