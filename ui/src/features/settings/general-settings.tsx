import { useSearch } from '@tanstack/react-router';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import { useServerName } from '@/engine/useServerName';
import type { Installation } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { useShow } from '@/shell/address';
import { featureSettings, optionSettings, SETTING_FIELD, type Setting } from '@/shell/generalSettings';
import { lazyWith } from '@/shell/lazyPage';
import { useMailServer } from '@/shell/mailServer';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/settings';
import cards from '@/ui/cards.module.css';
import { Fact, Facts } from '@/ui/Facts';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { LogoCard } from './LogoCard';
import { MailCard } from './mail/MailCard';
import { ProvisioningCard } from './provisioning/ProvisioningCard';
import { useProvisioning } from './provisioning/queries';
import { useRegistration } from './registration/queries';
import { RegistrationCard } from './registration/RegistrationCard';
import css from './settings.module.css';
import type { ProvidersSearch } from './sign-in-providers/ProvidersSection';
import type { DirectoriesSearch } from './user-directories/DirectoriesSection';

const ProvidersSection = lazyWith(() =>
  loadChunk('sign-in-provider-settings', () => import('./sign-in-providers/ProvidersSection')).then(
    part => part.ProvidersSection,
  ),
);

const DirectoriesSection = lazyWith(() =>
  loadChunk('user-directory-settings', () => import('./user-directories/DirectoriesSection')).then(
    part => part.DirectoriesSection,
  ),
);

/**
 * The logo, the mail server, provisioning, registration, the settings of the configuration file, the providers with
 * which users sign in, and the directories that check passwords.
 */
export function GeneralSettingsPage() {
  const serverName = useServerName();
  const startup = useMachine('startup');
  const installation = startup.state?.state === 'ready' ? startup.state.facts.installation : null;
  const heading = useId();
  const mail = useMailServer();
  const provisioning = useProvisioning();
  const registration = useRegistration();
  // they show together, and what is below them then: nothing moves when another answer arrives. One that has failed is
  // asked for again by its card, which must not be replaced for that: it would ask again and again
  const isPending = [mail, provisioning, registration].some(loaded => !loaded.isFetched);
  const search: Record<string, unknown> & ProvidersSearch & DirectoriesSearch = useSearch({ strict: false });
  const wanted = search[SETTING_FIELD] ?? null;
  const show = useShow('admin.configuration.general');
  // what the address names has the focus then, and what opens and closes later leaves it where it belongs
  const [focusesTitle] = useState(() =>
    [wanted, search.new, search.provider, search.directory].every(part => part == null),
  );
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title} focus={focusesTitle}>
        {titleOf('admin.configuration.general')}
      </PageTitle>
      <p className={cards.lead}>{texts.lead}</p>
      <div className={cards.columns}>
        <section className={cards.card} aria-labelledby={heading}>
          <h2 id={heading}>{texts.server.title}</h2>
          <Facts>
            <Fact name={texts.server.name}>
              <bdi>{serverName ?? texts.server.unnamed}</bdi>
            </Fact>
            <Fact name={texts.server.key}>
              <Key name="server_name" />
            </Fact>
          </Facts>
        </section>
        <LogoCard />
        {isPending ? (
          <Wait>{texts.loading}</Wait>
        ) : (
          <>
            <MailCard />
            <ProvisioningCard />
            <RegistrationCard />
            {installation && <Flags installation={installation} wanted={wanted} />}
          </>
        )}
      </div>
      {!isPending && (
        <>
          <ProvidersSection search={search} show={show} />
          <DirectoriesSection search={search} show={show} />
        </>
      )}
    </div>
  );
}

function Key({ name }: { name: string }) {
  return (
    <code className="wb-mono" dir="ltr">
      installation.
      <wbr />
      {name}
    </code>
  );
}

interface FlagsProps {
  installation: Installation;
  /** The setting that the address names. */
  wanted: unknown;
}

function Flags({ installation, wanted }: FlagsProps) {
  const heading = useId();
  const groups = [
    { title: texts.flags.title, settings: optionSettings() },
    { title: texts.features.title, settings: featureSettings() },
  ];
  return (
    <section className={`${cards.card} ${css.wide}`} aria-labelledby={heading}>
      <h2 id={heading}>{texts.flags.label}</h2>
      <p className={cards.text}>{texts.flags.lead}</p>
      <table className={css.flags}>
        <thead>
          <tr>
            <th scope="col">{texts.flags.setting}</th>
            <th scope="col">{texts.flags.key}</th>
            <th scope="col">{texts.flags.state}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ title, settings }) => (
            <Fragment key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {settings.map(setting => (
                <Flag
                  key={setting.name}
                  of={setting}
                  on={setting.isOn(installation)}
                  wanted={setting.name === wanted}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Flag({ of, on, wanted }: { of: Setting; on: boolean; wanted: boolean }) {
  const row = useRef<HTMLTableRowElement>(null);
  // what a search has led to is in sight, and is read out
  useEffect(() => {
    if (wanted) row.current?.focus();
  }, [wanted]);
  return (
    <tr ref={row} tabIndex={wanted ? -1 : undefined} data-wanted={wanted || undefined}>
      <td>{of.label}</td>
      <td>
        <Key name={of.key} />
      </td>
      <td>
        <span className={css.state} data-on={on || undefined}>
          {on ? texts.flags.on : texts.flags.off}
        </span>
      </td>
    </tr>
  );
}
