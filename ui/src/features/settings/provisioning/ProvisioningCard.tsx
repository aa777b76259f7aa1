import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { ProvisioningPage } from '@/generated/api';
import { pathnameOf } from '@/shell/paths';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/provisioning';
import { CopyButton } from '@/ui/CopyButton';
import { Fact, Facts } from '@/ui/Facts';
import { notify } from '@/ui/notify';
import { CardForm } from '../CardForm';
import { LoadedCard } from '../LoadedCard';
import { useSignInProviders } from '../sign-in-providers/queries';
import { useCardValues } from '../useCardValues';
import css from './provisioning.module.css';
import { keepProvisioning, refreshProvisioning, useProvisioning } from './queries';

/** Whether clients provision users and groups by SCIM, and how their users sign in (SCIM-01). */
export function ProvisioningCard() {
  const loaded = useProvisioning();
  return (
    <LoadedCard words={texts} retry={shellTexts.system.retry} loaded={loaded}>
      {page => <Loaded page={page} />}
    </LoadedCard>
  );
}

const valuesOf = ({ enabled, provider }: ProvisioningPage) => ({ enabled, provider: provider ?? '' });

function Loaded({ page }: { page: ProvisioningPage }) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const providers = useSignInProviders();
  const [{ enabled, provider }, set] = useCardValues(valuesOf(page), submit);
  const known = providers.data?.providers ?? [];
  const isKnown = provider === '' || known.some(({ name }) => name === provider);
  const options = [
    { value: '', label: texts.noProvider },
    // GitHub and Bitbucket have no subjects that a provisioning client knows
    ...known
      .filter(({ kind }) => kind !== 'github' && kind !== 'bitbucket')
      .map(({ name, label }) => ({ value: name, label: `${label} (${name})` })),
    ...(isKnown ? [] : [{ value: provider, label: provider }]),
  ];
  const save = async () => {
    const saved = await submit.run(async () => {
      keepProvisioning(client, await accountCalls.putAccessApiUiProvisioning(api, { enabled, provider }));
      notify({ text: texts.saved, severity: 'info' });
    });
    if (!saved) void refreshProvisioning(client);
  };
  const isOfProvider = submit.error?.field === 'provider';
  return (
    <>
      <Facts>
        <Fact name={texts.state}>{page.enabled ? texts.on : texts.off}</Fact>
        <Fact name={texts.address}>
          <code className={css.address} dir="ltr">
            {page.address}
          </code>{' '}
          <CopyButton value={page.address}>{texts.copy}</CopyButton>
        </Fact>
      </Facts>
      <CardForm words={texts} submit={submit} ownField="provider" save={save}>
        <Checkbox
          label={texts.enabled}
          description={texts.enabledText}
          checked={enabled}
          onChange={event => set({ enabled: event.currentTarget.checked })}
        />
        <NativeSelect
          label={texts.provider}
          description={texts.providerText}
          value={provider}
          onChange={event => set({ provider: event.currentTarget.value })}
          data={options}
          error={isOfProvider ? texts.providerWrong : null}
        />
        <ul className={css.list}>
          <li>
            {texts.token} <Link to={pathnameOf('admin.management.robots')}>{texts.robots}</Link>
          </li>
          <li>{texts.limits}</li>
        </ul>
      </CardForm>
    </>
  );
}
