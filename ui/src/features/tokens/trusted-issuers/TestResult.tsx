import type { DescribedTrustedIssuer, RuleMismatch, TestedIssuerToken } from '@/generated/api';
import { texts as tokens } from '@/texts/tokens';
import { texts } from '@/texts/trustedIssuers';
import { StatusPill } from '@/ui/StatusPill';
import { useRobots } from '../queries';
import css from './trusted-issuers.module.css';

interface TestResultProps {
  issuer: DescribedTrustedIssuer;
  tested: TestedIssuerToken;
}

/** What came of testing a token: the rule that matches, or why none does. */
export function TestResult({ issuer, tested: { rule, refused, mismatches } }: TestResultProps) {
  const robots = useRobots().data?.users;
  if (refused !== null)
    return (
      <div className={css.result}>
        <StatusPill tone="bad">{texts.test.refused}</StatusPill>
        <p>{texts.test.why[refused]}</p>
      </div>
    );
  const matching = issuer.rules.find(({ name }) => name === rule);
  const robot = robots?.find(({ person }) => person === matching?.robot);
  return (
    <div className={css.result}>
      <StatusPill tone={rule === null ? 'bad' : 'good'}>
        {rule === null ? texts.test.noRule : texts.test.matched({ rule })}
      </StatusPill>
      {matching && robot && (
        <p>{texts.test.given({ robot: robot.name ?? tokens.erased, count: matching.expires_in_s })}</p>
      )}
      {mismatches.length > 0 && (
        <ul>
          {mismatches.map(mismatch => (
            <li key={mismatch.rule}>{mismatchText(mismatch)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const mismatchText = ({ rule, claim, found }: RuleMismatch): string =>
  found === null ? texts.test.missing({ rule, claim }) : texts.test.differs({ rule, claim, found });
