import type { apiDescription as english } from '../apiDescription';
import type { German } from '../i18n/areas';

export const apiDescription: German<typeof english> = {
  lead: 'Alle Aufrufe dieses Servers, mit ihren Parametern und Antworten.',
  download: 'OpenAPI-Dokument herunterladen',
  tour: 'Programme melden sich mit einem Zugriffstoken an.',
  read: 'Verstanden',
};
