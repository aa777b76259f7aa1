import { countsOf, type Scanned, SeverityPill } from '@/shell/severities';
import { texts } from '@/texts/packages';
import css from './packages.module.css';

/** How many vulnerabilities are known by severity (PKG-04), or why they are not known (PKG-03). */
export function Severities({ of }: { of: Scanned }) {
  const { scanStatus, vulnerabilities } = of;
  const counts = countsOf(vulnerabilities);
  if (scanStatus !== 'SCANNED' || counts.length === 0) return <span>{texts.scan[scanStatus]}</span>;
  return (
    <span className={css.severities}>
      {counts.map(({ severity, count }) => (
        <SeverityPill key={severity} severity={severity} count={count} />
      ))}
    </span>
  );
}
