import type { Japanese } from '../i18n/areas';
import type { licenceTypes as english } from '../licenceTypes';

export const licenceTypes: Japanese<typeof english> = {
  level: 'レベル{{level, number}}（5段階）',
  name: {
    NONE: 'ライセンスなし',
    OSS: 'オープンソース',
    CONAN: 'Conan',
    JCR: 'コンテナーレジストリ',
    COMMERCIAL: '商用',
    COMMERCIAL_X: '商用X',
    TRIAL: '試用',
    EDGE: 'Edge',
    EDGE_TRIAL: 'Edge試用',
    ENTERPRISE: 'Enterprise',
    ENTERPRISE_X: 'Enterprise X',
    ENTERPRISE_PLUS_TRIAL: 'Enterprise Plus試用',
    ENTERPRISE_PLUS: 'Enterprise Plus',
  },
};
