import type { ProjectMember } from '@/generated/api';
import type { ProjectRole } from '@/generated/types';

/** The roles by the names that the platform's public calls have for them. */
export const PUBLIC_NAMES: Readonly<Record<ProjectRole, string>> = {
  project_admin: 'Project Admin',
  viewer: 'Viewer',
};

/** All roles, the one with the most rights first. */
export const PROJECT_ROLES = Object.keys(PUBLIC_NAMES) as readonly ProjectRole[];

/** The role of a member. */
export function projectRole(member: ProjectMember): ProjectRole {
  return member.roles.includes(PUBLIC_NAMES.project_admin) ? 'project_admin' : 'viewer';
}
