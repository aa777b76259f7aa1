import type { TranslatedInto } from '../i18n/areas';
import { auth } from './auth';
import { clientLogin } from './clientLogin';
import { coming } from './coming';
import { common } from './common';
import { passkeySignIn } from './passkeySignIn';
import { registration } from './registration';
import { signIn } from './signIn';
import { sso } from './sso';
import { system } from './system';
import { titles } from './titles';

/** What the pages before the frame show, in German; `inside.ts` has the rest. */
export const german: TranslatedInto<'de'> = {
  common,
  auth,
  signIn,
  sso,
  clientLogin,
  registration,
  coming,
  system,
  passkeySignIn,
  titles,
  refusals: {
    account_fixed: 'Nur ein Administrator kann dieses Konto ändern.',
    application_callback:
      'Geben Sie eine https-Adresse ohne Benutzer, Fragment und Platzhalter ein, etwa https://app.example.org/callback; http ist nur für 127.0.0.1 und [::1].',
    application_description: 'Eine Beschreibung hat höchstens 1000 sichtbare Zeichen.',
    application_name: 'Der Name darf keine Leerzeichen oder Sonderzeichen enthalten',
    application_name_taken: 'Eine andere Anwendung hat diesen Namen. Wählen Sie einen anderen.',
    application_scopes: 'Wählen Sie mindestens einen Bereich',
    bad_email: 'Das ist keine E-Mail-Adresse. Schreiben Sie sie wie maria@example.org.',
    bundle_distributing: 'Eine Verteilung dieses Release-Bündels läuft. Versuchen Sie es danach noch einmal.',
    bundle_environment:
      'Kein lokales Repository gehört zu dieser Umgebung. Wählen Sie eine andere, oder fügen Sie die Umgebung den Repositorys hinzu, in die hochgestuft wird.',
    bundle_exists:
      'Es gibt schon ein Release-Bündel mit diesem Namen und dieser Version. Wählen Sie eine andere Version.',
    bundle_name:
      'Der Name eines Bündels hat 1 bis 128 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche und beginnt mit einem Buchstaben oder einer Ziffer.',
    bundle_not_distributable:
      'Nur Release-Bündel, die hier aus Dateien in Repositorys erstellt wurden, können verteilt werden.',
    bundle_not_promotable:
      'Nur Release-Bündel, die hier aus Dateien in Repositorys erstellt wurden, können hochgestuft werden.',
    bundle_promoting: 'Eine Hochstufung dieses Release-Bündels läuft. Versuchen Sie es danach noch einmal.',
    bundle_removing: 'Dieses Release-Bündel wird gerade mit seinen Dateien entfernt.',
    bundle_repositories:
      'Nicht alle davon sind lokale Repositorys der Umgebung. Wählen Sie solche aus, oder keines, um in alle hochzustufen.',
    bundle_targets: 'Wählen Sie 1 bis 10 vorhandene Verteilungsziele, jedes einmal.',
    bundle_version:
      'Die Version eines Bündels hat 1 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche und Pluszeichen und beginnt mit einem Buchstaben oder einer Ziffer.',
    distribution_target_token_missing:
      'Das Zugriffstoken des Verteilungsziels fehlt. Geben Sie es erneut ein.',
    download_rule_age: 'Das Alter, das eine Regel verlangt, ist 1 bis 8760 Stunden.',
    download_rule_licences:
      'Eine Regel über Lizenzen hat höchstens 100 Kennungen von SPDX wie GPL-3.0-only, einzeln aufgeführt, und mindestens eine, wenn sie nicht auch unbekannte betrifft.',
    download_rule_name: 'Der Name einer Regel hat 1 bis 64 sichtbare Zeichen.',
    download_rule_name_taken: 'Eine andere Regel hat diesen Namen. Wählen Sie einen, der sie unterscheidet.',
    download_rule_repositories:
      'Eine Regel hat höchstens 20 Muster von Repositorys mit je 1 bis 64 sichtbaren Zeichen.',
    edited_meanwhile:
      'Ein anderer Administrator hat dies inzwischen geändert. Laden Sie die aktuellen Werte und ändern Sie erneut.',
    git_answer:
      'Der Server antwortet nicht wie die Schnittstelle dieses Anbieters, oder er hat gerade einen Fehler. Prüfen Sie Anbieter und URL, oder versuchen Sie es später noch einmal.',
    git_blocked:
      'Dieser Server verbindet sich nicht mit der Adresse, die der andere Server hat. Ist sie so gewollt, öffnen Sie ihr Netz und ihren Port in der Konfiguration unter [outbound] allow.',
    git_busy: 'Andere Repositorys werden gerade geprüft. Versuchen Sie es danach noch einmal.',
    git_changed: 'Die Integration wurde inzwischen geändert. Prüfen Sie noch einmal.',
    git_ftp: 'FTP-Server haben keine Schnittstelle. Verwenden Sie die https-Adresse des Servers.',
    git_moved: 'Das Repository wurde verschoben oder umbenannt. Wählen Sie es erneut aus.',
    git_name: 'Der Name einer Integration hat 1 bis 100 sichtbare Zeichen.',
    git_name_taken: 'Es gibt schon eine Integration mit diesem Namen.',
    git_no_address:
      'Dieser Server hat keine Adresse, an die ein Anbieter Pushes melden könnte. Legen Sie public_url in der Konfiguration fest.',
    git_not_scanned:
      'Repositorys können ausgewählt und geprüft werden, sobald die Integration das Produkt Prüfung verwendet.',
    git_not_tested: 'Testen Sie die Verbindung mit diesen Werten, bevor Sie sie speichern.',
    git_occupied:
      'Andere Anfragen warten auf Antworten von Git-Servern. Versuchen Sie es gleich noch einmal.',
    git_other_user: 'Das Token gehört einem anderen Benutzer.',
    git_refused:
      'Der Server akzeptiert diesen Benutzer mit diesem Token nicht. Prüfen Sie beide und die Rechte des Tokens.',
    git_token:
      'Das Token hat 1 bis 512 sichtbare ASCII-Zeichen ohne Leerzeichen. Für eine andere URL ist ein neues nötig.',
    git_too_large: 'Die Antwort des Servers ist größer, als davon gelesen wird.',
    git_too_many: 'Es gibt schon so viele Integrationen, wie möglich sind. Löschen Sie zuerst eine.',
    git_too_many_repositories: 'Von einer Integration können höchstens 200 Repositorys ausgewählt werden.',
    git_unavailable:
      'Git-Integrationen sind für diese Installation ausgeschaltet. Fügen Sie git_scanning zu den Funktionen in der Konfiguration des Servers hinzu.',
    git_unknown_repository: 'Dieses Repository gibt es nicht, oder das Token erreicht es nicht.',
    git_unreachable:
      'Der Server ist nicht sicher zu erreichen. Prüfen Sie, ob die URL mit https beginnt, ob er antwortet und ob sein Zertifikat gültig ist.',
    git_url: 'Geben Sie eine gültige URL ein',
    git_user_name: 'Der Benutzername hat 1 bis 200 sichtbare Zeichen.',
    git_vendor_fixed:
      'Der Anbieter einer Integration kann nicht geändert werden. Legen Sie eine neue Integration an.',
    group_name_taken: 'Es gibt schon eine Gruppe mit diesem Namen. Wählen Sie einen anderen.',
    member_is_a_group: 'Das ist eine Gruppe. Mitglieder von Gruppen sind Benutzer.',
    name_looks_alike:
      'Dieser Name sieht aus wie der eines anderen Benutzers. Wählen Sie einen, der nicht verwechselt werden kann.',
    domain_not_admitted:
      'Konten werden nur mit E-Mail-Adressen bestimmter Domains angelegt. Verwenden Sie eine andere Adresse, oder fragen Sie einen Administrator.',
    registration_off: 'Besucher können hier keine Konten anlegen. Bitten Sie einen Administrator um eines.',
    registration_taken:
      'Es gibt schon einen Benutzer mit diesem Namen oder dieser E-Mail-Adresse. Legen Sie ein Konto mit einem anderen Namen an, oder melden Sie sich an.',
    own_account:
      'Das ist Ihr eigenes Konto. Ändern Sie Ihr Passwort in Ihrem Profil oder fragen Sie einen anderen Administrator.',
    remote_leads_back: 'Die andere Plattform ist dieser Server selbst.',
    remote_unavailable: 'Die andere Plattform antwortet nicht.',
    remote_not_accepted: 'Die andere Plattform nimmt das Token dieses Servers nicht an.',
    remote_not_there: 'Die andere Plattform kennt diesen Aufruf nicht; vielleicht ist sie älter.',
    remote_nonsense: 'Die Antwort der anderen Plattform ist nicht zu verstehen.',
    busy: 'Der Server ist beschäftigt. Versuchen Sie es gleich noch einmal.',
    internal: 'Auf dem Server ist etwas schiefgegangen. Sein Protokoll sagt mehr.',
    link_dead: 'Dieser Einrichtungslink gilt nicht mehr.',
    link_expired:
      'Dieser Einrichtungslink ist abgelaufen. Starten Sie den Server neu, um einen neuen zu bekommen.',
    no_enrolment: 'Es gibt nichts zu bestätigen. Beginnen Sie von vorn.',
    not_allowed: 'Das ist nicht möglich. Wenden Sie sich an einen Administrator.',
    password_common: 'Dieses Passwort probieren Angreifer als Erstes. Wählen Sie ein anderes.',
    password_holds_name: 'Das Passwort darf den Benutzernamen nicht enthalten.',
    password_too_long: 'Verwenden Sie höchstens 1024 Zeichen.',
    password_too_short: 'Verwenden Sie mindestens 8 Zeichen; 15 oder mehr sind besser.',
    password_unchanged: 'Wählen Sie eines, das sich vom aktuellen Passwort unterscheidet.',
    repository_address:
      'Dieser Server verbindet sich nicht mit dieser Adresse. Eine private Adresse muss in der Konfiguration unter [outbound] allow erlaubt sein. Ein Passwort wird an eine öffentliche nur über https gesendet.',
    slow_down: 'Zu viele Versuche. Warten Sie einen Augenblick.',
    too_many_applications:
      'Es gibt schon so viele Anwendungen, wie möglich sind. Löschen oder widerrufen Sie zuerst eine.',
    too_many_codes: 'Zu viele falsche Codes. Melden Sie sich noch einmal an, um fortzufahren.',
    too_many_download_rules:
      'Es gibt höchstens 50 Regeln, die zusammen 12 KiB haben. Fassen Sie einige zusammen oder kürzen Sie sie.',
    too_many_sessions:
      'Von dieser Adresse aus beginnen zu viele Sitzungen. Versuchen Sie es gleich noch einmal.',
    too_slow: 'Die Anfrage kam nicht rechtzeitig an. Senden Sie sie noch einmal.',
    unavailable: 'Ein Dienst des Servers antwortet nicht. Versuchen Sie es später noch einmal.',
    unknown_integration: 'Diese Integration gibt es nicht. Vielleicht wurde sie gelöscht.',
    email_not_sent: 'Die Mail wurde nicht gesendet',
    no_mail: 'Diese Installation sendet keine Mails. Bitten Sie einen Administrator um einen Link.',
    no_email:
      'Dieser Benutzer hat keine E-Mail-Adresse. Geben Sie eine ein, oder geben Sie den Link selbst weiter.',
    mail_budget: 'Dem Benutzer wurden zuletzt zu viele Mails gesendet. Versuchen Sie es später noch einmal.',
    too_many_mails: 'Es warten zu viele Mails. Versuchen Sie es später noch einmal.',
    password_not_reset: 'Das Passwort konnte nicht zurückgesetzt werden',
    link_refused: 'Dieser Link funktioniert nicht mehr. Fordern Sie einen neuen an.',
    wrong_user: 'Dieser Link gehört einem anderen Konto.',
    key_not_checked: 'Der Link wurde in dieser Sitzung nicht geprüft. Öffnen Sie ihn noch einmal.',
    no_mail_server:
      'Es ist kein Mailserver eingerichtet. Richten Sie ihn in den allgemeinen Einstellungen ein.',
    no_public_url:
      'Die Adresse dieser Installation ist nicht festgelegt. Legen Sie public_url in der Konfiguration fest.',
    wrong_password: 'Das aktuelle Passwort ist falsch.',
    too_many_webhooks: 'Es gibt schon so viele Webhooks, wie möglich sind. Löschen Sie zuerst einen.',
    webhook_delivery_waiting: 'Diese Zustellung wartet und wird von selbst erneut gesendet.',
    webhook_disabled: 'Der Webhook ist deaktiviert. Aktivieren Sie ihn zuerst.',
    webhook_no_earlier_secret: 'Es gibt kein früheres Geheimnis, das noch gilt.',
    webhook_not_rotated:
      'Nur das Geheimnis, mit dem Ereignisse signiert werden, lässt sich wechseln. Andere Geheimnisse werden unter ihrem Namen ersetzt.',
    webhook_secrets_kept:
      'Die Adresse ändert sich. Geben Sie die Geheimnisse erneut ein: Sie werden nicht an einen anderen Empfänger gesendet.',
  },
};
