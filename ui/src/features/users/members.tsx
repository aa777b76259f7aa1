import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ProjectMember } from '@/generated/api';
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

const nameOf = (member: ProjectMember) => member.name ?? texts.users.erased;

const columns: readonly TableColumn<ProjectMember>[] = [
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
    value: member => texts.members.roles[projectRole(member)],
  },
  {
    id: 'status',
    get label() {
      return texts.users.status;
    },
    value: member => (member.enabled ? texts.users.enabled : texts.users.disabled),
  },
];

const SORTED_BY = { id: 'name', desc: false };

/** The members of a project, for those who administer it (ROLE-03). */
export function MembersPage({ project }: { project: string }) {
  const { api } = useEngine();
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const members = useQuery({
    queryKey: ['members', project],
    queryFn: () => accountCalls.getProjectsKeyUsers(api, project),
  });
  const details = useQuery({
    queryKey: ['project', project],
    queryFn: () => accountCalls.getProjectsKey(api, project),
  });
  const rows = members.data?.members;
  const membership: Membership = {
    words: { ...texts.members, name: texts.profile.name },
    queryKey: ['members', project],
    set: (name, roles) => accountCalls.putProjectsKeyUsersName(api, project, name, roles),
    end: name => accountCalls.deleteProjectsKeyUsersName(api, project, name),
  };
  const chosen = opened === null ? undefined : rows?.find(member => member.name === opened);
  const close = () => {
    setOpened(null);
    setAdding(false);
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{texts.members.title}</PageTitle>
      <p className={css.lead}>{texts.members.lead({ project: details.data?.display_name ?? project })}</p>
      <div className={css.table}>
        <DataTable
          id="members"
          label={texts.members.title}
          columns={columns}
          rows={rows}
          rowId={nameOf}
          failure={members.isError ? failureText(members.error, texts.members.failed) : null}
          retry={() => void members.refetch()}
          empty={{ title: texts.members.empty, text: texts.members.emptyText }}
          sortedBy={SORTED_BY}
          activate={member => setOpened(member.name)}
          tools={
            <Button size="sm" onClick={() => setAdding(true)}>
              {texts.members.add}
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
