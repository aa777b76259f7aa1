/** What the shell says of a front-end. */
export const texts = {
  loading: 'Loading…',
  broken: ({ name }: { name: string }) => `The ${name} front-end does not work right now.`,
  // the demo's own words (MFE-04)
  demoFailed: ({ name }: { name: string }) => `Microfrontend ${name} fetching failed!`,
  retry: 'Try again',
};
