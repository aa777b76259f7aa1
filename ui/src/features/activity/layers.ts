import type { Chart } from '@/engine/chart';

/** All transitions between two states, drawn as one line. */
export interface Pair {
  from: string;
  to: string;
  events: string[];
}

/** A state, or the place that a long line keeps free on its way past a layer. */
export interface Slot {
  name: string;
  real: boolean;
  layer: number;
}

export interface Layered {
  layers: Slot[][];
  /** Lines downwards, each with the slots it passes. */
  forward: { pair: Pair; via: Slot[] }[];
  /** Lines that lead up again, or along a layer. */
  back: Pair[];
  loops: Pair[];
}

export function pairsOf(chart: Chart): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { from, to, event } of chart.edges) {
    const key = `${from} ${to}`;
    const pair = pairs.get(key) ?? { from, to, events: [] };
    pair.events.push(event);
    pairs.set(key, pair);
  }
  return [...pairs.values()];
}

function depths(chart: Chart, pairs: readonly Pair[]): Map<string, number> {
  const depth = new Map([[chart.initial, 0]]);
  const queue = [chart.initial];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const { from, to } of pairs) {
      if (from !== next || depth.has(to)) continue;
      depth.set(to, (depth.get(next) ?? 0) + 1);
      queue.push(to);
    }
  }
  for (const state of chart.states) if (!depth.has(state)) depth.set(state, 0);
  return depth;
}

function reaches(from: string, to: string, down: readonly Pair[]): boolean {
  return from === to || down.some(pair => pair.from === from && reaches(pair.to, to, down));
}

/** Which lines lead down: those away from the beginning, then those along a depth that close no circle. */
function splitByDirection(chart: Chart, pairs: readonly Pair[]): { down: Pair[]; back: Pair[] } {
  const depth = depths(chart, pairs);
  const gain = (pair: Pair) => (depth.get(pair.to) ?? 0) - (depth.get(pair.from) ?? 0);
  const sorted = [...pairs].sort((a, b) => gain(b) - gain(a) || b.from.localeCompare(a.from));
  const down: Pair[] = [];
  const back: Pair[] = [];
  for (const pair of sorted) {
    const leadsDown = gain(pair) >= 0 && !reaches(pair.to, pair.from, down);
    (leadsDown ? down : back).push(pair);
  }
  return { down, back };
}

/** A state stands one layer below the lowest that leads to it. */
function layerOf(state: string, down: readonly Pair[]): number {
  const above = down.filter(pair => pair.to === state).map(pair => layerOf(pair.from, down) + 1);
  return Math.max(0, ...above);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Puts each slot near those it is joined with, a few times up and down. */
function untangle(layers: Slot[][], links: readonly [Slot, Slot][]): void {
  for (let sweep = 0; sweep < 8; sweep += 1) {
    const order = sweep % 2 === 0 ? [...layers.keys()] : [...layers.keys()].reverse();
    for (const index of order) {
      const fixed = layers[sweep % 2 === 0 ? index - 1 : index + 1];
      const layer = layers[index];
      if (!fixed || !layer) continue;
      const pull = new Map(
        layer.map((slot, at) => {
          const near = links
            .flatMap(([a, b]) => (a === slot ? [b] : b === slot ? [a] : []))
            .map(s => fixed.indexOf(s));
          const seen = near.filter(position => position >= 0);
          return [slot, seen.length > 0 ? mean(seen) : at];
        }),
      );
      layer.sort((a, b) => (pull.get(a) ?? 0) - (pull.get(b) ?? 0));
    }
  }
}

export function layersOf(chart: Chart): Layered {
  const pairs = pairsOf(chart);
  const loops = pairs.filter(pair => pair.from === pair.to);
  const { down, back } = splitByDirection(
    chart,
    pairs.filter(pair => pair.from !== pair.to),
  );
  const slots = new Map(chart.states.map(name => [name, { name, real: true, layer: layerOf(name, down) }]));
  const layers: Slot[][] = [];
  const put = (slot: Slot) => {
    const layer = layers[slot.layer] ?? [];
    layers[slot.layer] = layer;
    layer.push(slot);
    return slot;
  };
  for (const slot of slots.values()) put(slot);
  const links: [Slot, Slot][] = [];
  const forward = down.flatMap(pair => {
    const from = slots.get(pair.from);
    const to = slots.get(pair.to);
    if (!from || !to) return [];
    const via = [from];
    for (let layer = from.layer + 1; layer < to.layer; layer += 1)
      via.push(put({ name: `${pair.from}>${pair.to}`, real: false, layer }));
    via.push(to);
    for (let at = 1; at < via.length; at += 1) {
      const [a, b] = [via[at - 1], via[at]];
      if (a && b) links.push([a, b]);
    }
    return [{ pair, via }];
  });
  untangle(layers, links);
  return { layers, forward, back, loops };
}
