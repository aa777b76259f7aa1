import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { pathnameOf, titleOf } from '@/app/paths';
import type { RouteName } from '@/generated/types';
import { texts } from '@/lib/texts';
import { PageTitle } from '@/ui/PageTitle';
import css from './system-routes.module.css';

interface SystemPageProps {
  route: RouteName;
  code?: string;
  text: string;
}

function SystemPage({ route, code, text }: SystemPageProps) {
  const router = useRouter();
  return (
    <div className={css.page}>
      {code && <p className={`${css.code} wb-mono`}>{code}</p>}
      <PageTitle className={css.title}>{titleOf(route)}</PageTitle>
      <p className={css.text}>{text}</p>
      <Button variant="default" onClick={() => void router.navigate({ to: pathnameOf('root') })}>
        {texts.system.home}
      </Button>
    </div>
  );
}

export function NotFoundPage() {
  return <SystemPage route="notFound" code="404" text={texts.system.notFound} />;
}

export function NotAuthorizedPage() {
  return <SystemPage route="authorization" text={texts.system.notAuthorized} />;
}

export function ServerErrorPage() {
  return <SystemPage route="serverError" code="500" text={texts.system.faultText} />;
}

export function LicensesPage() {
  return <SystemPage route="admin.licenses.licenses" text={texts.system.license} />;
}
