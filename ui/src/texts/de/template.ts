import type { German } from '../i18n/areas';
import type { template as english } from '../template';

export const template: German<typeof english> = {
  lead: 'Muster zum Ausprobieren. Nichts davon wird aufbewahrt.',
  counter: {
    title: 'Zähler',
    lead: 'Zählt {{steps, number}} Schritte von {{step, number}} ms.',
    start: 'Starten',
    stop: 'Anhalten',
    reset: 'Zurücksetzen',
    progress: 'Gezählte Schritte',
    value: '{{value, number}} von {{steps, number}}',
    done: 'Der Zähler ist fertig.',
    stopped: 'Der Zähler steht bei {{value, number}}.',
  },
  undo: {
    title: 'Modell mit Rückgängig',
    lead: 'Jede Änderung bleibt in einer Liste; Rückgängig und Wiederholen bewegen einen Zeiger darüber.',
    name: 'Wort',
    add: 'Hinzufügen',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    words: 'Wörter',
    none: 'Noch keine Wörter.',
    changes: 'Änderungen',
    at: 'Bei Änderung {{at, number}} von {{count, number}}',
    added: '„{{word}}“ hinzugefügt',
    removed: '„{{word}}“ entfernt',
    remove: '„{{word}}“ entfernen',
    undone: 'rückgängig gemacht',
  },
};
