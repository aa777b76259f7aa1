import type { German } from '../i18n/areas';
import type { sbom as english } from '../sbom';

export const sbom: German<typeof english> = {
  label: 'Stückliste (SBOM)',
  vulnerabilities: 'CycloneDX mit Schwachstellen',
};
