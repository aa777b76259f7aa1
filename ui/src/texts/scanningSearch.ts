import { area } from './i18n/area';

// The search for versions of packages with known vulnerabilities.

export const scanningSearch = {
  lead: 'Versions of packages with known vulnerabilities, in all repositories that you may read.',
  form: 'Search for scanned versions',
  name: 'Package',
  cve: 'CVE or another identifier',
  severities: 'Severities',
  all: 'Also versions without findings',
  results: 'Scanned versions',
  ignored: 'This search has a part that does not apply here. Only name, cve and severities do.',
  none: 'No versions found',
  noneHint: 'Versions are listed here once an imported advisory is about them.',
  missing: {
    UNAVAILABLE: 'An administrator can turn the service on, or start it again.',
    LICENCE_REQUIRED: 'An administrator can install a licence that includes scanning.',
  },
} as const;

export const texts = area('scanningSearch', scanningSearch);
