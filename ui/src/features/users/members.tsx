import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ProjectMember } from '@/generated/api';
import { texts } from '@/texts/people';
import { MembershipPage, membershipColumns } from './MembershipPage';

const nameOf = (member: ProjectMember) => member.name ?? texts.users.erased;

const columns = membershipColumns(nameOf, {
  id: 'status',
  get label() {
    return texts.users.status;
  },
  value: member => (member.enabled ? texts.users.enabled : texts.users.disabled),
});

/** The members of a project, for those who administer it (ROLE-03). */
export function MembersPage({ project }: { project: string }) {
  const { api } = useEngine();
  const queryKey = ['members', project];
  const loaded = useQuery({ queryKey, queryFn: () => accountCalls.getProjectsKeyUsers(api, project) });
  return (
    <MembershipPage
      project={project}
      id="members"
      words={{ ...texts.members, name: texts.profile.name, nameMissing: texts.users.nameMissing }}
      of={{
        queryKey,
        set: (name, roles) => accountCalls.putProjectsKeyUsersName(api, project, name, roles),
        end: name => accountCalls.deleteProjectsKeyUsersName(api, project, name),
      }}
      loaded={loaded}
      rows={loaded.data?.members}
      columns={columns}
      nameOf={nameOf}
    />
  );
}
