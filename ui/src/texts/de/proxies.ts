import type { German } from '../i18n/areas';
import type { proxies as english } from '../proxies';

export const proxies: German<typeof english> = {
  lead: 'Geben Sie die Adresse dieser Konsole an, um die Konfiguration eines vorgeschalteten Reverse-Proxys zu erzeugen.',
  later:
    'Nichts davon wird auf dem Server gespeichert. Laden Sie herunter, was Sie brauchen, bevor Sie die Seite verlassen.',
  serverName: 'Servername',
  serverNameText: 'Der Hostname, den man eingibt, zum Beispiel waybill.example.org.',
  serverNameMissing: 'Geben Sie den Hostnamen ein.',
  serverNameWrong:
    'Kein gültiger Hostname. Verwenden Sie Buchstaben, Ziffern, Bindestriche und Punkte, ohne Schema und Port.',
  upstream: 'Adresse dieses Servers',
  upstreamText: 'Wo der Proxy den Server erreicht: Host und Port, zum Beispiel 127.0.0.1:8046.',
  upstreamWrong: 'Geben Sie Host und Port ohne Schema ein, zum Beispiel 127.0.0.1:8046.',
  useHttps: 'Über HTTPS antworten',
  httpsPort: 'HTTPS-Port',
  useHttp: 'Über HTTP antworten',
  httpPort: 'HTTP-Port',
  httpText: 'Ist beides ausgewählt, leitet HTTP auf HTTPS weiter.',
  noProtocol: 'Wählen Sie HTTPS, HTTP oder beide.',
  portWrong: 'Geben Sie eine ganze Zahl von 1 bis 65535 ein.',
  portTwice: 'Jeder Port kann nur einmal verwendet werden.',
  method: 'Methode des Reverse-Proxys für Docker',
  methodText: 'Wie Docker-Clients ein Repository angeben.',
  methods: {
    REPOPATHPREFIX: 'Über den Pfad: host/repository/image',
    SUBDOMAIN: 'Über eine Subdomain: repository.host/image',
    PORTPERREPO: 'Über einen Port: host:port/image',
  },
  repositories: 'Repositorys',
  repositoriesText: {
    SUBDOMAIN: 'Ein Schlüssel je Zeile, zum Beispiel docker-local.',
    PORTPERREPO: 'Ein Schlüssel und sein Port je Zeile, zum Beispiel docker-local 5001.',
  },
  repositoriesWrong: {
    SUBDOMAIN:
      'Geben Sie mindestens einen Schlüssel aus Kleinbuchstaben, Ziffern und Bindestrichen ein, einen je Zeile und jeden nur einmal.',
    PORTPERREPO:
      'Geben Sie mindestens eine Zeile mit einem Schlüssel und einem eigenen Port ein, zum Beispiel docker-local 5001, jeden nur einmal.',
  },
  make: 'Konfiguration erzeugen',
  made: 'Erzeugte Konfiguration',
  madeText: 'Speichern Sie sie in Dateien mit diesen Namen. Passen Sie die Zertifikate an.',
  changed: 'Die Einstellungen wurden geändert. Erzeugen Sie die Konfiguration noch einmal.',
  server: 'Dieser Server',
  serverText:
    'Hinter einem Proxy muss er die Adresse kennen, die Browser verwenden, sonst weist er ihre Anfragen ab.',
  copyOf: '{{file}} kopieren',
  downloadOf: '{{file}} herunterladen',
};
