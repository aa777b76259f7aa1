import type { German } from '../i18n/areas';
import type { provisioning as english } from '../provisioning';

export const provisioning: German<typeof english> = {
  title: 'Bereitstellung (SCIM)',
  lead: 'Ein Bereitstellungsclient wie Microsoft Entra ID oder Okta legt hier Benutzer und Gruppen an, ändert und deaktiviert sie.',
  loading: 'Die Bereitstellung wird geladen …',
  failed: 'Die Bereitstellung konnte nicht geladen werden.',
  state: 'Zustand',
  on: 'Ein',
  off: 'Aus',
  address: 'Adresse für den Bereitstellungsclient',
  copy: 'Kopieren',
  form: 'Einstellungen der Bereitstellung',
  enabled: 'Bereitstellungsclients dürfen Benutzer und Gruppen anlegen und ändern',
  enabledText: 'Was bereitgestellt wurde, bleibt, wenn Sie dies ausschalten.',
  provider: 'Externe IDs sind Subjects von',
  providerText:
    'Benutzer melden sich mit diesem Anbieter an: Die externe ID eines Benutzers gilt als Subject. Ohne Anbieter laden Sie die Benutzer ein.',
  noProvider: 'Kein Anbieter',
  providerWrong: 'Diesen Anbieter gibt es nicht. Wählen Sie einen anderen oder keinen.',
  token:
    'Der Bereitstellungsclient braucht ein eigenes Zugriffstoken. Erstellen Sie einen Roboter dafür auf der Seite',
  robots: 'Roboter',
  limits:
    'Ein Bereitstellungsclient sieht nur Benutzer und Gruppen, die solche Clients angelegt haben. Er vergibt keine Rollen, fügt keiner Gruppe Mitglieder hinzu, die die Installation oder ein Projekt administriert, und kann einen Administrator nur deaktivieren oder löschen.',
  save: 'Speichern',
  saved: 'Die Bereitstellung wurde aktualisiert.',
  users:
    'Ein Bereitstellungsclient verwaltet diesen Benutzer. Er überschreibt den Namen, die E-Mail-Adresse und ob das Konto aktiv ist.',
  groups:
    'Ein Bereitstellungsclient verwaltet diese Gruppe. Er überschreibt den Namen und die Mitglieder, die er bereitgestellt hat. Wenn Sie die Gruppe die Installation oder ein Projekt administrieren lassen, gilt das auch für ihre jetzigen Mitglieder, und der Client kann keine weiteren hinzufügen.',
};
