import { Link } from '@tanstack/react-router';
import type { Vulnerability } from '@/generated/api';
import { isSeverity, SeverityPill } from '@/shell/severities';
import { texts } from '@/texts/packageDetails';
import css from './packages.module.css';
import { addressOf } from './place';

/** Vulnerabilities of a version, with the versions in which they are fixed (PKG-05). */
export function Vulnerabilities({ id, all }: { id: string; all: readonly Vulnerability[] }) {
  return (
    <ul className={css.files} aria-label={texts.tab.vulnerabilities}>
      {all.map(one => (
        <li key={one.id}>
          <Head of={one} />
          <p className={css.advisory}>
            <bdi>{one.summary}</bdi>
          </p>
          <p className={css.hint}>
            {one.fixedVersions.length === 0 ? texts.notFixed : `${texts.fixedIn} `}
            {one.fixedVersions.map(version => (
              <Link key={version} to={addressOf(id, version)} className={css.fixed}>
                <bdi dir="ltr">{version}</bdi>
              </Link>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Head({ of: { id, aliases, severity, score } }: { of: Vulnerability }) {
  return (
    <div className={css.advisoryHead}>
      {isSeverity(severity) && <SeverityPill severity={severity} />}
      <strong dir="ltr">{id}</strong>
      {aliases.map(alias => (
        <span key={alias} dir="ltr" className={css.hint}>
          {alias}
        </span>
      ))}
      {score !== null && <span className={css.hint}>{texts.score({ score: score.toFixed(1) })}</span>}
    </div>
  );
}
