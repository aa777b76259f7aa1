import type { French } from '../i18n/areas';
import type { proxies as english } from '../proxies';

export const proxies: French<typeof english> = {
  lead: 'Indiquez l’adresse à laquelle cette console est accessible et obtenez la configuration du proxy inverse placé devant elle.',
  later:
    'Rien de ce qui est saisi ici n’est conservé sur le serveur. Téléchargez ce dont vous avez besoin avant de quitter la page.',
  serverName: 'Nom du serveur',
  serverNameText: 'Le nom d’hôte que saisissent les utilisateurs, par exemple waybill.example.org.',
  serverNameMissing: 'Saisissez le nom d’hôte.',
  serverNameWrong:
    'Nom d’hôte non valide. Utilisez des lettres, des chiffres, des traits d’union et des points, sans protocole ni port.',
  upstream: 'Adresse de ce serveur',
  upstreamText: 'Où le proxy joint le serveur : son hôte et son port, par exemple 127.0.0.1:8046.',
  upstreamWrong: 'Saisissez un hôte et un port, par exemple 127.0.0.1:8046, sans schéma.',
  useHttps: 'Répondre en HTTPS',
  httpsPort: 'Port HTTPS',
  useHttp: 'Répondre en HTTP',
  httpPort: 'Port HTTP',
  httpText: 'Avec les deux, HTTP ne fait que rediriger vers HTTPS.',
  noProtocol: 'Choisissez HTTPS, HTTP ou les deux.',
  portWrong: 'Un port est un nombre entier de 1 à 65535.',
  portTwice: 'Chaque port ne peut être utilisé qu’une fois.',
  method: 'Méthode de proxy inverse Docker',
  methodText: 'Comment les clients Docker désignent un dépôt.',
  methods: {
    REPOPATHPREFIX: 'Par le chemin : host/repository/image',
    SUBDOMAIN: 'Par un sous-domaine : repository.host/image',
    PORTPERREPO: 'Par un port : host:port/image',
  },
  repositories: 'Dépôts',
  repositoriesText: {
    SUBDOMAIN: 'Une clé par ligne, par exemple docker-local.',
    PORTPERREPO: 'Une clé et son port par ligne, par exemple docker-local 5001.',
  },
  repositoriesWrong: {
    SUBDOMAIN:
      'Saisissez au moins une clé en minuscules, chiffres et traits d’union, une par ligne, sans doublon.',
    PORTPERREPO:
      'Saisissez au moins une ligne avec une clé et son propre port, par exemple docker-local 5001, sans doublon.',
  },
  make: 'Générer la configuration',
  made: 'Configuration générée',
  madeText: 'Placez-la dans des fichiers portant ces noms. Adaptez les certificats.',
  changed: 'La saisie a changé depuis. Générez de nouveau la configuration.',
  server: 'Ce serveur',
  serverText:
    'Derrière un proxy, il doit connaître l’adresse utilisée par les navigateurs, sinon il refuse leurs requêtes.',
  copyOf: 'Copier {{file}}',
  downloadOf: 'Télécharger {{file}}',
};
