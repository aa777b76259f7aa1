import { ApiError, isRefusal } from '@/engine/api';
import type { LogAppended, LogData, LogQuery, Sender } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { LogFile, LogGap } from '@/generated/types';
import type { Place } from './address';
import { type LineKind, Lines } from './lines';

/** What can be done about the lines before those that are loaded. */
export type Earlier = 'unknown' | 'there' | 'coming' | 'none' | 'no_room';

/** A part of a log. */
export type Piece = Omit<LogData, 'total_size'>;

/** What the topic pushed, as a part of the log; whether there is anything before it, topics never send. */
export function pieceOf({ text, ...place }: LogAppended): Piece {
  return { ...place, log_content: text, earlier: null };
}

/**
 * The loaded end of one log. What the topic pushes is added if it follows what is loaded; otherwise the part between is
 * read over HTTP first. So nothing is missing and nothing is added twice.
 */
export class Tail {
  readonly lines = new Lines();
  /** Where to read on; none before the first read. */
  #cursor: Place | null = null;
  /** Where the loaded part begins; null where the server does not send it. */
  #start: Place | null = null;
  #isReadingBack = false;
  #hasAll = false;
  #waiting: Piece[] = [];
  #isBusy = false;
  #isGone = false;
  #listeners = new Set<() => void>();
  #version = 0;
  /** How many lines have come since the page was opened, for the summary. */
  arrived = 0;
  modified = '';
  read = '';
  failure: ApiError | null = null;

  constructor(
    private readonly api: Sender,
    readonly file: LogFile,
    /** Where to begin; at the end of the log where it is not given. */
    private readonly place: Place | null = null,
  ) {}

  /** Whether the place to begin at is not in the log any longer, or not yet. */
  isMisplaced = false;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  get cursor() {
    return this.#cursor;
  }

  get isLoaded(): boolean {
    return this.#cursor !== null;
  }

  /** Ignores all answers that are still to come. */
  leave(): void {
    this.#isGone = true;
    this.#waiting = [];
  }

  /** Reads what has been written since, as far as there is something. */
  async refresh(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#fill();
      this.failure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // a cursor that the server does not know: the log is shown from its end
      if (isRefusal(error, 'beyond_end')) this.#cursor = null;
      this.failure = error;
    } finally {
      this.#isBusy = false;
      this.#changed();
    }
    await this.#pump();
  }

  get earlier(): Earlier {
    if (!this.#start) return 'unknown';
    if (this.#hasAll) return 'none';
    if (!this.lines.hasRoomBefore) return 'no_room';
    return this.#isReadingBack ? 'coming' : 'there';
  }

  /** Reads what is before the loaded part, also of the file that was rotated before this one. */
  async loadEarlier(): Promise<void> {
    const start = this.#start;
    if (!start || this.earlier !== 'there') return;
    this.#isReadingBack = true;
    this.#changed();
    try {
      const piece = await this.#read({ before: String(start.size), generation: start.generation });
      if (this.#isGone) return;
      this.lines.prepend(piece.log_content, piece.gap);
      this.#start = { size: piece.from ?? 0, generation: piece.generation };
      this.#hasAll = piece.log_content === '' || piece.earlier === false;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error;
    } finally {
      this.#isReadingBack = false;
      this.#changed();
    }
  }

  /** Reads what comes after the loaded part. */
  async loadLater(): Promise<void> {
    await this.refresh();
  }

  /** Where a line begins in its file; null where that is not known. */
  placeOf(index: number): Place | null {
    const [start, cursor] = [this.#start, this.#cursor];
    const before = this.lines.bytesBefore(index);
    if (start && before !== null) return { ...start, size: start.size + before };
    const after = this.lines.bytesFrom(index);
    return cursor && after !== null ? { ...cursor, size: cursor.size - after } : null;
  }

  /** Adds what was pushed. */
  push(piece: Piece): void {
    this.#waiting.push(piece);
    void this.#pump();
  }

  mark(text: string): void {
    this.lines.insert('mark', text);
    this.#changed();
  }

  clear(): void {
    this.lines.clear();
    this.#start = null;
    this.#changed();
  }

  async #pump(): Promise<void> {
    while (!this.#isBusy && !this.#isGone) {
      const next = this.#waiting[0];
      if (!next) return;
      if (this.#follows(next)) {
        this.#waiting.shift();
        this.#take(next, next.gap);
        this.#changed();
      } else if (this.#isKnown(next)) {
        this.#waiting.shift();
      } else {
        this.#waiting.shift();
        await this.refresh();
        if (this.#follows(next)) this.#take(next, next.gap);
        if (this.failure) return;
      }
    }
  }

  #follows(piece: Piece): boolean {
    const cursor = this.#cursor;
    return cursor !== null && cursor.generation === piece.generation && cursor.size === piece.from;
  }

  #isKnown(piece: Piece): boolean {
    const cursor = this.#cursor;
    return (
      cursor !== null &&
      cursor.generation === piece.generation &&
      !piece.gap &&
      piece.file_size <= cursor.size
    );
  }

  async #fill(): Promise<void> {
    for (;;) {
      const cursor = this.#cursor ?? this.place;
      const { size = 0, generation } = cursor ?? {};
      const piece = await this.#read({ file_size: String(size), generation });
      if (this.#isGone) return;
      const before = this.#cursor;
      const moved = piece.file_size !== before?.size || piece.generation !== before?.generation;
      if (!before && this.place) this.isMisplaced = piece.gap !== null || piece.from !== size;
      this.#take(piece, before ? piece.gap : null);
      // what is left of a rotated file is followed by the new one, which only the next read returns
      // around a place so much is read at once
      if (!before || !moved || this.place) return;
      this.#changed();
    }
  }

  #read(place: LogQuery): Promise<Piece> {
    const { service, node, id } = this.file;
    return calls.getSystemLogsDataService(this.api, service, { nodeId: node, id, ...place });
  }

  #take(piece: Piece, gap: LogGap | null): void {
    if (gap) this.lines.insert(gap satisfies LineKind, '');
    const before = this.lines.count;
    if (!this.#cursor && before === 0 && piece.from !== null) {
      this.#start = { size: piece.from, generation: piece.generation };
      this.#hasAll = piece.earlier === false;
    }
    this.lines.append(piece.log_content);
    if (this.#cursor) this.arrived += this.lines.count - before;
    this.#cursor = { size: piece.file_size, generation: piece.generation };
    if (piece.last_update_modified) this.modified = piece.last_update_modified;
    if (piece.last_update_label) this.read = piece.last_update_label;
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
