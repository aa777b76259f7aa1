import type { German } from '../i18n/areas';
import type { sessionEnd as english } from '../sessionEnd';

export const sessionEnd: German<typeof english> = {
  idle: {
    title: 'Sind Sie noch da?',
    text: 'Sie haben hier eine Weile nichts getan. Wenn Sie nicht angemeldet bleiben, werden Sie in jedem Tab abgemeldet.',
    left: 'Verbleibende Zeit: {{time}}',
    stay: 'Angemeldet bleiben',
  },
  absolute: {
    title: 'Ihre Sitzung endet um {{time}}.',
    text: 'Eine Sitzung endet nach einer festen Zeit, unabhängig davon, was Sie tun. Sie werden dann gebeten, sich erneut anzumelden, und diese Seite bleibt bis dahin, wie sie ist.',
    close: 'Schließen',
  },
  again: {
    idle: 'Sie waren länger abwesend, als diese Installation erlaubt, und wurden deshalb abgemeldet.',
    expired:
      'Ihre Sitzung hat so lange gedauert, wie eine Sitzung hier dauern kann. Deshalb wurden Sie abgemeldet.',
    keeps:
      'Diese Seite bleibt, wie sie ist, bis Sie sich anmelden. Meldet sich ein anderer Benutzer an, beginnt sie von vorn.',
    elsewhere:
      'Der Anmeldedienst öffnet sich in einem anderen Tab. Kehren Sie nach der Anmeldung dort hierher zurück.',
  },
};
