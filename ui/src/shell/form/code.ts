/** What the fields have that take names and codes. */
export const CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;
