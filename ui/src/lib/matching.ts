/** A piece of a text, and whether it matches. */
export interface Piece {
  text: string;
  hit: boolean;
}

interface Folded {
  text: string;
  /** For each letter of the folded text, where in the text it came from. */
  from: number[];
}

/** Without case and marks, so that 'u' finds 'Ü'. */
function fold(text: string): Folded {
  const folded: Folded = { text: '', from: [] };
  let at = 0;
  for (const letter of text) {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
    folded.text += plain;
    for (let index = 0; index < plain.length; index += 1) folded.from.push(at);
    at += letter.length;
  }
  return folded;
}

export const wordsOf = (query: string): readonly string[] => fold(query).text.split(/\s+/).filter(Boolean);

/** Whether every word is in one of the texts. */
export function hasWords(words: readonly string[], ...texts: readonly string[]): boolean {
  const all = texts.map(text => fold(text).text).join('\n');
  return words.every(word => all.includes(word));
}

/** The text, split where matches of the words of a query begin and end. */
export function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  const { text: folded, from } = fold(text);
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      const end = from[at + word.length] ?? text.length;
      hit.fill(true, from[at], end);
    }
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1);
    const letter = text.charAt(at);
    if (last && last.hit === hit[at]) last.text += letter;
    else pieces.push({ text: letter, hit: hit[at] === true });
  }
  return pieces;
}
