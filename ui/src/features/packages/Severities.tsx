import type { ScanStatus, VulnerabilityCounts } from '@/generated/api';
import { texts } from '@/texts/packages';
import { StatusPill, type Tone } from '@/ui/StatusPill';
import css from './packages.module.css';

/** The severities, the worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped'] as const;
export type Severity = (typeof SEVERITIES)[number];

const TONES: Readonly<Record<Severity, Tone>> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warning',
  low: 'gone',
  info: 'gone',
  unknown: 'gone',
  skipped: 'gone',
};

export const isSeverity = (text: string): text is Severity => SEVERITIES.some(known => known === text);

export function SeverityPill({ severity, count }: { severity: Severity; count?: number }) {
  return (
    <StatusPill tone={TONES[severity]}>
      {count === undefined ? texts.severity[severity] : `${texts.severity[severity]} ${count}`}
    </StatusPill>
  );
}

interface Scanned {
  scanStatus: ScanStatus;
  vulnerabilities: VulnerabilityCounts;
}

/** The vulnerabilities that are known, as a text: for tables. */
export function severitiesText({ scanStatus, vulnerabilities }: Scanned): string {
  if (scanStatus !== 'SCANNED') return texts.scan[scanStatus];
  const counts = SEVERITIES.flatMap(severity =>
    vulnerabilities[severity] ? [`${texts.severity[severity]} ${vulnerabilities[severity]}`] : [],
  );
  return counts.join(', ') || texts.scan.SCANNED;
}

/** How many vulnerabilities are known by severity (PKG-04), or why they are not known (PKG-03). */
export function Severities({ of }: { of: Scanned }) {
  const { scanStatus, vulnerabilities } = of;
  const counts = SEVERITIES.flatMap(severity => {
    const count = vulnerabilities[severity];
    return count ? [{ severity, count }] : [];
  });
  if (scanStatus !== 'SCANNED' || counts.length === 0) return <span>{texts.scan[scanStatus]}</span>;
  return (
    <span className={css.severities}>
      {counts.map(({ severity, count }) => (
        <SeverityPill key={severity} severity={severity} count={count} />
      ))}
    </span>
  );
}
