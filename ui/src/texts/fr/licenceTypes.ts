import type { French } from '../i18n/areas';
import type { licenceTypes as english } from '../licenceTypes';

export const licenceTypes: French<typeof english> = {
  level: 'Niveau {{level, number}} sur 5',
  name: {
    NONE: 'Aucune licence',
    OSS: 'Libre',
    CONAN: 'Conan',
    JCR: 'Registre de conteneurs',
    COMMERCIAL: 'Commerciale',
    COMMERCIAL_X: 'Commerciale X',
    TRIAL: 'Essai',
    EDGE: 'Edge',
    EDGE_TRIAL: 'Essai Edge',
    ENTERPRISE: 'Enterprise',
    ENTERPRISE_X: 'Enterprise X',
    ENTERPRISE_PLUS_TRIAL: 'Essai Enterprise Plus',
    ENTERPRISE_PLUS: 'Enterprise Plus',
  },
};
