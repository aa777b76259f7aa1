import type { coming as english } from '../coming';
import type { French } from '../i18n/areas';

export const coming: French<typeof english> = {
  page: {
    badge: 'Disponible dans une version ultérieure',
    now: 'Ce qui fonctionne déjà',
    needs: 'Ce qui sera nécessaire',
    licences: 'Voir la licence installée',
    askAdmin: 'Un administrateur peut voir quelle licence est installée.',
    general: 'Cette page n’a pas encore de contenu. Elle sera complétée dans une version ultérieure.',
  },
  later: {
    releaseBundlesTeaser:
      'Un lot de publication est une liste signée d’artefacts qui vont ensemble. Il est créé une fois, ne peut plus être modifié et est envoyé en bloc là où il est nécessaire.',
    securityPolicies:
      'Les règles définissant les vulnérabilités et les licences inacceptables, et leurs conséquences, seront gérées ici.',
    'admin.monitoring.pdn':
      'Les groupes du réseau de distribution privé et leurs nœuds seront surveillés ici : ce que chacun contient et à quelle vitesse il le transmet.',
    'admin.topology': 'Les serveurs de la plateforme et leurs liens seront représentés ici sur une carte.',
    'admin.topologyTeaser':
      'La topologie montre tous les serveurs d’une plateforme sur une carte : leur emplacement, leurs services et les copies échangées.',
    'admin.pipelinesTeaser':
      'Pipelines construit, teste et transmet le contenu de vos dépôts, étape par étape. Chaque exécution est conservée avec ses entrées et ses sorties.',
    'admin.securityTeaser':
      'Sécurité et conformité recherche les vulnérabilités connues et les licences indésirables dans tout ce qui est stocké, et bloque ce qui enfreint une règle.',
    'admin.pdnTeaser':
      'Un réseau de distribution privé transmet de grosses versions à de nombreuses machines à la fois : des nœuds proches des machines récupèrent un fichier une seule fois et se le transmettent.',
  },
  needs: {
    releaseBundlesTeaser:
      'Le service de distribution, et une licence Enterprise Plus pour créer des lots. Une licence Edge permet de les recevoir.',
    'admin.topologyTeaser': 'Le service Mission control et une licence Enterprise ou supérieure.',
    'admin.pipelinesTeaser': 'Le service Pipelines et une licence Enterprise ou supérieure.',
    'admin.securityTeaser': 'Le service d’analyse et une licence commerciale, d’essai, Edge ou Enterprise.',
    'admin.pdnTeaser': 'Les services Tracker et de distribution, et une licence Enterprise Plus.',
  },
  target: {
    sessionActivity: 'Chaque étape de cette session, en direct, avec la règle qui l’a décidée.',
    integrations: 'Les outils de développement et l’intégration continue, chacun avec sa configuration.',
    userProfile: 'Votre compte, votre mot de passe, votre second facteur et vos connexions en cours.',
    releaseBundles: 'Les onglets du service de distribution.',
    'admin.licenses.licenses': 'La licence installée.',
    'admin.monitoring.status': 'Les services de la plateforme et leurs nœuds, en direct.',
    'admin.repositories': 'Les dépôts de cette installation.',
    'admin.projects': 'Les projets de cette installation.',
  },
};
