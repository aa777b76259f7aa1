/** Where the list of all applications is kept. */
export const QUERY_KEY = ['applications', 'all'] as const;

/** Where the users of an application are kept. */
export const usersKey = (id: string) => ['applications', 'users', id] as const;
