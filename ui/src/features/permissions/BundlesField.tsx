import { texts } from '@/texts/permissions';
import { PatternFields } from './PatternFields';
import css from './permissions.module.css';
import { bundlesName, type Target } from './values';

interface BundlesFieldProps {
  bundles: readonly Target[];
  set: (bundles: Target[]) => void;
  error: string | null;
}

/** The patterns of release bundles that webhooks choose from. They give no right (HOOK-05). */
export function BundlesField({ bundles, set, error }: BundlesFieldProps) {
  return (
    <fieldset className={css.part}>
      <legend>{texts.bundles}</legend>
      <p className={css.text}>{texts.bundlesText}</p>
      {bundles.map(target => (
        <div key={target.key}>
          {bundles.length > 1 && <strong>{bundlesName(target.key)}</strong>}
          <PatternFields
            target={target}
            name={bundlesName(target.key)}
            placeholder=""
            error={error}
            set={changed => set(bundles.map(one => (one.key === target.key ? changed : one)))}
          />
        </div>
      ))}
    </fieldset>
  );
}
