import { useId } from 'react';
import { drawings } from '@/generated/drawings';
import type { MachineName } from '@/generated/types';
import { texts } from '@/texts/activity';
import css from './StateChart.module.css';

/** Whether there is a chart of a machine. */
export const isDrawn = (machine: string): machine is MachineName => Object.hasOwn(drawings, machine);

export interface Step {
  from: string;
  to: string;
}

interface StateChartProps {
  machine: MachineName;
  current: string | null;
  /** The transition that led here. */
  last: Step | null;
}

/** A machine's chart with its current state highlighted. The text beside it says the same to a screen reader. */
export function StateChart({ machine, current, last }: StateChartProps) {
  const id = useId();
  const { width, height, nodes, edges } = drawings[machine];
  const isLast = (from: string, to: string) => last?.from === from && last.to === to;
  // highlighted lines are rendered last, above those that they cross
  const ordered = [...edges].sort((a, b) => Number(isLast(a.from, a.to)) - Number(isLast(b.from, b.to)));
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: width }}
      role="img"
      aria-label={texts.chart.describe({ machine, state: current ?? texts.chart.unseen })}
    >
      <defs>
        {['plain', 'lit'].map(kind => (
          <marker
            key={kind}
            id={`${id}-${kind}`}
            viewBox="0 0 8 8"
            refX="6.5"
            refY="4"
            markerWidth="6.5"
            markerHeight="6.5"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={css[kind]} d="M0 0.5 7.5 4 0 7.5z" />
          </marker>
        ))}
      </defs>
      {ordered.map(line => {
        const lit = isLast(line.from, line.to);
        return (
          <path
            key={`${line.from} ${line.to}`}
            className={css.line}
            data-lit={lit || undefined}
            d={line.path}
            markerEnd={`url(#${id}-${lit ? 'lit' : 'plain'})`}
          >
            <title>{`${line.from} → ${line.to}: ${line.events.join(', ')}`}</title>
          </path>
        );
      })}
      {nodes.map(({ name, x, y, width, height }) => (
        <g key={name} className={css.box} data-current={name === current || undefined}>
          <rect x={x} y={y} width={width} height={height} rx="6" />
          <text x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
