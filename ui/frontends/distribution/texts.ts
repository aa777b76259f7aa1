export const texts = {
  tabs: 'Release bundles',
  source: 'Source',
  target: 'Target',
  sourceLead:
    'Release bundles that this installation makes, signs and sends. Making and sending them comes in a later release; until then nothing is listed here, because there is nothing to list.',
  targetLead:
    'Release bundles that this installation has received from another one. Receiving them comes in a later release.',
  works: 'What works today',
  packages: 'Browse packages',
  webhooks: 'Be told of changes by webhooks',
  activity: 'See what happened in this session',
  noSource: 'Making release bundles asks for an Enterprise Plus licence. The installed one is:',
} as const;
