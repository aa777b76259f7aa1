import { useSelector } from '@xstate/react';
import { useAtom } from '@xstate/store-react';
import { useState } from 'react';
import { nextEvents } from '@/engine/chart';
import { useEngine } from '@/engine/EngineContext';
import { type MirroredMachine, machineNames } from '@/engine/machines';
import type { View } from '@/engine/mirror';
import type { Change } from '@/generated/api';
import { texts } from '@/texts/activity';
import { Segments } from '@/ui/Segments';
import css from './activity.module.css';
import { StateChart } from './StateChart';

const viewOf = (snapshot: { context: View | null }) => snapshot.context;

/** Every machine of this session: its state, and the transition that led there. */
export function Machines() {
  const engine = useEngine();
  const records = useAtom(engine.records);
  const tab = useAtom(engine.identity)?.tab;
  const [all, setAll] = useState(false);
  const [pinned, setPinned] = useState<MirroredMachine | null>(null);
  const shown = pinned ?? newestMachine(records, tab) ?? 'login';
  return (
    <section className={css.machines} aria-label={texts.activity.machines}>
      <header className={css.panelHead}>
        <h2>{texts.activity.machines}</h2>
        <Segments
          label={texts.activity.view}
          value={all ? 'all' : 'one'}
          choose={value => setAll(value === 'all')}
          options={[
            { value: 'one', label: texts.chart.one },
            { value: 'all', label: texts.chart.all },
          ]}
        />
      </header>
      {all ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        <section className={css.charts} tabIndex={0} aria-label={texts.chart.everyMachine}>
          {machineNames.map(name => (
            <MachineCard key={name} name={name} />
          ))}
        </section>
      ) : (
        <>
          <div className={css.picker}>
            {machineNames.map(name => (
              <MachineChip key={name} name={name} shown={name === shown} pick={() => setPinned(name)} />
            ))}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
          <section className={css.charts} tabIndex={0} aria-label={shown}>
            <MachineCard name={shown} />
          </section>
        </>
      )}
    </section>
  );
}

function newestMachine(records: readonly Change[], tab: string | undefined): MirroredMachine | undefined {
  const newest = records.findLast(record => !record.refused && (record.tab === null || record.tab === tab));
  return machineNames.find(name => name === newest?.machine);
}

interface MachineChipProps {
  name: MirroredMachine;
  shown: boolean;
  pick: () => void;
}

function MachineChip({ name, shown, pick }: MachineChipProps) {
  const view = useSelector(useEngine().mirror.actor(name), viewOf);
  return (
    <button
      type="button"
      className={css.chip}
      aria-pressed={shown}
      data-unseen={!view || undefined}
      onClick={pick}
    >
      <span>{name}</span>
      <span className={css.chipState}>{view?.state.state ?? '–'}</span>
    </button>
  );
}

function MachineCard({ name }: { name: MirroredMachine }) {
  const view = useSelector(useEngine().mirror.actor(name), viewOf);
  const current = view?.state.state ?? null;
  const by = view?.by ?? null;
  const next = view ? nextEvents(view.snapshot) : [];
  return (
    <article className={css.card}>
      <h3 className="wb-mono">
        {name} <span className={css.now}>{current ?? texts.chart.unseen}</span>
      </h3>
      <StateChart machine={name} current={current} last={by && { from: by.from, to: by.to }} />
      <dl className={css.facts}>
        {by && (
          <div>
            <dt>{texts.chart.lastStep}</dt>
            <dd className="wb-mono">
              {by.from} → {by.to} <span className="wb-muted">({by.event.type})</span>
            </dd>
          </div>
        )}
        {current && (
          <div>
            <dt>{texts.chart.next}</dt>
            <dd className="wb-mono">{next.length === 0 ? texts.chart.terminal : next.join(', ')}</dd>
          </div>
        )}
        {view && (
          <div>
            <dt>{texts.chart.proposals}</dt>
            <dd className="wb-mono">{view.can.length > 0 ? view.can.join(', ') : texts.chart.nothing}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}
