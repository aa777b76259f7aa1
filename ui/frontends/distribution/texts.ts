export const texts = {
  title: 'Distribution',
  sourceLead:
    'Sending release bundles to other installations comes in a later release. Those that were made here are listed above.',
  targetLead:
    'Receiving release bundles from another installation by itself comes in a later release. Those that were taken in as a manifest are listed above.',
  works: 'What works today',
  packages: 'Browse packages',
  webhooks: 'Be told of changes by webhooks',
  activity: 'See what happened in this session',
  noSource: 'Making release bundles asks for an Enterprise Plus licence. The installed one is:',
} as const;
