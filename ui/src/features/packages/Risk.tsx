import type { OperationalRisk, OperationalRiskLevel } from '@/generated/api';
import { texts } from '@/texts/packageUse';
import { Fact } from '@/ui/Facts';
import { StatusPill, type Tone } from '@/ui/StatusPill';

const TONES: Readonly<Record<OperationalRiskLevel, Tone>> = {
  NONE: 'good',
  LOW: 'gone',
  MEDIUM: 'warning',
  HIGH: 'bad',
};

/** How risky it is to depend on a package, and why (PKG-04). */
export function Risk({ of: { riskLevel, reasons } }: { of: OperationalRisk }) {
  return (
    <Fact name={texts.risk}>
      <StatusPill tone={TONES[riskLevel]}>{texts.level[riskLevel]}</StatusPill>
      {reasons.map(reason => (
        <div key={reason}>{texts.reason[reason]}</div>
      ))}
    </Fact>
  );
}
