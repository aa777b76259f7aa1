import type { frontends as english } from '../frontends';
import type { German } from '../i18n/areas';

export const frontends: German<typeof english> = {
  later: 'Kommt in einer späteren Version',
  loading: 'Wird geladen …',
  unresolved: 'Der Dienst läuft auf dieser Installation nicht oder ist gerade nicht zu erreichen.',
  broken: 'Die Oberfläche {{name}} funktioniert gerade nicht.',
  demoFailed: 'Die Oberfläche {{name}} konnte nicht geladen werden!',
  retry: 'Noch einmal versuchen',
  demo: {
    lead: 'Kleine Oberflächen zum Ausprobieren, wie die Konsole sie einbindet.',
    mounting: 'Jede dieser Oberflächen hat einen eigenen Rahmen und beeinflusst die anderen nicht.',
    mount: '{{name}} einbinden',
    nothing: 'Es ist keine Oberfläche eingebunden. Wählen Sie oben eine aus.',
  },
};
