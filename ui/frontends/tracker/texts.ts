export const texts = {
  lead: 'What the machines of this session do, as it happens.',
  waiting: 'Nothing has moved yet since this page was opened. Go somewhere, or open a second tab.',
  moved: (name: string, state: string) => `${name} is now ${state}`,
  list: 'What moved, the latest first',
  pause: 'Pause',
  go: 'Follow again',
} as const;
