import { Link } from '@tanstack/react-router';
import { readClientSession } from '@/lib/clientSession';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/clientLogin';
import css from '@/ui/auth.module.css';
import { PageTitle } from '@/ui/PageTitle';
import { clientName } from './client';
import own from './clientLogin.module.css';

/**
 * Where a command-line client registers for the account of a visitor, who has to sign in first. The guard
 * `already_signed_in` leads a user who has signed in to the question itself.
 */
export function CliRegistrationPage() {
  const client = readClientSession();
  return (
    <>
      <PageTitle className={css.title}>{titleOf('cli-registration')}</PageTitle>
      <p className={css.lead}>
        {client ? texts.registration.waits({ name: clientName(client) }) : texts.registration.none}
      </p>
      <Link className={own.link} to={pathnameOf('login')}>
        {texts.registration.signIn}
      </Link>
    </>
  );
}
