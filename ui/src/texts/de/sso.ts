import type { German } from '../i18n/areas';
import type { sso as english } from '../sso';

export const sso: German<typeof english> = {
  providers: 'Anmeldeanbieter',
  acceptWith: 'oder stattdessen einen Anmeldeanbieter verwenden',
  leading: 'Weiterleitung zum Anmeldedienst …',
  continue: 'Weiter',
  unknownTitle: 'Dieser Anmeldedienst wird nicht angeboten',
  unknown: 'Wählen Sie eine andere Art, sich anzumelden.',
  several: 'Wählen Sie, wo Sie sich anmelden.',
  notLoaded: 'Die Anmeldedienste konnten nicht geladen werden.',
  toForm: 'Mit Benutzername und Passwort anmelden',
  failed:
    'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
  failure: {
    sign_in_denied:
      'Der Anmeldedienst hat Sie nicht angemeldet. Versuchen Sie es noch einmal oder melden Sie sich mit Benutzername und Passwort an.',
    sign_in_flow_unknown:
      'Diese Anmeldung hat in einem anderen Browser begonnen, oder eine neuere hat begonnen. Melden Sie sich noch einmal an.',
    sign_in_flow_expired:
      'Die Anmeldung hat länger als zehn Minuten gedauert. Melden Sie sich noch einmal an.',
    sign_in_flow_lost: 'Diese Anmeldung ist nicht mehr offen. Melden Sie sich noch einmal an.',
    not_in_this_state: 'Diese Anmeldung ist schon beendet. Melden Sie sich noch einmal an.',
    sign_in_provider_unavailable:
      'Der Anmeldedienst ist nicht erreichbar. Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
    sign_in_provider_no_address:
      'Dieser Server hat keine Adresse, zu der der Anmeldedienst zurückleiten könnte. Melden Sie sich mit Ihrem Passwort an oder bitten Sie einen Administrator, public_url festzulegen.',
    sign_in_provider_secret_missing:
      'Das Client-Geheimnis des Anmeldedienstes fehlt. Melden Sie sich mit Ihrem Passwort an oder bitten Sie einen Administrator, es einzugeben.',
    sign_in_provider_without_saml:
      'Dieser Server kann mit diesem Dienst nicht anmelden. Wählen Sie eine andere Anmeldung.',
    too_many_sign_ins: 'Zu viele Anmeldungen laufen gerade. Versuchen Sie es in einer Minute noch einmal.',
    not_found: 'Dieser Anmeldedienst wird nicht mehr angeboten. Wählen Sie eine andere Art, sich anzumelden.',
    link_dead: 'Diese Einladung gilt nicht mehr. Bitten Sie einen Administrator um eine neue.',
    link_expired: 'Diese Einladung ist abgelaufen. Bitten Sie einen Administrator um eine neue.',
    link_refused:
      'Diese Einladung kann nicht angenommen werden. Bitten Sie einen Administrator um eine neue.',
    identity_unknown:
      'Kein Konto hier ist mit dieser Identität verknüpft. Melden Sie sich mit Ihrem Passwort an und verknüpfen Sie sie in Ihrem Profil, oder fragen Sie einen Administrator.',
    identity_refused:
      'Diese Identität kann hier nicht verwendet werden. Melden Sie sich mit Ihrem Passwort an und verknüpfen Sie sie in Ihrem Profil, oder fragen Sie einen Administrator.',
    account_refused: 'Mit diesem Konto ist keine Anmeldung möglich. Fragen Sie einen Administrator.',
    unavailable: 'Ein Dienst des Servers antwortet nicht. Versuchen Sie es später noch einmal.',
    busy: 'Der Server ist beschäftigt. Versuchen Sie es gleich noch einmal.',
    interrupted:
      'Der Server wurde unterbrochen, während er die Anmeldung prüfte. Melden Sie sich noch einmal an.',
  },
};
