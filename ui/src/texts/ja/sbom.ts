import type { Japanese } from '../i18n/areas';
import type { sbom as english } from '../sbom';

export const sbom: Japanese<typeof english> = {
  label: 'ソフトウェア部品表（SBOM）',
  vulnerabilities: 'CycloneDX（脆弱性を含む）',
};
