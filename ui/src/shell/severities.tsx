import type { ScanStatus, VulnerabilityCounts } from '@/generated/api';
import { texts } from '@/texts/packages';
import { StatusPill, type Tone } from '@/ui/StatusPill';

/** The severities, the worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Those that call for attention. */
const TONES: Readonly<Partial<Record<Severity, Tone>>> = { critical: 'bad', high: 'bad', medium: 'warning' };

export const isSeverity = (text: string): text is Severity => SEVERITIES.some(known => known === text);

/** How a severity is called; an unknown one as the server calls it. */
export const severityName = (text: string): string => (isSeverity(text) ? texts.severity[text] : text);

export function SeverityPill({ severity, count }: { severity: Severity; count?: number }) {
  return (
    <StatusPill tone={TONES[severity] ?? 'gone'}>
      {count === undefined ? texts.severity[severity] : `${texts.severity[severity]} ${count}`}
    </StatusPill>
  );
}

/** What is known of the vulnerabilities of a package or a version. */
export interface Scanned {
  scanStatus: ScanStatus;
  vulnerabilities: VulnerabilityCounts;
}

/** The severities that vulnerabilities have, with how many have each. */
export const countsOf = (vulnerabilities: VulnerabilityCounts) =>
  SEVERITIES.flatMap(severity => {
    const count = vulnerabilities[severity];
    return count ? [{ severity, count }] : [];
  });

/** The vulnerabilities that are known, as a text: for tables. */
export function severitiesText({ scanStatus, vulnerabilities }: Scanned): string {
  if (scanStatus !== 'SCANNED') return texts.scan[scanStatus];
  const found = countsOf(vulnerabilities).map(
    ({ severity, count }) => `${texts.severity[severity]} ${count}`,
  );
  return found.join(', ') || texts.scan.SCANNED;
}
