const ARMOUR = /-----(?:BEGIN|END) CERTIFICATE-----/;

/** The certificates of a text: those of PEM, or each part between empty lines. */
export const certificatesIn = (typed: string): string[] =>
  typed
    .split(ARMOUR.test(typed) ? ARMOUR : /\n\s*\n/)
    .map(part => part.replace(/\s+/g, ''))
    .filter(part => part !== '');
