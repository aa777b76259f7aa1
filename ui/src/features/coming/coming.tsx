// The pages to come that have no chunk of their own.
// biome-ignore lint/performance/noBarrelFile: this file is the chunk
export { ComingPage } from '@/app/coming/ComingPage';
