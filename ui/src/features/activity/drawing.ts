import type { Chart } from '@/engine/chart';
import { type Layered, layersOf, type Pair, type Slot } from './layers';

export interface Box {
  name: string;
  x: number;
  y: number;
  width: number;
}

export interface Line extends Pair {
  path: string;
}

export interface Drawing {
  width: number;
  height: number;
  boxes: Box[];
  lines: Line[];
}

export const BOX_HEIGHT = 30;
const CHAR_WIDTH = 7.3;
const BOX_PADDING = 12;
const PASSING_WIDTH = 12;
const GAP = 22;
const GUTTER = 38;
const TRACK = 7;
const LANE = 9;
const MARGIN = 6;
const CORNER = 6;

type Point = readonly [number, number];

const widthOf = (slot: Slot) => (slot.real ? slot.name.length * CHAR_WIDTH + BOX_PADDING * 2 : PASSING_WIDTH);

/** A layer's slots side by side. */
function sideBySide(layer: readonly Slot[], x: Map<Slot, number>): void {
  let left = layer.reduce((sum, slot) => sum - (widthOf(slot) + GAP) / 2, GAP / 2);
  for (const slot of layer) {
    x.set(slot, left + widthOf(slot) / 2);
    left += widthOf(slot) + GAP;
  }
}

/** What a slot is joined with by lines downwards. */
function joined(slot: Slot, forward: Layered['forward']): Slot[] {
  return forward.flatMap(({ via }) => {
    const index = via.indexOf(slot);
    return index < 0 ? [] : [via[index - 1], via[index + 1]].filter(other => other !== undefined);
  });
}

/** The middles of all slots, pulled towards what they are joined with and pushed apart where they overlap. */
function middles({ layers, forward }: Layered): Map<Slot, number> {
  const x = new Map<Slot, number>();
  for (const layer of layers) sideBySide(layer, x);
  for (let round = 0; round < 12; round += 1) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      for (const slot of layer) {
        const near = joined(slot, forward);
        const sum = near.reduce((total, other) => total + (x.get(other) ?? 0), 0);
        if (near.length > 0) x.set(slot, sum / near.length);
      }
      spread(layer, x);
    }
  }
  return x;
}

function spread(layer: readonly Slot[], x: Map<Slot, number>): void {
  const at = (slot: Slot) => x.get(slot) ?? 0;
  const wanted = layer.reduce((sum, slot) => sum + at(slot), 0);
  layer.forEach((slot, index) => {
    const before = layer[index - 1];
    if (!before) return;
    x.set(slot, Math.max(at(slot), at(before) + (widthOf(before) + widthOf(slot)) / 2 + GAP));
  });
  // pushing went to the right only: put the layer's middle back to where it wanted to be
  const shift = (wanted - layer.reduce((sum, slot) => sum + at(slot), 0)) / Math.max(1, layer.length);
  for (const slot of layer) x.set(slot, at(slot) + shift);
}

/** A line of right angles with round corners. */
function angular(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${x} ${y}`;
      if (!after) return `L${x} ${y}`;
      const inward = Math.min(CORNER, Math.hypot(x - before[0], y - before[1]) / 2);
      const outward = Math.min(CORNER, Math.hypot(after[0] - x, after[1] - y) / 2);
      const from = towards([x, y], before, inward);
      const to = towards([x, y], after, outward);
      return `L${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`;
    })
    .join('');
}

function towards([x, y]: Point, [tx, ty]: Point, by: number): Point {
  const length = Math.hypot(tx - x, ty - y) || 1;
  return [x + ((tx - x) / length) * by, y + ((ty - y) / length) * by];
}

/** A line downwards, in one bow from layer to layer. */
function bowed(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      const middle = (before[1] + y) / 2;
      return `C${before[0]} ${middle} ${x} ${middle} ${x} ${y}`;
    })
    .join('');
}

/**
 * Draws a chart from the top down. Lines that lead up again run on tracks: those to one state share a lane
 * beside the boxes, so that ten ways back to the beginning are one line and not a tangle.
 */
export function draw(chart: Chart): Drawing {
  const layered = layersOf(chart);
  const { layers, forward, back, loops } = layered;
  const x = middles(layered);
  const slotOf = new Map(layers.flat().flatMap(slot => (slot.real ? [[slot.name, slot] as const] : [])));
  const layerOfState = (name: string) => slotOf.get(name)?.layer ?? 0;
  const middle = (name: string) => {
    const slot = slotOf.get(name);
    return slot ? (x.get(slot) ?? 0) : 0;
  };

  // which targets have a track in which gutter; the gutter of number n lies below layer n
  const tracks: string[][] = layers.map(() => []);
  const exitGutter = (pair: Pair) =>
    layerOfState(pair.from) === layerOfState(pair.to) ? layerOfState(pair.to) : layerOfState(pair.from) - 1;
  for (const pair of back) {
    for (const gutter of [exitGutter(pair), layerOfState(pair.to)]) {
      const used = tracks[gutter];
      if (used && !used.includes(pair.to)) used.push(pair.to);
    }
  }
  const tops: number[] = [];
  let y = MARGIN + 8;
  for (const [index] of layers.entries()) {
    tops.push(y);
    y += BOX_HEIGHT + GUTTER + (tracks[index]?.length ?? 0) * TRACK;
  }
  const top = (name: string) => tops[layerOfState(name)] ?? 0;
  const trackY = (gutter: number, target: string) =>
    (tops[gutter] ?? 0) + BOX_HEIGHT + 14 + (tracks[gutter]?.indexOf(target) ?? 0) * TRACK;

  const edges = layers
    .flat()
    .map(slot => [(x.get(slot) ?? 0) - widthOf(slot) / 2, (x.get(slot) ?? 0) + widthOf(slot) / 2]);
  const leftmost = Math.min(...edges.map(([left = 0]) => left));
  const rightmost = Math.max(...edges.map(([, right = 0]) => right));
  const laneTargets = [
    ...new Set(back.filter(pair => exitGutter(pair) !== layerOfState(pair.to)).map(pair => pair.to)),
  ];
  const laneX = new Map(
    laneTargets.map((target, index) => {
      const out = 14 + Math.floor(index / 2) * LANE;
      return [target, index % 2 === 0 ? rightmost + out : leftmost - out];
    }),
  );

  const backLine = (pair: Pair): string => {
    const gutter = exitGutter(pair);
    const last = layerOfState(pair.to);
    const lane = laneX.get(pair.to);
    const side = Math.sign((lane ?? middle(pair.from) + 0.1) - middle(pair.to)) || 1;
    const exits = back.filter(other => other.from === pair.from).indexOf(pair);
    const half = pair.from.length * CHAR_WIDTH * 0.5;
    const exitX = middle(pair.from) + Math.min(half, 14 + exits * 9) * (lane === undefined ? -side : side);
    const entryX = middle(pair.to) + side * 16;
    const below = layerOfState(pair.from) === last;
    const start: Point = [exitX, below ? top(pair.from) + BOX_HEIGHT : top(pair.from)];
    const end: Point = [entryX, top(pair.to) + BOX_HEIGHT + 1];
    if (gutter === last) {
      const track = trackY(gutter, pair.to);
      return angular([start, [exitX, track], [entryX, track], end]);
    }
    const [out, into, along] = [trackY(gutter, pair.to), trackY(last, pair.to), lane ?? rightmost + 14];
    return angular([start, [exitX, out], [along, out], [along, into], [entryX, into], end]);
  };

  const shiftX = MARGIN - Math.min(leftmost, ...[...laneX.values()].map(lane => lane - 2));
  const width = Math.max(rightmost + 14, ...[...laneX.values()].map(lane => lane + 2)) + shiftX + MARGIN;
  const lines: Line[] = [
    ...forward.map(({ pair, via }) => ({
      ...pair,
      path: bowed(
        via.flatMap((slot, index): Point[] => {
          const slotTop = tops[slot.layer] ?? 0;
          const slotX = x.get(slot) ?? 0;
          if (index === 0) return [[slotX, slotTop + BOX_HEIGHT]];
          if (index === via.length - 1) return [[slotX, slotTop - 1]];
          return [
            [slotX, slotTop],
            [slotX, slotTop + BOX_HEIGHT],
          ];
        }),
      ),
    })),
    ...back.map(pair => ({ ...pair, path: backLine(pair) })),
    ...loops.map(pair => {
      const right = middle(pair.from) + (pair.from.length * CHAR_WIDTH) / 2 + BOX_PADDING;
      const at = top(pair.from);
      return { ...pair, path: `M${right - 14} ${at}c0 -13 20 -13 20 2c0 7 -2 9 -5 10` };
    }),
  ];
  return {
    width: width + 6,
    height: y - GUTTER + MARGIN + (tracks.at(-1)?.length ? GUTTER : 0),
    boxes: [...slotOf.values()].map(slot => ({
      name: slot.name,
      x: (x.get(slot) ?? 0) - widthOf(slot) / 2 + shiftX,
      y: tops[slot.layer] ?? 0,
      width: widthOf(slot),
    })),
    lines: lines.map(line => ({ ...line, path: shifted(line.path, shiftX) })),
  };
}

/** Moves a path to the right. Relative parts (small letters) stay as they are. */
function shifted(path: string, by: number): string {
  return path.replace(/([MLCQ])([^A-Za-z]*)/g, (_, letter: string, numbers: string) => {
    const moved = numbers
      .trim()
      .split(/[\s,]+/)
      .map((text, index) => (index % 2 === 0 ? Number(text) + by : Number(text)).toFixed(1));
    return letter + moved.join(' ');
  });
}
