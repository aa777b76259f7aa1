/** A tree or a graph of dependencies ends after so many levels. */
export const LEVELS_MAX = 8;
export const NODES_MAX = 100;
/** What is loaded at the same time. */
const AT_ONCE = 6;

/** A package in the graph. */
export interface GraphNode {
  id: string;
  name: string;
  /** The newest stored version; null if none is stored. */
  version: string | null;
  /** How many steps it is from the version that the graph is about. */
  level: number;
}

export interface GraphEdge {
  from: string;
  to: string;
}

export interface Graph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Whether there is more than the bounds allow. */
  isCut: boolean;
  /** How many packages have dependencies that could not be loaded. */
  failed: number;
}

/** What a package depends on. `At` is where the dependencies of a stored one are found. */
export interface Need<At> {
  id: string;
  name: string;
  stored: { version: string; at: At } | null;
}

interface Root<At> {
  id: string;
  name: string;
  version: string;
  at: At;
}

/** Loads the graph of what a version depends on, level by level. Each package is in it once, at its lowest level. */
export async function grow<At>(
  root: Root<At>,
  needsOf: (at: At, level: number) => Promise<readonly Need<At>[]>,
): Promise<Graph> {
  const { id, name, version, at } = root;
  const nodes = new Map<string, GraphNode>([[id, { id, name, version, level: 0 }]]);
  const edges = new Map<string, GraphEdge>();
  let [isCut, failed] = [false, 0];
  let open = [{ id, at }];
  for (let level = 1; open.length > 0 && level <= LEVELS_MAX; level++) {
    const next: typeof open = [];
    const add = (from: string, need: Need<At>) => {
      if (!nodes.has(need.id)) {
        if (nodes.size === NODES_MAX) {
          isCut = true;
          return;
        }
        const { id, name, stored } = need;
        nodes.set(id, { id, name, version: stored?.version ?? null, level });
        if (stored) next.push({ id, at: stored.at });
      }
      edges.set(`${from} ${need.id}`, { from, to: need.id });
    };
    const found = await inTurns(open, one => needsOf(one.at, level));
    for (const [index, needs] of found.entries()) {
      if (needs === null) failed += 1;
      for (const need of needs ?? []) add(open[index]?.id ?? '', need);
    }
    open = next;
  }
  // what the last level depends on was not looked at
  return { nodes: [...nodes.values()], edges: [...edges.values()], isCut: isCut || open.length > 0, failed };
}

/** Loads something of each, a few at a time; null where that failed. */
async function inTurns<T, Loaded>(
  all: readonly T[],
  load: (one: T) => Promise<Loaded>,
): Promise<(Loaded | null)[]> {
  const loaded: (Loaded | null)[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const turn = all.slice(from, from + AT_ONCE).map(one => load(one).catch(() => null));
    loaded.push(...(await Promise.all(turn)));
  }
  return loaded;
}

export const BOX = { width: 170, height: 40 };
const GAP = { x: 60, y: 12 };
const MARGIN = 24;

export interface Box extends GraphNode {
  x: number;
  y: number;
}

export interface Line extends GraphEdge {
  /** As the `d` of a path. */
  path: string;
  /** Whether it leads to the same level or to one before. */
  leadsBack: boolean;
}

export interface Drawing {
  width: number;
  height: number;
  boxes: readonly Box[];
  lines: readonly Line[];
}

/** Places each level in a column, and each package near those of the columns before that need it. */
export function layout({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): Drawing {
  const levels = columnsOf(nodes);
  const rows = Math.max(...levels.map(column => column.length));
  const boxes = new Map<string, Box>();
  for (const [level, column] of levels.entries()) {
    const ranked = column.map((node, index) => ({ node, rank: rankOf(node, edges, boxes) ?? index }));
    // sorting is stable: those of the same rank stay in the order of the author
    ranked.sort((one, other) => one.rank - other.rank);
    const top = MARGIN + ((rows - column.length) * (BOX.height + GAP.y)) / 2;
    for (const [row, { node }] of ranked.entries()) {
      const x = MARGIN + level * (BOX.width + GAP.x);
      boxes.set(node.id, { ...node, x, y: top + row * (BOX.height + GAP.y) });
    }
  }
  return {
    width: 2 * MARGIN + levels.length * (BOX.width + GAP.x) - GAP.x,
    height: 2 * MARGIN + rows * (BOX.height + GAP.y) - GAP.y,
    boxes: [...boxes.values()],
    lines: edges.flatMap(edge => lineOf(edge, boxes) ?? []),
  };
}

function columnsOf(nodes: readonly GraphNode[]): GraphNode[][] {
  const last = Math.max(...nodes.map(({ level }) => level));
  return Array.from({ length: last + 1 }, (_, level) => nodes.filter(node => node.level === level));
}

/** The mean height of the boxes before that need a package; undefined for the first one. */
function rankOf(
  { id, level }: GraphNode,
  edges: readonly GraphEdge[],
  boxes: ReadonlyMap<string, Box>,
): number | undefined {
  const before = edges.flatMap(({ from, to }) => {
    const box = to === id ? boxes.get(from) : undefined;
    return box && box.level < level ? [box.y] : [];
  });
  if (before.length === 0) return undefined;
  return before.reduce((sum, y) => sum + y, 0) / before.length;
}

function lineOf({ from, to }: GraphEdge, boxes: ReadonlyMap<string, Box>): Line | null {
  const [start, end] = [boxes.get(from), boxes.get(to)];
  // a package that needs itself needs no line
  if (!start || !end || from === to) return null;
  const leadsBack = end.level <= start.level;
  return { from, to, leadsBack, path: leadsBack ? arch(start, end) : curve(start, end) };
}

/** From the end of one box to the beginning of another one behind it. */
function curve(start: Box, end: Box): string {
  const [x1, y1] = [start.x + BOX.width, start.y + BOX.height / 2];
  const [x2, y2] = [end.x, end.y + BOX.height / 2];
  const bend = GAP.x / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** From below one box to below another one that is not behind it. */
function arch(start: Box, end: Box): string {
  const [x1, y1] = [start.x + BOX.width / 2, start.y + BOX.height];
  const [x2, y2] = [end.x + BOX.width / 2 + GAP.y, end.y + BOX.height];
  const low = Math.max(y1, y2) + MARGIN - 2;
  return `M${x1} ${y1}C${x1} ${low} ${x2} ${low} ${x2} ${y2}`;
}

/** The beginning of a text that fits a box. */
export function short(text: string, max: number): string {
  const letters = [...text];
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`;
}
