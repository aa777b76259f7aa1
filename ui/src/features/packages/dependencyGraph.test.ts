import { expect, test } from 'vitest';
import { BOX, type Graph, grow, LEVELS_MAX, layout, type Need, NODES_MAX, short } from './dependencyGraph';

const root = { id: 'npm://app', name: 'app', version: '1.0.0', at: 'app' };

/** A package that is stored, and where what it needs is found: by its name. */
const stored = (name: string): Need<string> => ({
  id: `npm://${name}`,
  name,
  stored: { version: '1.0.0', at: name },
});

/** Grows a graph of packages of which each needs those that a table names. */
const grown = (table: Readonly<Record<string, readonly string[]>>): Promise<Graph> =>
  grow(root, async at => {
    const needs = table[at];
    if (!needs) throw new Error(`${at} cannot be loaded`);
    return needs.map(stored);
  });

const namesBy = ({ nodes }: Graph) => nodes.map(({ name, level }) => `${level} ${name}`);
const pairs = ({ edges }: Graph) => edges.map(({ from, to }) => `${from} ${to}`.replaceAll('npm://', ''));

test('each package is once in the graph, at the lowest level at which it is needed', async () => {
  const graph = await grown({ app: ['a', 'b'], a: ['c'], b: ['a', 'c'], c: ['d'], d: [] });
  expect(namesBy(graph)).toEqual(['0 app', '1 a', '1 b', '2 c', '3 d']);
  expect(pairs(graph)).toEqual(['app a', 'app b', 'a c', 'b a', 'b c', 'c d']);
  expect(graph).toMatchObject({ isCut: false, failed: 0 });
});

test('a cycle ends, and leads back', async () => {
  const graph = await grown({ app: ['a'], a: ['b'], b: ['a', 'app'] });
  expect(namesBy(graph)).toEqual(['0 app', '1 a', '2 b']);
  expect(pairs(graph)).toEqual(['app a', 'a b', 'b a', 'b app']);
  const back = layout(graph).lines.filter(({ leadsBack }) => leadsBack);
  expect(back.map(({ to }) => to)).toEqual(['npm://a', 'npm://app']);
});

test('what is not stored is not asked for, and what cannot be loaded is counted', async () => {
  const asked: string[] = [];
  const absent: Need<string> = { id: 'npm://gone', name: 'gone', stored: null };
  const graph = await grow(root, async at => {
    asked.push(at);
    if (at === 'broken') throw new Error('broken');
    return [absent, stored('broken')];
  });
  expect(asked).toEqual(['app', 'broken']);
  expect(graph.failed).toBe(1);
  expect(graph.nodes.find(({ name }) => name === 'gone')?.version).toBeNull();
});

test('it ends after a number of packages, and after a number of levels', async () => {
  const many = Array.from({ length: NODES_MAX + 20 }, (_, index) => `p${index}`);
  const wide = await grow(root, async at => (at === 'app' ? many.map(stored) : []));
  expect(wide.nodes).toHaveLength(NODES_MAX);
  expect(wide.isCut).toBe(true);
  // no line leads to what is left out
  const known = new Set(wide.nodes.map(({ id }) => id));
  expect(wide.edges.every(({ to }) => known.has(to))).toBe(true);

  let made = 0;
  const deep = await grow(root, async () => {
    made += 1;
    return [stored(`p${made}`)];
  });
  expect(Math.max(...deep.nodes.map(({ level }) => level))).toBe(LEVELS_MAX);
  expect(deep.isCut).toBe(true);
  expect(made).toBe(LEVELS_MAX);
});

test('levels are columns, and nothing overlaps or leaves the drawing', async () => {
  const graph = await grown({ app: ['a', 'b', 'c'], a: ['d'], b: [], c: ['e', 'a'], d: [], e: ['b'] });
  const { width, height, boxes, lines } = layout(graph);
  for (const { x, y } of boxes) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + BOX.width).toBeLessThanOrEqual(width);
    expect(y + BOX.height).toBeLessThanOrEqual(height);
  }
  for (const one of boxes)
    for (const other of boxes)
      if (one !== other)
        expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true);
  const columns = new Map(boxes.map(({ level, x }) => [x, level]));
  expect([...columns.values()].sort()).toEqual([0, 1, 2]);
  expect(lines).toHaveLength(graph.edges.length);
});

test('a package is placed near those that need it', async () => {
  // loaded in the order of the author, in which lines would cross
  const nodes = ['app', 'a', 'b', 'x', 'y'].map((name, index) => ({
    ...{ id: name, name, version: '1.0.0', level: Math.ceil(index / 2) },
  }));
  const edges = ['app a', 'app b', 'b x', 'a y'].map(pair => {
    const [from = '', to = ''] = pair.split(' ');
    return { from, to };
  });
  const column = layout({ nodes, edges }).boxes.filter(({ level }) => level === 2);
  expect(column.sort((one, other) => one.y - other.y).map(({ name }) => name)).toEqual(['y', 'x']);
});

test('a package that needs itself has no line to itself', async () => {
  expect(layout(await grown({ app: ['app'] })).lines).toEqual([]);
});

test('a name is cut by letters, and not within one', () => {
  expect(short('left-pad', 8)).toBe('left-pad');
  expect(short('left-padding', 8)).toBe('left-pa…');
  expect(short('😀😀😀', 2)).toBe('😀…');
});
