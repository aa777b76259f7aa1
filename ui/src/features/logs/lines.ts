/** What a line is: text of the log, a mark that the user has set, or a place where text is missing. */
export type LineKind = 'text' | 'mark' | 'rotated' | 'truncated';

export interface Line {
  kind: LineKind;
  text: string;
}

/** The severity of a line. `other` is a line without one. */
export type Level = 'error' | 'warn' | 'info' | 'debug' | 'other';

const encoder = new TextEncoder();

interface Chunk {
  kind: LineKind;
  /** Whole lines with their line ends; the last line of the newest chunk may be incomplete. */
  text: string;
  /** Where each line begins. */
  starts: Uint32Array;
  /** The number of the chunk's first line. */
  first: number;
}

/** A chunk ends with the first line that ends behind this; an endless line is broken at twice as much. */
const CHUNK_CHARS = 64 * 1_024;
/** The largest answer to one read. */
const READ_CHARS_MAX = 256 * 1_024;
/** So much of a log is kept; the oldest goes first. */
export const CHARS_MAX = 256 * 1_024 * 1_024;

/**
 * The lines of a log that are loaded. The text is kept in chunks as it came, with the places of line ends beside it, so
 * a million lines are a few thousand objects; a line becomes a text of its own when it is looked at.
 */
export class Lines {
  #chunks: Chunk[] = [];
  #chars = 0;
  /** Counts changes, so that views notice them. */
  version = 0;
  /** How many lines were dropped at the beginning. */
  dropped = 0;
  /** How many lines were added at the beginning. */
  prepended = 0;

  get count(): number {
    const last = this.#chunks.at(-1);
    return last ? last.first + last.starts.length : 0;
  }

  get chars(): number {
    return this.#chars;
  }

  clear(): void {
    this.#chunks = [];
    this.#chars = 0;
    this.dropped = 0;
    this.prepended = 0;
    this.version++;
  }

  /** Adds text at the end: an unfinished last line is continued. */
  append(text: string): void {
    if (text === '') return;
    let rest = text;
    const open = this.#open();
    if (open) {
      // the part that belongs to the last chunk: up to its limit, or up to the end of the line
      const head = rest.slice(0, lengthOfHead(rest, CHUNK_CHARS - open.text.length));
      this.#replaceLast(open.text + head);
      rest = rest.slice(head.length);
    }
    while (rest !== '') {
      const head = rest.slice(0, lengthOfHead(rest, CHUNK_CHARS));
      this.#push('text', head);
      rest = rest.slice(head.length);
    }
    this.#shrink();
    this.version++;
  }

  /** Adds text at the beginning, and the gap between the two, if there is one. */
  prepend(text: string, gap: 'rotated' | 'truncated' | null): void {
    const before: Chunk[] = [];
    let first = 0;
    const put = (kind: LineKind, part: string) => {
      const starts = startsOf(part);
      before.push({ kind, text: part, starts, first });
      first += starts.length;
      this.#chars += part.length;
    };
    for (let rest = text; rest !== ''; ) {
      const head = rest.slice(0, lengthOfHead(rest, CHUNK_CHARS));
      put('text', head);
      rest = rest.slice(head.length);
    }
    if (gap) put(gap, '');
    if (first === 0) return;
    for (const chunk of this.#chunks) chunk.first += first;
    this.#chunks = [...before, ...this.#chunks];
    this.prepended += first;
    this.version++;
  }

  /** Whether more can be kept at the beginning. */
  get hasRoomBefore(): boolean {
    return this.dropped === 0 && this.#chars < CHARS_MAX - 2 * READ_CHARS_MAX;
  }

  /** Adds a line that is not from the log. */
  insert(kind: Exclude<LineKind, 'text'>, text: string): void {
    const last = this.#chunks.at(-1);
    // an incomplete line is continued behind the mark as another line
    if (last?.kind === 'text' && last.text.length === 0) this.#chunks.pop();
    this.#push(kind, text);
    this.version++;
  }

  line(index: number): Line {
    const chunk = this.#chunkOf(index);
    if (!chunk) return { kind: 'text', text: '' };
    const at = index - chunk.first;
    const start = chunk.starts[at] ?? 0;
    const end = chunk.starts[at + 1] ?? chunk.text.length;
    const text = chunk.text.slice(start, end);
    return {
      kind: chunk.kind,
      text: text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text,
    };
  }

  /** The numbers of the lines from `from` on for which `test` holds; marks and gaps are always included. */
  matching(from: number, test: (text: string) => boolean): number[] {
    const found: number[] = [];
    for (const chunk of this.#chunks) {
      const end = chunk.first + chunk.starts.length;
      for (let index = Math.max(from, chunk.first); index < end; index++) {
        const at = index - chunk.first;
        const text = chunk.text.slice(chunk.starts[at] ?? 0, chunk.starts[at + 1] ?? chunk.text.length);
        if (chunk.kind !== 'text' || test(text)) found.push(index);
      }
    }
    return found;
  }

  /** The length of what is before a line, in bytes; null where something between them is not loaded. */
  bytesBefore(index: number): number | null {
    if (this.dropped > 0) return null;
    return this.#bytes(0, index);
  }

  /** The length of a line and what comes after it. */
  bytesFrom(index: number): number | null {
    return this.#bytes(index, this.count);
  }

  #bytes(from: number, to: number): number | null {
    let bytes = 0;
    for (const chunk of this.#chunks) {
      const { kind, text, starts, first } = chunk;
      if (first + starts.length <= from || first >= to) continue;
      if (kind === 'rotated' || kind === 'truncated') return null;
      if (kind === 'mark') continue;
      const start = from > first ? starts[from - first] : 0;
      const end = to < first + starts.length ? starts[to - first] : text.length;
      bytes += encoder.encode(text.slice(start, end)).length;
    }
    return bytes;
  }

  /** The chunk that text can be appended to. */
  #open(): Chunk | undefined {
    const last = this.#chunks.at(-1);
    const length = last?.text.length ?? 0;
    const isFull = length >= 2 * CHUNK_CHARS || (length >= CHUNK_CHARS && last?.text.endsWith('\n'));
    return last?.kind === 'text' && !isFull ? last : undefined;
  }

  #push(kind: LineKind, text: string): void {
    this.#chunks.push({ kind, text, starts: startsOf(text), first: this.count });
    this.#chars += text.length;
  }

  #replaceLast(text: string): void {
    const last = this.#chunks.pop();
    this.#chars -= last?.text.length ?? 0;
    this.#push('text', text);
  }

  #shrink(): void {
    while (this.#chars > CHARS_MAX && this.#chunks.length > 1) {
      const gone = this.#chunks.shift();
      if (!gone) return;
      this.#chars -= gone.text.length;
      this.dropped += gone.starts.length;
      for (const chunk of this.#chunks) chunk.first -= gone.starts.length;
    }
  }

  #chunkOf(index: number): Chunk | undefined {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#chunks[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low];
    return chunk && index < chunk.first + chunk.starts.length ? chunk : undefined;
  }
}

/** How much goes into a chunk: up to the end of the line at its limit, or twice the limit of an endless line. */
function lengthOfHead(text: string, room: number): number {
  if (text.length <= room) return text.length;
  const end = text.indexOf('\n', Math.max(0, room)) + 1;
  const most = room + CHUNK_CHARS;
  return end > 0 && end <= most ? end : Math.min(text.length, Math.max(1, most));
}

function startsOf(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}

/** The level of a line, by the formats of the log files. */
export function levelOf(text: string): Level {
  const named = /^\S+ \[[^\]]*\] \[(ERROR|WARN|INFO|DEBUG|TRACE) *\]/.exec(text)?.[1];
  if (named) return named === 'TRACE' ? 'debug' : (named.toLowerCase() as Level);
  // a request: its status is the seventh field
  const status = /^[^|]*(?:\|[^|]*){5}\|(\d{3})\|/.exec(text)?.[1];
  if (status) return status >= '500' ? 'error' : status >= '400' ? 'warn' : 'info';
  if (/^\S+ \[[^\]]*\] \[DENIED /.test(text)) return 'warn';
  return /^\S+ \[[^\]]*\] \[ACCEPTED /.test(text) ? 'info' : 'other';
}

const BADNESS: Record<Level, number> = { error: 4, warn: 3, info: 2, debug: 1, other: 0 };

/** Whether a line is at least as bad as wanted. */
export function isAtLeast(level: Level, wanted: Level): boolean {
  return BADNESS[level] >= BADNESS[wanted];
}

/** What is not seen, or turns text around. */
const UNSEEN = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Escape codes and whatever else is not seen, as symbols: nothing in a log does anything on the page. */
export function showControlCharacters(text: string): string {
  return text.replace(UNSEEN, found => {
    const code = found.charCodeAt(0);
    if (found === '\t') return found;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '␡' : `⟨${code.toString(16).padStart(4, '0')}⟩`;
  });
}
