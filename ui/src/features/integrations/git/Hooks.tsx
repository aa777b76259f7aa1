import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedGitHook, DescribedGitIntegration } from '@/generated/api';
import * as gitCalls from '@/generated/gitCalls';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/git';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './git.module.css';
import { LIST_KEY } from './queries';

/** How many digits of a commit are shown. */
const REVISION_CHARS = 12;

/** Whether the chosen repositories of an integration are scanned after pushes, and what came of it. */
export function Hooks({ integration }: { integration: DescribedGitIntegration }) {
  const { key, hooks } = integration;
  const { api } = useEngine();
  const client = useQueryClient();
  const switching = useSubmit();
  const [heading, about] = [useId(), useId()];
  const turn = (enabled: boolean) =>
    switching.run(async () => {
      const now = await gitCalls.putIntegrationKeyHooks(api, key, { enabled });
      client.setQueryData<DescribedGitIntegration[]>(LIST_KEY, all =>
        all?.map(one => (one.key === key ? now : one)),
      );
      void refresh(client, LIST_KEY);
    });
  const isAnyMissing = hooks.enabled && hooks.repositories.some(({ registered }) => !registered);
  return (
    <section className={css.section} aria-labelledby={heading}>
      <h3 id={heading}>{texts.hooks.title}</h3>
      <label className={css.switch}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has this state already, and ARIA may not repeat it
          role="switch"
          aria-describedby={about}
          aria-disabled={switching.busy || undefined}
          checked={hooks.enabled}
          onChange={event => !switching.busy && void turn(event.currentTarget.checked)}
        />
        {texts.hooks.scan}
      </label>
      <p id={about} className={css.hint}>
        {texts.hooks.scanText}
      </p>
      <p className={css.hint} role="status">
        {hooks.enabled ? texts.hooks.isOn : texts.hooks.isOff}
      </p>
      {switching.error && <Notice kind="bad">{refusalText(switching.error, shellTexts.failed)}</Notice>}
      {hooks.enabled && hooks.repositories.length > 0 && (
        <ul className={css.repositories} aria-label={texts.hooks.repositories}>
          {hooks.repositories.map(hook => (
            <Pushes key={hook.repository} hook={hook} />
          ))}
        </ul>
      )}
      {isAnyMissing && (
        <Button size="compact-sm" variant="default" loading={switching.busy} onClick={() => void turn(true)}>
          {texts.retry}
        </Button>
      )}
    </section>
  );
}

/** Whether pushes to a repository are reported, and the last scan after one. */
function Pushes({ hook: { repository, registered, why, last_scan: last } }: { hook: DescribedGitHook }) {
  return (
    <li>
      <bdi dir="ltr">{repository}</bdi>
      {registered ? (
        <p className={css.hint}>{texts.hooks.registered}</p>
      ) : (
        <p className={css.wrong}>
          {texts.hooks.notRegistered} {why !== null && texts.hooks.why[why]}
        </p>
      )}
      {last === null ? (
        <p className={css.hint}>{texts.hooks.noScan}</p>
      ) : (
        <p className={css.hint}>
          {texts.hooks.lastScan}: <time dateTime={last.at}>{fullTime(last.at)}</time>
          <LastScan scan={last.scan} />
        </p>
      )}
    </li>
  );
}

type Scan = NonNullable<DescribedGitHook['last_scan']>['scan'];

function LastScan({ scan }: { scan: Scan }) {
  if (scan.outcome === 'failed') return <span className={css.wrong}> {texts.hooks.why[scan.why]}</span>;
  const { revision, manifests, packages } = scan;
  return (
    <>
      {revision !== null && (
        <>
          {' '}
          <code dir="ltr">{revision.slice(0, REVISION_CHARS)}</code>
        </>
      )}
      <br />
      <span>{texts.hooks.manifests({ count: manifests })}</span>
      {' · '}
      <span>{texts.scan.packages({ count: packages })}</span>
    </>
  );
}
