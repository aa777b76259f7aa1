import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { RegisteredApplication, WantedApplication } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { pageValue, usePageValue } from '@/lib/usePageValue';
import { pathnameOf, titleOf } from '@/shell/paths';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/applications';
import cards from '@/ui/cards.module.css';
import { notify } from '@/ui/notify';
import { PageTitle } from '@/ui/PageTitle';
import { ApplicationForm } from './ApplicationForm';
import css from './applications.module.css';
import { Credentials } from './Credentials';
import { QUERY_KEY } from './queries';

const LIST = 'admin.configuration.integrations';
const REGISTERED = pageValue<RegisteredApplication>();

/** Registers an application, and shows its secret this once (APP-01). */
export function NewApplication() {
  const { api } = useEngine();
  const router = useRouter();
  const client = useQueryClient();
  const [registered, setRegistered] = usePageValue(REGISTERED);
  const register = async (wanted: WantedApplication) => {
    const made = await applicationCalls.postAccessIntegration(api, wanted);
    notify({ text: texts.created({ name: made.application.name }), severity: 'info' });
    setRegistered(made);
    void refresh(client, QUERY_KEY);
  };
  const leave = () => void router.navigate({ to: pathnameOf(LIST) });
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.configuration.integrations.new')}</PageTitle>
      <p className={css.back}>
        <Link to={pathnameOf(LIST)}>{texts.all}</Link>
      </p>
      <div className={cards.card}>
        {registered ? (
          <Credentials registered={registered} done={leave} />
        ) : (
          <ApplicationForm before={null} send={register} cancel={leave} />
        )}
      </div>
    </div>
  );
}
