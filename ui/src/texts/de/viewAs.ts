import type { German } from '../i18n/areas';
import type { viewAs as english } from '../viewAs';

export const viewAs: German<typeof english> = {
  title: 'Ansehen als',
  lead: 'Sehen Sie Menüs und Seiten, wie jemand anderes sie sähe. Nur das Gezeigte ändert sich: Jeder Aufruf geschieht mit Ihren eigenen Rechten, und alles steht im Protokoll dieser Sitzung.',
  role: 'Rolle',
  licence: 'Lizenz',
  flavour: 'Art der Installation',
  same: 'Wie es ist',
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
  choose: 'Wählen Sie mindestens eines, das anders aussehen soll.',
  refused: 'Der Server hat das nicht angenommen. Versuchen Sie es noch einmal.',
  banner: {
    label: 'Ansehen als',
    viewing: 'Sie sehen dies als {{what}}.',
    nothing: 'Sie sehen dies als Sie selbst, unter anderem Namen.',
    licence: 'Lizenz {{name}}',
    noLicence: 'ohne Lizenz',
    change: 'Ändern',
    stop: 'Beenden',
  },
};
