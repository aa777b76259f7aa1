import { useId } from 'react';
import { chartOf } from '@/engine/chart';
import type { MachineName } from '@/generated/types';
import { texts } from '@/texts/activity';
import { BOX_HEIGHT, type Drawing, draw } from './drawing';
import css from './StateChart.module.css';

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

const drawn = new Map<MachineName, Drawing>();

function drawingOf(machine: MachineName): Drawing {
  const known = drawn.get(machine);
  if (known) return known;
  const drawing = draw(chartOf(machine));
  drawn.set(machine, drawing);
  return drawing;
}

/** A machine's chart with its current state lit. The words beside it say the same to who cannot see it. */
export function StateChart({ machine, current, last }: StateChartProps) {
  const id = useId();
  const { width, height, boxes, lines } = drawingOf(machine);
  const isLast = (from: string, to: string) => last?.from === from && last.to === to;
  // what is lit is drawn last, above the lines that it crosses
  const ordered = [...lines].sort((a, b) => Number(isLast(a.from, a.to)) - Number(isLast(b.from, b.to)));
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
      {boxes.map(box => (
        <g key={box.name} className={css.box} data-current={box.name === current || undefined}>
          <rect x={box.x} y={box.y} width={box.width} height={BOX_HEIGHT} rx="6" />
          <text x={box.x + box.width / 2} y={box.y + BOX_HEIGHT / 2 + 4} textAnchor="middle">
            {box.name}
          </text>
        </g>
      ))}
    </svg>
  );
}
