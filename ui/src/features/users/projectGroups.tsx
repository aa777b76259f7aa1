import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ProjectGroup } from '@/generated/api';
import { texts } from '@/texts/people';
import { MembershipPage, membershipColumns } from './MembershipPage';

const nameOf = (group: ProjectGroup) => group.name;

const columns = membershipColumns(nameOf, {
  id: 'members',
  get label() {
    return texts.groups.members;
  },
  kind: 'number',
  value: group => group.members,
});

/** The groups whose members belong to a project, for those who administer it (ROLE-03). */
export function ProjectGroupsPage({ project }: { project: string }) {
  const { api } = useEngine();
  const queryKey = ['project-groups', project];
  const loaded = useQuery({ queryKey, queryFn: () => accountCalls.getProjectsKeyGroups(api, project) });
  return (
    <MembershipPage
      project={project}
      id="project-groups"
      words={{ ...texts.projectGroups, name: texts.groups.name }}
      of={{
        queryKey,
        set: (name, roles) => accountCalls.putProjectsKeyGroupsName(api, project, name, roles),
        end: name => accountCalls.deleteProjectsKeyGroupsName(api, project, name),
      }}
      loaded={loaded}
      rows={loaded.data?.groups}
      columns={columns}
      nameOf={nameOf}
    />
  );
}
