import type { German } from '../i18n/areas';
import type { scanningSearch as english } from '../scanningSearch';

export const scanningSearch: German<typeof english> = {
  lead: 'Versionen von Paketen mit bekannten Schwachstellen, in allen Repositorys, die Sie lesen dürfen.',
  form: 'Geprüfte Versionen suchen',
  name: 'Paket',
  cve: 'CVE oder andere Kennung',
  severities: 'Schweregrade',
  all: 'Auch Versionen ohne Befunde',
  results: 'Geprüfte Versionen',
  ignored: 'Ein Teil dieser Suche gilt hier nicht. Es gelten nur name, cve und severities.',
  none: 'Keine Versionen gefunden',
  noneHint: 'Versionen stehen hier, sobald eine importierte Sicherheitsmeldung sie betrifft.',
  missing: {
    UNAVAILABLE: 'Ein Administrator kann den Dienst einschalten oder neu starten.',
    LICENCE_REQUIRED: 'Ein Administrator kann eine Lizenz installieren, die das Prüfen umfasst.',
  },
};
