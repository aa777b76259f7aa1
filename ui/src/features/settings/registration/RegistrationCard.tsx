import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { RegistrationPage } from '@/generated/api';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/registrationSettings';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { CardForm } from '../CardForm';
import { LoadedCard } from '../LoadedCard';
import { useCardValues } from '../useCardValues';
import { keepRegistration, refreshRegistration, useRegistration } from './queries';

/** Whether visitors create accounts, which ones may, and whether an administrator approves (PASS-04). */
export function RegistrationCard() {
  const loaded = useRegistration();
  return (
    <LoadedCard words={texts} retry={shellTexts.system.retry} loaded={loaded}>
      {page => <Loaded page={page} />}
    </LoadedCard>
  );
}

const valuesOf = ({ enabled, domains, approval }: RegistrationPage) => ({
  enabled,
  domains: domains.join('\n'),
  approval,
});

/** A domain may also be followed by a comma, as lists in other programs are written. */
const domainsIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

function stateOf({ enabled, can_send }: RegistrationPage): string {
  if (!enabled) return texts.off;
  return can_send ? texts.on : texts.noMail;
}

function Loaded({ page }: { page: RegistrationPage }) {
  const { api, session } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [{ enabled, domains, approval }, set] = useCardValues(valuesOf(page), submit);
  const { user } = useCurrentUser();
  const save = async () => {
    const saved = await submit.run(async () => {
      const wanted = { enabled, domains: domainsIn(domains), approval };
      const fresh = await accountCalls.putAccessApiUiRegistration(api, wanted);
      keepRegistration(client, fresh);
      // as the server has understood it
      set(valuesOf(fresh));
      // the sign-in page of this tab offers it
      const registration = fresh.enabled && fresh.can_send;
      session.set(info => info && { ...info, sign_in: { ...info.sign_in, registration } });
      notify({ text: texts.saved, severity: 'info' });
    });
    if (!saved) void refreshRegistration(client);
  };
  const isOfDomains = submit.error?.field === 'domains';
  return (
    <>
      <Facts>
        <Fact name={texts.state}>{stateOf(page)}</Fact>
      </Facts>
      <CardForm words={texts} submit={submit} ownField="domains" save={save}>
        <Checkbox
          label={texts.enabled}
          description={texts.enabledText}
          checked={enabled}
          onChange={event => set({ enabled: event.currentTarget.checked })}
        />
        <Textarea
          label={texts.domains}
          description={texts.domainsText}
          value={domains}
          onChange={event => set({ domains: event.currentTarget.value })}
          error={isOfDomains ? texts.domainsWrong : null}
          rows={3}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        <Checkbox
          label={texts.approval}
          description={texts.approvalText}
          checked={approval}
          onChange={event => set({ approval: event.currentTarget.checked })}
        />
        {enabled && approval && user && !user.email && <Notice kind="info">{texts.noAddress}</Notice>}
      </CardForm>
    </>
  );
}
