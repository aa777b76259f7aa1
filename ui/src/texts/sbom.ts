import { area } from './i18n/area';

// Software bills of materials. The names of their formats are the same in all languages.

export const sbom = {
  label: 'Bill of materials (SBOM)',
  vulnerabilities: 'CycloneDX with vulnerabilities',
} as const;

export const texts = area('sbom', sbom);
