import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { AuthorizationRequestShown, Sender } from '@/generated/api';
import * as applicationCalls from '@/generated/applicationCalls';
import { ApplicationScopes } from '@/shell/ApplicationScopes';
import { refusalText } from '@/shell/answers';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { texts } from '@/texts/applications';
import { durationText } from '@/texts/duration';
import { Button } from '@/ui/Button';
import cards from '@/ui/cards.module.css';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import css from './applications.module.css';

interface ConsentRequestProps {
  request: AuthorizationRequestShown;
  /** The address that the user was sent to, as it was. */
  url: string;
  /** The name of the user. */
  user: string;
}

/**
 * Who asks for what, and the user's answer. It is no form, so that Enter alone never allows anything; only the password,
 * where it is needed, is asked for in one.
 */
export function ConsentRequest({ request, url, user }: ConsentRequestProps) {
  const { client, scopes, new_scopes: fresh, callback_origin: origin } = request;
  const words = texts.consent;
  const time = durationText(request.lasts_ms);
  return (
    <section className={`${cards.card} ${css.consent}`} aria-labelledby="consent-asks">
      <h2 id="consent-asks">{words.asks({ name: client.name })}</h2>
      <p dir="auto">{client.description}</p>
      <Notice kind="info">{words.foreign}</Notice>
      <div className={css.scopes}>
        <h3>{words.scopes}</h3>
        <ApplicationScopes label={words.scopes} scopes={scopes} fresh={fresh} />
        {fresh.length === 0 && <p className="wb-muted">{words.nothingNew}</p>}
      </div>
      {scopes.includes('administration') && <Notice kind="slow">{words.administration}</Notice>}
      <Facts>
        <Fact name={words.user}>
          <bdi>{user}</bdi>
        </Fact>
        <Fact name={words.callback}>
          <bdi dir="ltr">{origin}</bdi>
        </Fact>
        <Fact name={words.lasts}>
          {scopes.includes('offline_access') ? words.untilRevoked({ time }) : words.forTime({ time })}
        </Fact>
      </Facts>
      <p className="wb-muted">{words.revoke}</p>
      <Answer id={client.client_id} url={url} user={user} takesPassword={request.password_required} />
    </section>
  );
}

/** Why the application has no answer, and what the user can do about it: a server that fails does not say that. */
function whyUnanswered(error: ApiError): string {
  const words = error.status === 0 ? '' : refusalText(error, '');
  if (words === '') return texts.consent.unanswered;
  return error.status >= 500 ? `${words} ${texts.consent.again}` : words;
}

type Decision = 'allow' | 'deny';

interface AnswerProps {
  id: string;
  url: string;
  user: string;
  /** Whether the user shows the password to allow it. */
  takesPassword: boolean;
}

function Answer({ id, url, user, takesPassword }: AnswerProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [decided, setDecided] = useState<Decision | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isOverdue, setOverdue] = useState(false);
  const answer = async (sender: Sender, decision: Decision) => {
    const { redirect } = await applicationCalls.postAccessIntegrationAuthorizeIdUsername(sender, id, user, {
      url,
      consents: decision === 'allow',
    });
    window.location.assign(redirect);
  };
  const decide = async (decision: Decision) => {
    if (decision === 'allow' && (takesPassword || isOverdue)) return setAsked(true);
    setDecided(decision);
    const answered = await submit.run(() =>
      answer(api, decision).catch((failure: unknown) => {
        if (!(failure instanceof ApiError) || failure.code !== 'reauthentication_missing') throw failure;
        // the sign-in has become too old for the application while the page was open
        setOverdue(true);
        setAsked(true);
        setDecided(null);
      }),
    );
    // what was answered stays so while the tab is on its way out
    if (!answered) setDecided(null);
  };
  if (isAsked && decided === null)
    return (
      <PasswordConfirm
        name={user}
        action={texts.consent.allow}
        close={() => setAsked(false)}
        run={async sender => {
          await answer(sender, 'allow');
          setDecided('allow');
        }}
      />
    );
  return (
    <>
      {submit.error && <Notice kind="bad">{whyUnanswered(submit.error)}</Notice>}
      <div className={css.acts}>
        {(['allow', 'deny'] as const).map(decision => (
          <Button
            key={decision}
            variant={decision === 'allow' ? 'filled' : 'default'}
            loading={decided === decision}
            disabled={decided !== null}
            onClick={() => void decide(decision)}
          >
            {texts.consent[decision]}
          </Button>
        ))}
      </div>
      {decided !== null && !submit.busy && <p role="status">{texts.consent.leaving}</p>}
    </>
  );
}
