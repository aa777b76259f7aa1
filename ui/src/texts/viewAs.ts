import type { Flavour, Role } from '@/generated/types';
import { area } from './i18n/area';

// 'View as': looking at the console with other eyes.

export const viewAs = {
  title: 'View as',
  lead: 'See the menus and the pages as somebody else would. Only what is shown changes: every call is still made with your own rights, and it is all in the log of this session.',
  role: 'Role',
  licence: 'Licence',
  flavour: 'Kind of installation',
  same: 'As it is',
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
    cloud: 'Run for its customers',
  } satisfies Record<Flavour, string>,
  start: 'View',
  myself: 'View as yourself',
  cancel: 'Cancel',
  choose: 'Choose at least one thing that is to look different.',
  refused: 'The server did not take this. Try again.',
  banner: {
    label: 'View as',
    viewing: 'Viewing as {{what}}.',
    nothing: 'Viewing as yourself, by another name.',
    licence: '{{name}} licence',
    noLicence: 'no licence',
    change: 'Change',
    stop: 'Stop',
  },
} as const;

export const texts = area('viewAs', viewAs);
