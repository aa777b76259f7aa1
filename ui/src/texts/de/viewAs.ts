import type { German } from '../i18n/areas';
import type { viewAs as english } from '../viewAs';

export const viewAs: German<typeof english> = {
  title: 'Ansehen als',
  lead: 'Sehen Sie Menüs und Seiten wie ein anderer Benutzer. Nur die Ansicht ändert sich: Jeder Aufruf verwendet weiterhin Ihre eigenen Rechte und wird im Protokoll dieser Sitzung festgehalten.',
  role: 'Rolle',
  licence: 'Lizenz',
  flavour: 'Art der Installation',
  same: 'Unverändert',
  noLicence: 'Keine',
  roles: {
    anonymous: 'Besucher',
    user: 'Benutzer',
    project_admin: 'Projektadministrator',
    admin: 'Administrator',
  },
  flavours: {
    standard: 'Gewöhnlich',
    lightweight: 'Nur Repositorys',
    cloud: 'Für Kunden betrieben',
  },
  start: 'Ansehen',
  myself: 'Als Sie selbst ansehen',
  cancel: 'Abbrechen',
  choose: 'Ändern Sie mindestens eine Einstellung.',
  refused: 'Der Server hat das nicht angenommen. Versuchen Sie es noch einmal.',
  banner: {
    label: 'Ansehen als',
    viewing: 'Sie sehen dies als {{what}}.',
    nothing: 'Ansicht als Sie selbst.',
    licence: 'Lizenz {{name}}',
    noLicence: 'ohne Lizenz',
    change: 'Ändern',
    stop: 'Beenden',
  },
};
