import type { German } from '../i18n/areas';
import type { licenceTypes as english } from '../licenceTypes';

export const licenceTypes: German<typeof english> = {
  level: 'Stufe {{level, number}} von 5',
  name: {
    NONE: 'Keine Lizenz',
    OSS: 'Quelloffene Lizenz',
    CONAN: 'Conan-Lizenz',
    JCR: 'Container-Registry-Lizenz',
    COMMERCIAL: 'Kommerzielle Lizenz',
    COMMERCIAL_X: 'Kommerzielle Lizenz X',
    TRIAL: 'Testlizenz',
    EDGE: 'Edge-Lizenz',
    EDGE_TRIAL: 'Edge-Testlizenz',
    ENTERPRISE: 'Enterprise-Lizenz',
    ENTERPRISE_X: 'Enterprise-X-Lizenz',
    ENTERPRISE_PLUS_TRIAL: 'Enterprise-Plus-Testlizenz',
    ENTERPRISE_PLUS: 'Enterprise-Plus-Lizenz',
  },
};
