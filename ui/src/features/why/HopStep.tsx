import type { Decision, Hop } from '@/generated/types';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/why';
import { factRows, type KnownFacts } from './facts';
import { isGuardName, relevantFacts } from './guards';
import { Remedy } from './Remedy';
import css from './why.module.css';

interface HopStepProps {
  hop: Hop;
  /** What the place is called that it was about. */
  from: string;
  outcome: Decision['outcome'];
  known: KnownFacts | null;
  close: () => void;
}

/** The texts about a guard; a guard that this build does not know has a general one. */
export function wordsOf(guard: string, isAdmin: boolean): { says: string; change: string } {
  const words = isGuardName(guard) ? texts.guards[guard] : texts.unknown;
  const asAdmin: Readonly<Record<string, string>> = texts.asAdmin;
  return { says: words.says, change: (isAdmin && asAdmin[guard]) || words.change };
}

/** One step of a decision: its route, the guard that redirected, why, and what would change that. */
export function HopStep({ hop, from, outcome, known, close }: HopStepProps) {
  const isAdmin = (known?.facts.user.admin && !known.view?.role) ?? false;
  const words = wordsOf(hop.guard, isAdmin);
  const stayed = outcome === 'blocked' || hop.route === hop.to;
  const names = isGuardName(hop.guard) ? relevantFacts[hop.guard] : [];
  const rows = known === null ? [] : factRows(names, known, hop.route);
  return (
    <li className={css.hop}>
      <strong>{stayed ? texts.stopped({ from }) : texts.step({ from, to: titleOf(hop.to) })}</strong>
      <p>{words.says}</p>
      {rows.length > 0 && (
        <dl className={css.facts} aria-label={texts.factsTitle}>
          {rows.map(row => (
            <div key={row.name}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={css.change}>
        <span className="wb-muted">{texts.change}:</span> {words.change}
      </p>
      <Remedy guard={hop.guard} known={known} close={close} />
      <p className={css.rule}>
        {texts.decidedBy} <code className="wb-mono">{hop.guard}</code>
      </p>
    </li>
  );
}
