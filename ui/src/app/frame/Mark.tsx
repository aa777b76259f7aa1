import type { LogoMark } from '@/generated/types';

/** Each edition's background colour, and the line on it: the route of a parcel. */
const drawings: Record<LogoMark, { background: string; line: string }> = {
  // a line that goes from stop to stop
  general: { background: '#0f6b78', line: 'M7 10.5 11 22l5-11.5L21 22l4-11.5' },
  // containers in a stack
  jcr: { background: '#1f5f99', line: 'M8 21h16M8 16h16M11 11h10M8 21v-5m16 5v-5M16 16v5m-5-5v-5m10 5v-5' },
  // a box seen from its edge
  conan: { background: '#4a4fa3', line: 'M16 7.5 24 12v8l-8 4.5L8 20v-8zM8 12l8 4.5 8-4.5M16 16.5v8' },
  // one end of a long way
  edge: { background: '#8a4b12', line: 'M7 16h13m-5-6 6 6-6 6M25 8.5v15' },
  // a branch and its way back
  oss: { background: '#2b6b3f', line: 'M11 8.5v15M11 17c0-4 10-2 10-7.5M11 8.5h.1m9.9 0h.1' },
};

/** The product's mark, as the edition has it. */
export function Mark({ size = 26, edition = 'general' }: { size?: number; edition?: LogoMark }) {
  const { background, line } = drawings[edition];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      data-edition={edition}
    >
      <rect width="32" height="32" rx="7" fill={background} />
      <path
        d={line}
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
