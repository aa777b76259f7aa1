import { texts } from '@/texts/trustedIssuers';
import { type Preset, presets } from './presets';
import css from './trusted-issuers.module.css';

/** The claims that the tokens of a provider have, and what they are. */
export function ClaimsHelp({ preset }: { preset: Preset }) {
  const { title, claims } = presets[preset];
  return (
    <details className={css.help} open>
      <summary>
        {title === null ? texts.form.claimsOfOther : texts.form.claimsOf({ provider: title })}
      </summary>
      <dl>
        {claims.map(([claim, example]) => (
          <div key={claim}>
            <dt>
              <code dir="ltr">{claim}</code>
            </dt>
            <dd>
              {texts.claim[claim]} <code dir="ltr">{example}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
