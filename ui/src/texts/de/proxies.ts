import type { German } from '../i18n/areas';
import type { proxies as english } from '../proxies';

export const proxies: German<typeof english> = {
  lead: 'Sagen Sie, unter welcher Adresse diese Konsole zu erreichen ist, und Sie bekommen die Konfiguration eines Reverse-Proxys, der vor ihr steht.',
  later:
    'Nichts davon wird auf dem Server gespeichert: Das kommt in einer späteren Version. Laden Sie bis dahin herunter, was Sie brauchen, bevor Sie die Seite verlassen.',
  serverName: 'Servername',
  serverNameText: 'Der Hostname, den man eingibt, zum Beispiel waybill.example.org.',
  serverNameMissing: 'Geben Sie den Hostnamen ein.',
  serverNameWrong:
    'Das ist kein Hostname. Er besteht aus Buchstaben, Ziffern, Bindestrichen und Punkten, ohne Schema und Port.',
  useHttps: 'Über HTTPS antworten',
  httpsPort: 'HTTPS-Port',
  useHttp: 'Über HTTP antworten',
  httpPort: 'HTTP-Port',
  httpText: 'Mit beiden führt HTTP nur zu HTTPS.',
  noProtocol: 'Wählen Sie HTTPS, HTTP oder beide.',
  portWrong: 'Ein Port ist eine ganze Zahl von 1 bis 65535.',
  portTwice: 'Jeder Port kann nur einmal verwendet werden.',
  method: 'Methode des Reverse-Proxys für Docker',
  methodText:
    'Wie Docker-Clients sagen, welches Repository sie meinen. Sie werden erst in einer späteren Version bedient.',
  methods: {
    REPOPATHPREFIX: 'Am Pfad: host/repository/image',
    SUBDOMAIN: 'An einer Subdomain: repository.host/image',
    PORTPERREPO: 'An einem Port: host:port/image',
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
  made: 'Die Konfiguration',
  madeText:
    'Legen Sie sie in Dateien mit diesen Namen ab. Die Zertifikate passen Sie selbst an, und wo dieser Server lauscht, falls nicht auf 127.0.0.1:8046.',
  changed: 'Seitdem wurde etwas geändert. Erzeugen Sie die Konfiguration noch einmal.',
  server: 'Dieser Server',
  serverText:
    'Hinter einem Proxy muss er die Adresse kennen, die Browser verwenden, sonst weist er ihre Anfragen ab.',
  copyOf: '{{file}} kopieren',
  downloadOf: '{{file}} herunterladen',
};
