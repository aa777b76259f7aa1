import type { Flavour, Role } from '@/generated/types';
import { area } from './i18n/area';

// 'View as': looking at the console with other eyes.

export const viewAs = {
  title: 'View as',
  lead: 'See the menus and pages as another user would. Only the view changes: every call still uses your own rights and is recorded in the log of this session.',
  role: 'Role',
  licence: 'Licence',
  flavour: 'Installation type',
  same: 'Unchanged',
  noLicence: 'None',
  roles: {
    anonymous: 'Visitor',
    user: 'User',
    project_admin: 'Project administrator',
    admin: 'Administrator',
  } satisfies Record<Role, string>,
  flavours: {
    standard: 'Standard',
    lightweight: 'Repositories only',
    cloud: 'Run for customers',
  } satisfies Record<Flavour, string>,
  start: 'View',
  myself: 'View as yourself',
  cancel: 'Cancel',
  choose: 'Change at least one setting.',
  refused: 'The server did not accept this. Try again.',
  banner: {
    label: 'View as',
    viewing: 'Viewing as {{what}}.',
    nothing: 'Viewing as yourself.',
    licence: '{{name}} licence',
    noLicence: 'no licence',
    change: 'Change',
    stop: 'Stop',
  },
} as const;

export const texts = area('viewAs', viewAs);
