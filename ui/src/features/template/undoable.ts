/** One change of the model, with enough to repeat, undo and describe it. */
export type Change = { kind: 'add'; word: string } | { kind: 'remove'; word: string; place: number };

/** A model whose changes can be undone: the list of changes, and an index into it. Its value follows from both. */
export interface Undoable {
  changes: readonly Change[];
  /** How many of the changes are applied. */
  at: number;
}

export type Action = Change | { kind: 'undo' } | { kind: 'redo' } | { kind: 'go'; at: number };

export const empty: Undoable = { changes: [], at: 0 };

export const canUndo = ({ at }: Undoable) => at > 0;
export const canRedo = ({ at, changes }: Undoable) => at < changes.length;

/** The model's value at the index. */
export function wordsOf({ changes, at }: Undoable): readonly string[] {
  const words: string[] = [];
  for (const change of changes.slice(0, at)) {
    if (change.kind === 'add') words.push(change.word);
    else words.splice(change.place, 1);
  }
  return words;
}

export function decide(model: Undoable, action: Action): Undoable {
  switch (action.kind) {
    case 'undo':
      return canUndo(model) ? { ...model, at: model.at - 1 } : model;
    case 'redo':
      return canRedo(model) ? { ...model, at: model.at + 1 } : model;
    case 'go':
      return { ...model, at: Math.min(Math.max(action.at, 0), model.changes.length) };
    default:
      // a new change is the end of what could have been redone
      return { changes: [...model.changes.slice(0, model.at), action], at: model.at + 1 };
  }
}
