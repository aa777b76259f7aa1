import type { German } from '../i18n/areas';
import type { integrations as english } from '../integrations';

export const integrations: German<typeof english> = {
  lead: 'Richten Sie die Werkzeuge, mit denen Sie arbeiten, für die Repositorys dieser Installation ein.',
  groups: {
    developer_tools: 'Entwicklerwerkzeuge',
    continuous_integration: 'Kontinuierliche Integration',
  },
  configure: 'Einrichten',
  configureNamed: '{{name}} einrichten',
  absent: 'Es gibt kein Werkzeug {{name}}.',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  summaries: {
    vscode: 'Installiert Pakete von npm und Python im Editor und in seinem Terminal.',
    intellij: 'Lädt Projekte von Maven und Gradle mit ihren Abhängigkeiten.',
    pycharm: 'Installiert Python-Pakete für jeden Interpreter.',
    'docker-desktop': 'Lädt Images herunter und hoch und führt sie aus.',
    curl: 'Lädt Dateien auf der Befehlszeile hoch und herunter.',
    'github-actions': 'Installiert und veröffentlicht Pakete in den Jobs eines Workflows.',
    'gitlab-ci': 'Installiert und veröffentlicht Pakete in den Jobs einer Pipeline.',
    renovate: 'Schlägt Aktualisierungen der Abhängigkeiten eines Projekts vor.',
  },
  highlightsTitle: 'Vorteile',
  highlights: {
    sameClients: 'Terminal und Erweiterungen benutzen dieselben Paket-Clients, eine Einrichtung genügt also.',
    noExtension: 'Keine Erweiterung ist nötig.',
    joined:
      'Ein virtuelles Repository hat Ihre eigenen Pakete und die anderer Registries unter einer Adresse.',
    findsPlugins: 'Maven und Gradle finden Abhängigkeiten und Plugins im Repository.',
    ownFile:
      'Die Einrichtung steht in einer eigenen Datei. Ihre anderen Einstellungen bleiben, wie sie sind.',
    everyEnvironment: 'pip liest in jeder virtuellen Umgebung dieselbe Einrichtung.',
    oneSignIn: 'Docker Compose, Builds und Dev Containers benutzen dieselbe Anmeldung.',
    credentialStore:
      'Docker Desktop bewahrt den Schlüssel im Speicher für Anmeldedaten Ihres Betriebssystems auf.',
    comesAlong: 'curl ist in macOS, Windows und den meisten Linux-Distributionen enthalten.',
    anyFile: 'Speichert Dateien jeder Art unter dem Pfad, den Sie wählen.',
    githubSecret: 'GitHub speichert den API-Schlüssel als Geheimnis und verdeckt ihn in Protokollen.',
    gitlabVariable: 'GitLab speichert den API-Schlüssel als Variable und verdeckt ihn in Protokollen.',
    eightClients: 'Arbeitet mit npm, pip, Maven, Gradle, Docker, Helm, Cargo und Go.',
    robot:
      'Für ein Team kann ein Administrator einen Roboter anlegen. Benutzen Sie dessen Token statt Ihres API-Schlüssels.',
    newVersions: 'Findet neue Versionen der Pakete im Repository, auch Ihrer eigenen.',
    triedFirst: 'Sie können die Aktualisierungen auflisten, bevor sich etwas ändert.',
  },
  stepsTitle: 'Installation des Werkzeugs',
  steps: {
    installVscode: 'Installieren Sie Visual Studio Code und Node.js oder Python.',
    enterInTerminal: 'Öffnen Sie sein Terminal, und geben Sie die Befehle unten ein.',
    installIntellij: 'Installieren Sie IntelliJ IDEA, und öffnen Sie Ihr Projekt.',
    enter: 'Geben Sie die Befehle unten in einem Terminal ein.',
    mavenSettings:
      'Öffnen Sie für Maven Settings > Build, Execution, Deployment > Build Tools > Maven, und wählen Sie die Datei, die der Befehl geschrieben hat, als „User settings file“.',
    reloadProject: 'Laden Sie das Projekt im Werkzeugfenster von Maven oder Gradle neu.',
    installPycharm: 'Installieren Sie PyCharm und Python.',
    pythonPackages: 'Installieren Sie Pakete im Werkzeugfenster „Python Packages“ oder mit pip im Terminal.',
    installDocker: 'Installieren Sie Docker Desktop, und starten Sie es.',
    nameImages:
      'Beginnen Sie die Namen von Images mit dem Host dieser Installation und dem Schlüssel des Repositorys.',
    installCurl: 'Installieren Sie curl, falls es fehlt.',
    nameFiles:
      'Geben Sie die Befehle unten ein, mit der Datei auf Ihrem Rechner und ihrem Pfad im Repository statt der Wörter in spitzen Klammern.',
    installGh: 'Installieren Sie GitHub CLI, und melden Sie sich mit gh auth login an.',
    enterInCopy: 'Geben Sie den ersten Befehl unten in einem Klon Ihres Git-Repositorys ein.',
    addGithubStep:
      'Fügen Sie den Schritt einem Job eines Workflows in .github/workflows hinzu, vor den Schritten, die Pakete brauchen. Der Job läuft unter Linux oder macOS.',
    mavenInJobs: 'Maven liest die Datei, die dort geschrieben wird, wenn ihr Pfad mit -s angegeben ist.',
    reach: 'Benutzen Sie einen Runner, der die Adresse dieser Installation erreicht.',
    installGlab: 'Installieren Sie GitLab CLI, und melden Sie sich mit glab auth login an.',
    addGitlabScript:
      'Fügen Sie die Zeilen einem Job in .gitlab-ci.yml hinzu, dessen Image den Paket-Client und eine POSIX-Shell hat.',
    installNode: 'Installieren Sie Node.js in einer Version, die Renovate unterstützt.',
    saveRules:
      'Speichern Sie die Regeln unten als renovate.json in Ihrem Projekt, und committen Sie die Datei.',
    listUpdates: 'Geben Sie die Befehle unten im Ordner des Projekts ein. Sie ändern dort nichts.',
    runRenovate: 'Setzen Sie dieselbe Variable dort, wo Renovate für Ihre Projekte läuft.',
  },
  key: {
    title: 'API-Schlüssel',
    text: 'Werkzeuge melden sich mit Ihrem Benutzernamen und Ihrem API-Schlüssel an. Sie haben einen Schlüssel für alle Werkzeuge, und er darf, was Sie dürfen.',
    create: 'API-Schlüssel anlegen',
    made: 'Ihr API-Schlüssel wurde angelegt.',
    existing: 'Sie hatten diesen API-Schlüssel bereits. Er bleibt, wie er ist.',
    filled:
      'Die Befehle unten enthalten ihn, bis Sie diesen Bereich schließen. Der Browser speichert ihn nicht.',
    revoke: 'API-Schlüssel in Ihrem Profil widerrufen',
    elsewhere:
      'Ihr Konto wird in einem anderen Verzeichnis verwaltet, deshalb können Sie keinen API-Schlüssel anlegen. Bitten Sie einen Administrator um ein Token.',
    visitor: 'Melden Sie sich an, um einen API-Schlüssel anzulegen.',
    signIn: 'Anmelden',
  },
  setUpTitle: 'Einrichtung',
  repository: 'Repository',
  system: 'Betriebssystem',
  userName: 'Benutzername',
  address: 'Adresse',
  loading: 'Die Repositorys werden geladen …',
  failed: 'Die Repositorys konnten nicht geladen werden.',
  none: 'Es gibt kein Repository für {{types}}, das Sie lesen können.',
  create: 'Repository anlegen',
  askAdmin: 'Bitten Sie einen Administrator, eines anzulegen oder Ihnen Zugriff zu geben.',
  loadingCommands: 'Die Befehle werden geladen …',
  commandsFailed: 'Die Befehle konnten nicht geladen werden.',
  plain:
    'Die Adresse dieser Installation beginnt mit http. Docker und Maven nehmen eine solche Adresse auf einem anderen Rechner nur, wenn ihre Einstellungen das erlauben.',
  replace: 'Ersetzen Sie die Wörter in spitzen Klammern.',
  more: 'Alle Befehle dieses Repositorys',
  does: {
    githubSecret: 'API-Schlüssel als Geheimnis des Git-Repositorys speichern',
    githubStep: 'Schritt eines Jobs in .github/workflows',
    gitlabVariable: 'API-Schlüssel als Variable des Projekts speichern',
    gitlabScript: 'Zeilen eines Jobs in .gitlab-ci.yml',
    renovateRules: 'Inhalt von renovate.json',
    renovateCredentials: 'Renovate Ihren Benutzernamen und API-Schlüssel geben',
    renovateTry: 'Aktualisierungen auflisten',
  },
  documentationTitle: 'Dokumentation',
  documentationOf: '{{name}} (in neuem Tab)',
};
