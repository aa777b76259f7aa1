import type { ProjectRole } from '@/generated/types';

/** The roles by the names that the platform's public calls have for them. */
export const PUBLIC_NAMES: Readonly<Record<ProjectRole, string>> = {
  project_admin: 'Project Admin',
  viewer: 'Viewer',
};

/** All roles, the one with the most rights first. */
export const PROJECT_ROLES = Object.keys(PUBLIC_NAMES) as readonly ProjectRole[];

/** A user or a group with roles in a project. */
export interface WithRoles {
  name: string | null;
  roles: readonly string[];
}

/** The role of a member. */
export function projectRole(member: WithRoles): ProjectRole {
  return member.roles.includes(PUBLIC_NAMES.project_admin) ? 'project_admin' : 'viewer';
}
