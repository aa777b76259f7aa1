import { area } from './i18n/area';

// The types of licences, which the page of the licence, the home page and the log name.

export const licenceTypes = {
  level: 'Level {{level, number}} of 5',
  name: {
    NONE: 'No licence',
    OSS: 'Open source',
    CONAN: 'Conan',
    JCR: 'Container registry',
    COMMERCIAL: 'Commercial',
    COMMERCIAL_X: 'Commercial X',
    TRIAL: 'Trial',
    EDGE: 'Edge',
    EDGE_TRIAL: 'Edge trial',
    ENTERPRISE: 'Enterprise',
    ENTERPRISE_X: 'Enterprise X',
    ENTERPRISE_PLUS_TRIAL: 'Enterprise Plus trial',
    ENTERPRISE_PLUS: 'Enterprise Plus',
  },
} as const;

export const texts = area('licenceTypes', licenceTypes);
