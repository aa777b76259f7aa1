import { useSearch } from '@tanstack/react-router';
import type { Group } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { usePathPart, useShow } from '@/shell/address';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { useProject } from '@/shell/menu/useMenus';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { LateNotice } from '@/ui/LateNotice';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { ProjectGroupsPage } from './projectGroups';
import { useGroups } from './useGroups';

const GroupDialog = lazyWith(() =>
  loadChunk('group-dialog', () => import('./GroupDialog')).then(part => part.GroupDialog),
);

const CreateGroupDialog = lazyWith(() =>
  loadChunk('group-dialog', () => import('./GroupDialog')).then(part => part.CreateGroupDialog),
);

const yesOrNo = (is: boolean) => (is ? texts.groups.yes : texts.groups.no);

const columns: readonly TableColumn<Group>[] = [
  {
    id: 'name',
    get label() {
      return texts.groups.name;
    },
    width: 220,
    value: group => group.name,
  },
  {
    id: 'description',
    get label() {
      return texts.groups.description;
    },
    width: 260,
    value: group => group.description,
  },
  {
    id: 'members',
    get label() {
      return texts.groups.members;
    },
    kind: 'number',
    value: group => group.members,
  },
  {
    id: 'admin',
    get label() {
      return texts.groups.admin;
    },
    value: group => yesOrNo(group.admin),
  },
  {
    id: 'auto-join',
    get label() {
      return texts.groups.autoJoin;
    },
    value: group => yesOrNo(group.auto_join),
  },
  {
    id: 'created',
    get label() {
      return texts.groups.created;
    },
    kind: 'date',
    width: 180,
    value: group => group.created_at,
  },
];

const SORTED_BY = { id: 'name', desc: false };

interface GroupsPageProps {
  /** The address is that of a new group. */
  creates?: boolean;
  /** The name in the address. */
  named?: string | null;
}

/** The groups of the installation, for administrators. */
export function GroupsPage({ creates = false, named = null }: GroupsPageProps) {
  const search: { group?: string; new?: string } = useSearch({ strict: false });
  const opened = search.group ?? null;
  const creating = creates || search.new !== undefined;
  const groups = useGroups();
  const all = groups.data?.groups;
  const isNamed = (group: Group) => group.name.toLowerCase() === named?.toLowerCase();
  const chosen = all?.find(group => (opened === null ? isNamed(group) : group.id === opened));
  const show = useShow('admin.management.groups');
  const close = () => show('');
  return (
    <div className={css.page}>
      <PageTitle className={css.title} focus={!creates && named === null}>
        {titleOf('admin.management.groups')}
      </PageTitle>
      <p className={css.lead}>{texts.groups.lead}</p>
      {named !== null && (
        <LateNotice shown={all !== undefined && !chosen}>{texts.groups.absent({ name: named })}</LateNotice>
      )}
      <div className={css.table}>
        <DataTable
          id="groups"
          label={texts.groups.label}
          columns={columns}
          rows={all}
          rowId={group => group.id}
          failure={groups.isError ? failureText(groups.error, texts.groups.failed) : null}
          retry={() => void groups.refetch()}
          empty={{ title: texts.groups.empty, text: texts.groups.emptyText }}
          sortedBy={SORTED_BY}
          activate={group => show(`group=${encodeURIComponent(group.id)}`)}
          tools={
            <Button size="sm" onClick={() => show('new=group')}>
              {texts.groups.create}
            </Button>
          }
          fill
        />
      </div>
      {chosen && <GroupDialog key={chosen.id} group={chosen} close={close} />}
      {creating && <CreateGroupDialog close={close} />}
    </div>
  );
}

/** The groups of the installation, or those of the selected project. */
export function GroupsOfWhichPage() {
  const project = useProject();
  return project === null ? <GroupsPage /> : <ProjectGroupsPage key={project} project={project} />;
}

/** The address of a new group: the list with its form above. */
export function NewGroupPage() {
  return <GroupsPage creates />;
}

/** The address of a group: the list with its dialog above. */
export function EditGroupPage() {
  const named = usePathPart('groupName');
  return <GroupsPage named={named} />;
}
