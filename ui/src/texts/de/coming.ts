import type { coming as english } from '../coming';
import type { German } from '../i18n/areas';

export const coming: German<typeof english> = {
  page: {
    badge: 'Kommt in einer späteren Version',
    now: 'Jetzt verfügbar',
    needs: 'Voraussetzungen',
    licences: 'Die installierte Lizenz ansehen',
    askAdmin: 'Ein Administrator kann sehen, welche Lizenz installiert ist.',
    general: 'Diese Seite hat noch keinen Inhalt. Er kommt in einer späteren Version.',
  },
  later: {
    releaseBundlesTeaser:
      'Ein Release-Bündel ist eine signierte Liste zusammengehöriger Artefakte. Es wird einmal erstellt, lässt sich danach nicht mehr ändern und geht als Ganzes dorthin, wo es gebraucht wird.',
    securityPolicies:
      'Hier werden Richtlinien stehen, die sagen, welche Schwachstellen und Lizenzen nicht annehmbar sind und was dann geschehen soll.',
    'admin.monitoring.pdn':
      'Hier werden die Gruppen des privaten Verteilnetzes und ihre Knoten überwacht: was jeder enthält und wie schnell er es weitergibt.',
    'admin.topology': 'Hier werden die Server der Plattform und ihre Verbindungen als Karte gezeigt.',
    'admin.topologyTeaser':
      'Die Topologie zeigt alle Server einer Plattform auf einer Karte: wo sie sind, welche Dienste sie ausführen und was zwischen ihnen repliziert wird.',
    'admin.pipelinesTeaser':
      'Pipelines bauen, prüfen und liefern Schritt für Schritt aus, was Ihre Repositorys enthalten. Jeder Lauf bleibt mit seinen Ein- und Ausgaben erhalten.',
    'admin.securityTeaser':
      'Sicherheit und Compliance sucht in allem, was gespeichert ist, nach bekannten Schwachstellen und unerwünschten Lizenzen und hält auf, was gegen eine Richtlinie verstößt.',
    'admin.pdnTeaser':
      'Ein privates Verteilnetz bringt große Releases auf viele Maschinen zugleich: Knoten in der Nähe der Maschinen holen eine Datei einmal und reichen sie untereinander weiter.',
  },
  needs: {
    releaseBundlesTeaser:
      'Den Dienst Distribution, und zum Erstellen von Bündeln eine Enterprise-Plus-Lizenz. Eine Edge-Lizenz empfängt sie.',
    'admin.topologyTeaser': 'Den Dienst Mission Control und mindestens eine Enterprise-Lizenz.',
    'admin.pipelinesTeaser': 'Den Dienst Pipelines und mindestens eine Enterprise-Lizenz.',
    'admin.securityTeaser': 'Den Scan-Dienst und eine kommerzielle, Test-, Edge- oder Enterprise-Lizenz.',
    'admin.pdnTeaser': 'Die Dienste Tracker und Distribution und eine Enterprise-Plus-Lizenz.',
  },
  target: {
    sessionActivity: 'Jeder Schritt dieser Sitzung, live, mit der Regel, die ihn entschieden hat.',
    integrations: 'Entwicklerwerkzeuge und Continuous Integration, jeweils mit ihrer Einrichtung.',
    userProfile: 'Ihr Konto, Ihr Passwort, Ihr zweiter Faktor und Ihre angemeldeten Sitzungen.',
    releaseBundles: 'Die Reiter des Dienstes Distribution.',
    'admin.licenses.licenses': 'Die installierte Lizenz.',
    'admin.monitoring.status': 'Die Dienste der Plattform und ihre Knoten, live.',
    'admin.repositories': 'Die Repositorys dieser Installation.',
    'admin.projects': 'Die Projekte dieser Installation.',
  },
};
