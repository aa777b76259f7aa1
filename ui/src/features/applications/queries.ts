/** Where the list of all applications is kept. */
export const QUERY_KEY = ['applications', 'all'] as const;
