// Faults in mails, in links for forgotten passwords, and in invitations by mail.

const api = 'cargo test --workspace --test api mail::';
const platform = 'cargo test -p waybill-platform --test mail ';
const server = 'cargo test -p waybill-platform --lib mail::';
const machines = 'cargo test -p waybill-machines --lib mail';

export default [
  {
    name: 'starttls-not-demanded',
    file: 'engine/platform/src/mail/smtp.rs',
    // Without it nothing is encrypted, so that a server which offers none is sent to in clear.
    text: 'start_tls(&mut stream, &hello).await?;',
    replacement: `if start_tls(&mut stream, &hello).await.is_err() {
                    return Ok((SmtpStream::new(stream, GREETING), hello));
                }`,
    test: `${api}settings::a_mail_server_that_cannot_be_trusted`,
  },
  {
    name: 'mail-handed-over-unrecorded',
    file: 'engine/platform/src/mail/worker.rs',
    text: 'let begun = self.outbox.note(id, Event::Begin { id: id.0.clone() }, &context).await;',
    replacement: 'let begun: Result<(), MailError> = Ok(()); let _ = &context;',
    test: `${platform}a_mail_of_a_crash_is_sent_again`,
  },
  {
    name: 'unlimited-mails-to-a-user',
    file: 'engine/platform/src/mail/budgets.rs',
    text: '!(is_by_strangers && by_strangers(HOUR_MS) >= BY_STRANGERS_AN_HOUR_MAX)',
    replacement: '!(is_by_strangers && false && by_strangers(HOUR_MS) >= BY_STRANGERS_AN_HOUR_MAX)',
    test: `${server}budgets::tests::a_user_is_sent_a_bounded_number`,
  },
  {
    name: 'link-replaced-without-a-mail',
    file: 'engine/platform/src/access/embedded/forgotten_passwords.rs',
    text: 'Err(MailError::Budget) => return Ok(()),',
    replacement: 'Err(MailError::Budget) => {}',
    test: `${api}forgotten::only_the_newest_link_works`,
  },
  {
    name: 'link-for-a-password-that-is-not-accepted',
    file: 'engine/platform/src/access/embedded/forgotten_passwords.rs',
    text: '!profile.external && !profile.robot && self.accepts_password_of(profile)',
    replacement: '!profile.external && !profile.robot',
    test: `${api}forgotten::no_link_is_sent_to_users`,
  },
  {
    name: 'mail-to-a-disabled-account',
    file: 'engine/platform/src/mail/worker.rs',
    text: 'user.enabled && (user.effective_admin || !is_for_admins)',
    replacement: '(user.enabled || true) && (user.effective_admin || !is_for_admins)',
    test: `${platform}an_account_that_is_disabled_gets_nothing`,
  },
  {
    name: 'sessions-outlive-a-reset',
    // Both the call and the change of the account end them.
    file: 'engine/src/registry/ending.rs',
    text: 'self.end_those(person, |_| true).await',
    replacement: 'self.end_those(person, |_| false).await',
    test: `${api}forgotten::a_forgotten_password_is_replaced`,
  },
  {
    name: 'link-shown-although-it-is-mailed',
    file: 'api/src/components/access/invitations.rs',
    text: 'return Ok(NewPasswordLink { link: None, until, mail: true, sets_password });',
    replacement: 'let _ = (until, sets_password);',
    test: `${api}invitations::a_user_who_is_invited_by_mail`,
  },
  {
    name: 'strangers-take-all-places-of-mails',
    file: 'engine/platform/src/mail/view.rs',
    text: '.filter(is_by_strangers).count() >= OPEN_BY_STRANGERS_MAX',
    replacement: '.filter(is_by_strangers).count() >= 2 * OPEN_BY_STRANGERS_MAX',
    test: `${server}view::tests::links_that_strangers_ask_for`,
  },
  {
    name: 'each-mail-tries-a-server-that-fails',
    file: 'engine/platform/src/mail/view.rs',
    text: '!is_paused && mail.not_before <= now',
    replacement: '(!is_paused || true) && mail.not_before <= now',
    test: `${server}view::tests::while_no_mail_is_tried`,
  },
  {
    name: 'attempts-end-with-the-process',
    file: 'engine/platform/src/mail/worker.rs',
    text: 'while sending.join_next().await.is_some() {}',
    replacement: '',
    test: `${platform}a_mail_that_is_being_handed_over_ends`,
  },
  {
    name: 'words-of-a-server-in-its-letters',
    file: 'engine/platform/src/mail/smtp.rs',
    text: "for_each(|byte| *byte = b'?')",
    replacement: 'for_each(|_| {})',
    test: `${platform}a_mail_is_sent_once`,
  },
  {
    name: 'restored-mails-are-sent',
    file: 'api/src/backup/restore.rs',
    text: 'let mails = end_open_mails(journal, vault, &context()).await?;',
    replacement: 'let mails = 1; let _ = (journal, vault, end_open_mails);',
    test: `${api}interrupted::mails_that_waited`,
  },
  {
    name: 'line-break-in-the-name-of-a-sender',
    file: 'engine/machines/src/rules/mail/mod.rs',
    text: '<= MAIL_FROM_NAME_CHARS_MAX && !name.contains(is_invisible)',
    replacement: '<= MAIL_FROM_NAME_CHARS_MAX',
    test: `${machines}::tests::each_field_has_its_problem`,
  },
  {
    name: 'registration-with-any-domain',
    file: 'engine/platform/src/access/embedded/registrations.rs',
    text: 'if !settings.admits(&typed.email) {',
    replacement: 'if false && !settings.admits(&typed.email) {',
    test: `${api}registrations::only_where_an_administrator_lets_them`,
  },
  {
    name: 'visitor-in-a-group-of-administrators',
    file: 'engine/platform/src/access/embedded/new_accounts.rs',
    text: '|| user.provisioned.is_some() || user.registered {',
    replacement: '|| user.provisioned.is_some() {',
    test: `${api}registrations::a_visitor_creates_an_account`,
  },
  {
    name: 'pending-account-is-enabled',
    file: 'engine/machines/src/machines/account.rs',
    text: 'Transition(if details.disabled || details.pending {',
    replacement: 'Transition(if details.disabled {',
    test: `${api}registrations::an_administrator_approves`,
  },
  {
    name: 'registration-outlives-its-switch',
    file: 'engine/platform/src/access/embedded/registrations/open.rs',
    text: 'if is_on { Ok(()) } else { self.end(|_| true, context).await }',
    replacement: 'Ok(())',
    test: `${api}registrations::only_where_an_administrator_lets_them`,
  },
];
