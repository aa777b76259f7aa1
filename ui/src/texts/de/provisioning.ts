import type { German } from '../i18n/areas';
import type { provisioning as english } from '../provisioning';

export const provisioning: German<typeof english> = {
  title: 'Bereitstellung (SCIM)',
  lead: 'Ein Verzeichnis wie Microsoft Entra ID oder Okta legt hier Benutzer und Gruppen an, ändert und deaktiviert sie.',
  loading: 'Die Bereitstellung wird geladen …',
  failed: 'Die Bereitstellung konnte nicht geladen werden.',
  state: 'Zustand',
  on: 'Ein',
  off: 'Aus',
  address: 'Adresse für das Verzeichnis',
  copy: 'Kopieren',
  form: 'Einstellungen der Bereitstellung',
  enabled: 'Verzeichnisse dürfen Benutzer und Gruppen bereitstellen',
  enabledText: 'Was bereitgestellt wurde, bleibt, wenn Sie dies ausschalten.',
  provider: 'Externe IDs sind Subjects von',
  providerText:
    'Benutzer melden sich mit diesem Anbieter an: Die externe ID eines Benutzers gilt als Subject. Ohne Anbieter laden Sie die Benutzer ein.',
  noProvider: 'Kein Anbieter',
  providerWrong: 'Diesen Anbieter gibt es nicht. Wählen Sie einen anderen oder keinen.',
  token:
    'Das Verzeichnis braucht ein Zugriffstoken für die Bereitstellung. Erstellen Sie einen Roboter dafür auf der Seite',
  robots: 'Roboter',
  limits:
    'Ein Verzeichnis sieht nur Benutzer und Gruppen, die Verzeichnisse angelegt haben. Es vergibt keine Rollen, ändert keine Gruppe von Administratoren und kann einen Administrator nur deaktivieren oder löschen.',
  save: 'Speichern',
  saved: 'Die Bereitstellung wurde aktualisiert.',
  users:
    'Ein Verzeichnis stellt diesen Benutzer bereit. Es überschreibt den Namen, die E-Mail-Adresse und ob das Konto aktiv ist.',
  groups:
    'Ein Verzeichnis stellt diese Gruppe bereit. Es überschreibt den Namen und die Mitglieder, die es bereitgestellt hat. Wenn die Gruppe die Installation administriert, kann das Verzeichnis sie nicht mehr ändern.',
};
