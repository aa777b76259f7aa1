import type { French } from '../i18n/areas';
import type { sbom as english } from '../sbom';

export const sbom: French<typeof english> = {
  label: 'Nomenclature logicielle (SBOM)',
  vulnerabilities: 'CycloneDX avec les vulnérabilités',
};
