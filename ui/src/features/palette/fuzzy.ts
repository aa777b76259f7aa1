/** A label that matches the typed text: its score, and which characters match. */
export interface Match {
  score: number;
  /** Where the matched stretches begin and end, in order. */
  ranges: readonly (readonly [number, number])[];
}

const WORD_START = 8;
const IN_A_ROW = 5;
const GAP = 1;
const LATE = 0.05;

/** How a label matches: it begins with the typed text, one of its words does, or it has the letters in order. */
export type Closeness = 'beginning' | 'word' | 'letters';

interface Way {
  score: number;
  path: readonly number[];
}

// one character stays one character, so that positions in the one are positions in the other
const fold = (text: string) =>
  [...text].map(character => {
    const plain = character
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase();
    return plain.length === 1 ? plain : character;
  });

const isStart = (characters: readonly string[], at: number) =>
  at === 0 || !/[\p{L}\p{N}]/u.test(characters[at - 1] ?? '');

/**
 * Finds the typed characters in a label, in their order. The score is that of the best alignment: letters that begin
 * words and runs without gaps are worth more.
 */
export function fuzzy(typed: string, label: string): Match | null {
  const wanted = fold(typed.replace(/\s+/g, ''));
  const characters = fold(label);
  if (wanted.length === 0) return { score: 0, ranges: [] };
  const start: readonly (Way | null)[] = [];
  const ends = wanted.reduce(
    (before, letter, index) =>
      characters.map((character, at) => {
        if (character !== letter) return null;
        const own = (isStart(characters, at) ? WORD_START : 0) - at * LATE;
        return index === 0 ? { score: own, path: [at] } : goOn(before, at, own);
      }),
    start,
  );
  const winner = ends.reduce<Way | null>(better, null);
  return winner && { score: winner.score - characters.length * LATE, ranges: rangesOf(winner.path, label) };
}

/** How closely a label with the typed letters matches. Case and diacritics are ignored. */
export function closenessOf(typed: string, label: string): Closeness {
  const wanted = fold(typed);
  const characters = fold(label);
  const begins = (at: number) => wanted.every((letter, index) => characters[at + index] === letter);
  if (begins(0)) return 'beginning';
  return characters.some((_, at) => isStart(characters, at) && begins(at)) ? 'word' : 'letters';
}

const better = (one: Way | null, other: Way | null) =>
  other && other.score > (one?.score ?? -1e9) ? other : one;

/** The best alignment so far, extended by one letter. */
function goOn(before: readonly (Way | null)[], at: number, own: number): Way | null {
  return before.slice(0, at).reduce<Way | null>((best, way, from) => {
    if (!way) return best;
    const step = from === at - 1 ? IN_A_ROW : -Math.min(at - from, 6) * GAP;
    return better(best, { score: way.score + step + own, path: [...way.path, at] });
  }, null);
}

/** Stretches of characters as positions in the text, where a character may take two places. */
function rangesOf(path: readonly number[], label: string): [number, number][] {
  const ends: number[] = [];
  for (const character of label) ends.push((ends.at(-1) ?? 0) + character.length);
  const ranges: [number, number][] = [];
  for (const index of path) {
    const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
    const to = ends[index] ?? label.length;
    const last = ranges.at(-1);
    if (last?.[1] === from) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}
