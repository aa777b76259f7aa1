import type { German } from '../i18n/areas';
import type { system as english } from '../system';

export const system: German<typeof english> = {
  notFound: {
    asked: 'Angeforderte Adresse:',
    search: 'Seiten suchen',
    none: 'Keine passenden Seiten.',
    found_one: '1 Seite',
    found_other: '{{count, number}} Seiten',
  },
  notAcceptable: {
    text: 'Der Server hat die Anfrage nicht angenommen. Ein Administrator dieser Installation findet sie im Protokoll unter ihrer Kennung.',
    id: 'Kennung der Anfrage',
    copy: 'Kennung kopieren',
  },
  serverError: {
    again: 'Die letzte Seite noch einmal versuchen',
  },
  authorization: {
    hint: 'Wenn Sie diese Seite brauchen, bitten Sie einen Administrator um Zugriff.',
    off: 'Sie ist auf dieser Installation abgeschaltet. Bitten Sie einen Administrator, sie einzuschalten.',
    offAdmin:
      'Sie ist auf dieser Installation abgeschaltet. Sie können sie in der Konfigurationsdatei unter [installation] einschalten.',
    otherAdmin: 'An Ihrer Rolle liegt es nicht. „Warum bin ich hier?“ nennt den Grund.',
  },
  accountPortal: {
    none: 'Diese Installation hat kein Portal für die Verwaltung eines Abonnements.',
    setting:
      'Tragen Sie seine Adresse als account_portal_url in der Konfigurationsdatei unter [installation] ein.',
    ask: 'Fragen Sie einen Administrator nach dem Abonnement.',
  },
  back: 'Zurück',
};
