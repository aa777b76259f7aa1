import type { Server } from './server';

/** Where an address leads a user of a role. */
export interface Cell {
  route: string;
  path: string;
  role: string;
  licence: string;
  flavour: string;
  outcome: 'entered' | 'redirected' | 'blocked' | 'failed';
  to: string;
}

/** The access matrix as the program computes it, for the server's own settings where they matter. */
export function matrixOf(server: Server, ...flags: readonly string[]): Cell[] {
  const lines = server.ask('chart', 'matrix', '--json', ...flags);
  return lines
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Cell);
}

/** The cells of every address for a role, on a server with the highest licence and these settings. */
export function addressesOf(server: Server, role: 'admin' | 'user' | 'anonymous'): Cell[] {
  const cells = matrixOf(server, '--config', server.config).filter(
    cell => cell.role === role && cell.licence === 'ENTERPRISE_PLUS' && cell.flavour === 'standard',
  );
  return [...new Map(cells.map(cell => [cell.path, cell])).values()];
}
