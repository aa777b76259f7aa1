export const texts = {
  lead: 'Pipelines run builds and hand on what they make. Running them comes in a later release.',
  state: 'The services that a pipeline would work with, and whether they run now',
  service: 'Service',
  runs: 'Runs',
  yes: 'yes',
  no: 'no',
  works: 'What works today',
  builds: 'Look at builds',
  packages: 'Browse packages',
  stale: 'The server cannot be reached, so this may be out of date.',
} as const;
