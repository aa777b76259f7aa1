// Looking with other eyes: the sheet that begins it and the banner that says so share one chunk.
// biome-ignore lint/performance/noBarrelFile: this file is the chunk
export { ViewAsSheet } from './ViewAsSheet';
export { ViewBanner } from './ViewBanner';
