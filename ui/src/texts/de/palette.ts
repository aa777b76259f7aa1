import type { German } from '../i18n/areas';
import type { palette as english } from '../palette';

export const palette: German<typeof english> = {
  title: 'Suchen oder springen',
  placeholder: 'Eine Seite, eine Aktion oder ein Paket',
  results: 'Ergebnisse',
  found_one: 'Ein Eintrag',
  found_other: '{{count, number}} Einträge',
  nothing: 'Keine Ergebnisse.',
  groups: {
    recent: 'Zuletzt besucht',
    pages: 'Seiten',
    actions: 'Aktionen',
    others: 'Weitere Treffer',
    search: 'Suche',
  },
  also: { log_out: 'Ausloggen, Logout' },
  search: {
    packages: 'Pakete durchsuchen nach „{{text}}“',
  },
  actions: {
    sidebar: 'Seitenleiste ein- oder ausklappen',
    light: 'Farbschema: hell',
    dark: 'Farbschema: dunkel',
    auto: 'Farbschema: System',
  },
  keys: { move: 'zum Auswählen', run: 'zum Öffnen', leave: 'zum Schließen' },
  shortcuts: {
    title: 'Tastenkürzel',
    single: 'Kürzel ohne Strg oder Cmd',
    singleText: 'Schalten Sie sie aus, wenn Sie diktieren oder Tasten aus Versehen drücken.',
    thenKey: 'dann',
    goTo: 'Zu {{page}}',
    groups: {
      anywhere: 'Überall',
      go: 'Zu einer Seite springen',
      records: 'In Listen und im Sitzungsverlauf',
    },
    names: {
      palette: 'Suchen oder springen',
      help: 'Diese Liste anzeigen',
      sidebar: 'Seitenleiste ein- oder ausklappen',
      why: 'Warum bin ich hier?',
      close: 'Schließen, was offen ist',
      filter: 'Liste filtern',
      record: 'Zum vorigen oder nächsten Eintrag',
      pause: 'Einträge anhalten oder ihnen folgen',
    },
  },
};
