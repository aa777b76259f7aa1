import { area } from './i18n/area';

// The page for trying things out: a counter, and a model whose changes can be undone.

export const template = {
  lead: 'Samples for trying things out. Nothing here is kept.',
  counter: {
    title: 'Counter',
    lead: 'Counts {{steps, number}} steps of {{step, number}} ms.',
    start: 'Start',
    stop: 'Stop',
    reset: 'Reset',
    progress: 'Steps counted',
    value: '{{value, number}} of {{steps, number}}',
    done: 'The counter is done.',
    stopped: 'The counter is at {{value, number}}.',
  },
  undo: {
    title: 'Undoable model',
    lead: 'Each change is kept in a list; undoing and redoing move an index over it.',
    name: 'Word',
    add: 'Add',
    undo: 'Undo',
    redo: 'Redo',
    words: 'Words',
    none: 'No words yet.',
    changes: 'Changes',
    at: 'At change {{at, number}} of {{count, number}}',
    added: 'Added “{{word}}”',
    removed: 'Removed “{{word}}”',
    remove: 'Remove “{{word}}”',
    undone: 'undone',
  },
} as const;

export const texts = area('template', template);
