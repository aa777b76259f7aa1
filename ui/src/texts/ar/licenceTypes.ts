import type { Arabic } from '../i18n/areas';
import type { licenceTypes as english } from '../licenceTypes';

export const licenceTypes: Arabic<typeof english> = {
  level: 'المستوى {{level, number}} من 5',
  name: {
    NONE: 'لا توجد رخصة',
    OSS: 'رخصة مفتوحة المصدر',
    CONAN: 'رخصة Conan',
    JCR: 'رخصة سجل الحاويات',
    COMMERCIAL: 'رخصة تجارية',
    COMMERCIAL_X: 'رخصة تجارية X',
    TRIAL: 'رخصة تجريبية',
    EDGE: 'رخصة Edge',
    EDGE_TRIAL: 'رخصة Edge تجريبية',
    ENTERPRISE: 'رخصة Enterprise',
    ENTERPRISE_X: 'رخصة Enterprise X',
    ENTERPRISE_PLUS_TRIAL: 'رخصة Enterprise Plus تجريبية',
    ENTERPRISE_PLUS: 'رخصة Enterprise Plus',
  },
};
