/** Where what is loaded of Git integrations is kept. */
export const GIT_KEY = ['git-integrations'] as const;

/** Where the list of all integrations is kept. */
export const LIST_KEY = [...GIT_KEY, 'list'] as const;
