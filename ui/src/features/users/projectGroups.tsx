import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ProjectGroup } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { PageTitle } from '@/ui/PageTitle';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import type { Membership } from './MemberDialog';
import { projectRole } from './projectRoles';

const MemberDialog = lazyWith(() =>
  loadChunk('member-dialog', () => import('./MemberDialog')).then(part => part.MemberDialog),
);

const nameOf = (group: ProjectGroup) => group.name;

const columns: readonly TableColumn<ProjectGroup>[] = [
  {
    id: 'name',
    get label() {
      return texts.users.name;
    },
    width: 240,
    value: nameOf,
  },
  {
    id: 'role',
    get label() {
      return texts.members.role;
    },
    width: 220,
    value: group => texts.members.roles[projectRole(group)],
  },
  {
    id: 'members',
    get label() {
      return texts.groups.members;
    },
    kind: 'number',
    value: group => group.members,
  },
];

const SORTED_BY = { id: 'name', desc: false };

/** The groups whose members belong to a project, for those who administer it (ROLE-03). */
export function ProjectGroupsPage({ project }: { project: string }) {
  const { api } = useEngine();
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const groups = useQuery({
    queryKey: ['project-groups', project],
    queryFn: () => accountCalls.getProjectsKeyGroups(api, project),
  });
  const details = useQuery({
    queryKey: ['project', project],
    queryFn: () => accountCalls.getProjectsKey(api, project),
  });
  const rows = groups.data?.groups;
  const membership: Membership = {
    words: { ...texts.projectGroups, name: texts.groups.name },
    queryKey: ['project-groups', project],
    set: (name, roles) => accountCalls.putProjectsKeyGroupsName(api, project, name, roles),
    end: name => accountCalls.deleteProjectsKeyGroupsName(api, project, name),
  };
  const chosen = opened === null ? undefined : rows?.find(group => group.name === opened);
  const close = () => {
    setOpened(null);
    setAdding(false);
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{texts.projectGroups.title}</PageTitle>
      <p className={css.lead}>
        {texts.projectGroups.lead({ project: details.data?.display_name ?? project })}
      </p>
      <div className={css.table}>
        <DataTable
          id="project-groups"
          label={texts.projectGroups.title}
          columns={columns}
          rows={rows}
          rowId={nameOf}
          failure={groups.isError ? failureText(groups.error, texts.projectGroups.failed) : null}
          retry={() => void groups.refetch()}
          empty={{ title: texts.projectGroups.empty, text: texts.projectGroups.emptyText }}
          sortedBy={SORTED_BY}
          activate={group => setOpened(group.name)}
          tools={
            <Button size="sm" onClick={() => setAdding(true)}>
              {texts.projectGroups.add}
            </Button>
          }
          fill
        />
      </div>
      {chosen && <MemberDialog of={membership} member={chosen} close={close} />}
      {adding && <MemberDialog of={membership} member={null} close={close} />}
    </div>
  );
}
