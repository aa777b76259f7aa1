import type { French } from '../i18n/areas';
import type { scanningSearch as english } from '../scanningSearch';

export const scanningSearch: French<typeof english> = {
  lead: 'Les versions de paquets avec des vulnérabilités connues, dans tous les dépôts que vous pouvez lire.',
  form: 'Rechercher des versions analysées',
  name: 'Paquet',
  cve: 'CVE ou autre identifiant',
  severities: 'Gravités',
  all: 'Aussi les versions sans résultat',
  results: 'Versions analysées',
  ignored: 'Une partie de cette recherche ne s’applique pas ici. Seuls name, cve et severities s’appliquent.',
  none: 'Aucune version trouvée',
  noneHint: 'Les versions apparaissent ici dès qu’un avis de sécurité importé les concerne.',
  missing: {
    UNAVAILABLE: 'Un administrateur peut activer le service ou le redémarrer.',
    LICENCE_REQUIRED: 'Un administrateur peut installer une licence qui comprend l’analyse.',
  },
};
