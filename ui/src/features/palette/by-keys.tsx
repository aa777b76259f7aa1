// What is done by keys shares one chunk.
// biome-ignore lint/performance/noBarrelFile: this file is the chunk
export { Palette } from './Palette';
export { ShortcutsDialog } from './ShortcutsDialog';
