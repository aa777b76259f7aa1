import { useId } from 'react';
import { useMachine } from '@/engine/useMachine';
import { useServerName } from '@/engine/useServerName';
import { flags } from '@/generated/facts';
import type { Feature, Installation } from '@/generated/types';
import { titleOf } from '@/shell/paths';
import { texts as facts } from '@/texts/facts';
import { texts } from '@/texts/settings';
import cards from '@/ui/cards.module.css';
import { Fact, Facts } from '@/ui/Facts';
import { PageTitle } from '@/ui/PageTitle';
import { LogoCard } from './LogoCard';
import css from './settings.module.css';

/** Every feature: one that is missing does not compile, since the texts have all of them. */
const features = (): readonly Feature[] =>
  (Object.keys(texts.features) as (keyof typeof texts.features)[]).filter(name => name !== 'title');

/** The installation's logo, and the settings of its configuration file. */
export function GeneralSettingsPage() {
  const serverName = useServerName();
  const startup = useMachine('startup');
  const installation = startup.state?.state === 'ready' ? startup.state.facts.installation : null;
  const heading = useId();
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.configuration.general')}</PageTitle>
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
        {installation && <Flags installation={installation} />}
      </div>
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

function Flags({ installation }: { installation: Installation }) {
  const heading = useId();
  const on = (feature: Feature) => installation.features.includes(feature);
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
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {texts.flags.title}
            </th>
          </tr>
          {flags.map(flag => (
            <Flag key={flag} text={facts[flag]} name={flag} on={installation[flag]} />
          ))}
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {texts.features.title}
            </th>
          </tr>
          {features().map(feature => (
            <Flag
              key={feature}
              text={texts.features[feature]}
              name={`features: "${feature}"`}
              on={on(feature)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Flag({ text, name, on }: { text: string; name: string; on: boolean }) {
  return (
    <tr>
      <td>{text}</td>
      <td>
        <Key name={name} />
      </td>
      <td>
        <span className={css.state} data-on={on || undefined}>
          {on ? texts.flags.on : texts.flags.off}
        </span>
      </td>
    </tr>
  );
}
