import type { Arabic } from '../i18n/areas';
import type { sbom as english } from '../sbom';

export const sbom: Arabic<typeof english> = {
  label: 'قائمة مكونات البرنامج (SBOM)',
  vulnerabilities: 'CycloneDX مع الثغرات الأمنية',
};
