import type { Flavour, Licence, Role, View } from '@/generated/types';
import { texts } from '@/texts/viewAs';

/** Total, so that a licence that is added to the platform does not compile without a place here. */
const known: Record<Licence, true> = {
  NONE: true,
  OSS: true,
  CONAN: true,
  JCR: true,
  COMMERCIAL: true,
  COMMERCIAL_X: true,
  TRIAL: true,
  EDGE: true,
  EDGE_TRIAL: true,
  ENTERPRISE: true,
  ENTERPRISE_X: true,
  ENTERPRISE_PLUS_TRIAL: true,
  ENTERPRISE_PLUS: true,
};

export const licences = Object.keys(known) as Licence[];
export const roles: readonly Role[] = ['anonymous', 'user', 'project_admin', 'admin'];
export const flavours: readonly Flavour[] = ['standard', 'lightweight', 'cloud'];

export function licenceLabel(licence: Licence): string {
  return licence === 'NONE' ? texts.noLicence : licence;
}

/** A short description of what view-as changes. */
export function viewLabel({ role, licence, flavour }: View): string {
  const parts = [
    role && texts.roles[role],
    licence && (licence === 'NONE' ? texts.banner.noLicence : texts.banner.licence({ name: licence })),
    flavour && texts.flavours[flavour],
  ];
  return parts.filter(Boolean).join(', ');
}
