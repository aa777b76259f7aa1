import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { IdentityToken, ListedUser } from '@/generated/api';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { useTyped } from '@/lib/useTyped';
import { failureText } from '@/shell/answers';
import { NEW_TOKEN, tokenOf, tokenProblem } from '@/shell/newToken';
import { OneUseLink } from '@/shell/OneUseLink';
import { refresh } from '@/shell/refresh';
import { scopeText } from '@/shell/scopeText';
import { TokenFields } from '@/shell/TokenFields';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as people } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { texts } from '@/texts/tokens';
import form from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import list from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { isExpired, timeOf, tokenName, useTokens } from './queries';
import { RevokeToken } from './RevokeToken';

/** The tokens of a robot, and another one for it. */
export function RobotTokens({ robot }: { robot: ListedUser }) {
  const tokens = useTokens();
  const [asking, setAsking] = useState<string | null>(null);
  const name = robot.name ?? texts.erased;
  const its = tokens.data?.tokens.filter(token => token.person === robot.person);
  const focus = useRemovalFocus<HTMLParagraphElement>(its?.map(token => token.token_id) ?? []);
  return (
    <section aria-label={texts.robots.tokensOf({ name })}>
      {tokens.isError && <Notice kind="bad">{failureText(tokens.error, texts.failed)}</Notice>}
      {its?.length === 0 && (
        <p ref={focus.rest} className="wb-muted" tabIndex={-1}>
          {texts.robots.noTokens}
        </p>
      )}
      {its && its.length > 0 && (
        <ul ref={focus.list} className={list.list} aria-label={texts.robots.tokensOf({ name })}>
          {its.map(token => (
            <li key={token.token_id} className={list.item}>
              <div className={list.name}>
                <strong dir="auto">{tokenName(token)}</strong>
                <div className={list.meta}>{scopeText(token.scope)}</div>
                <div className={list.meta}>
                  {token.last_used === null
                    ? texts.never
                    : `${texts.used} ${dayTime(timeOf(token.last_used))}`}{' '}
                  · {isExpired(token) ? texts.expired : texts.until} {dayTime(timeOf(token.expiry))}
                </div>
              </div>
              <RevokeToken
                token={token}
                // one question at a time
                held={[asking === token.token_id, on => setAsking(on ? token.token_id : null)]}
                begin={() => focus.removing(token.token_id)}
              />
            </li>
          ))}
        </ul>
      )}
      {robot.enabled && <NewRobotToken robot={robot} />}
    </section>
  );
}

function NewRobotToken({ robot }: { robot: ListedUser }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const { values, set, begin } = useTyped('robot-token', robot.person, NEW_TOKEN);
  const [asking, setAsking] = useState(values.description !== '');
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<IdentityToken | null>(null);
  const opener = useFocusAfter(asking);
  const { form: place, focusProblem } = useProblemFocus();
  const { error } = submit;
  const send = () => {
    const found = tokenProblem(values);
    setProblem(found);
    if (found) return focusProblem();
    void submit.run(async () => {
      setMade(await accountCalls.postAccessApiUiRobotsPersonTokens(api, robot.person, tokenOf(values)));
      begin(NEW_TOKEN);
      setAsking(false);
      void refresh(client, ['tokens']);
    });
  };
  if (!asking)
    return (
      <>
        {made && <OneUseLink link={made.token} text={people.profile.api.madeToken} />}
        <Button
          ref={opener}
          size="sm"
          variant="default"
          onClick={() => {
            setMade(null);
            setAsking(true);
          }}
        >
          {texts.robots.newToken}
        </Button>
      </>
    );
  return (
    <form
      ref={place}
      className={form.form}
      aria-label={texts.robots.newToken}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        send();
      }}
    >
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      <TokenFields
        values={values}
        set={changes => {
          setProblem(null);
          submit.clear();
          set(changes);
        }}
        problem={problem}
        canProvision
      />
      <div className={form.row}>
        <Button type="submit" size="sm" loading={submit.busy}>
          {texts.robots.newToken}
        </Button>
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            begin(NEW_TOKEN);
            setAsking(false);
          }}
        >
          {texts.keep}
        </Button>
      </div>
    </form>
  );
}
