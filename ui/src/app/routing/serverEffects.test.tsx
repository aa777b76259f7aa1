import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '@/app/App';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { makeEngine, untilLive } from '@/test/harness';
import { createConsoleRouter } from './router';
import { runServerEffects } from './serverEffects';

// covers: [NAV-10]
test('the address of a page that is drawn late wins over where the tab was before', async () => {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  window.history.replaceState(null, '', '/ui/packages');
  const engine = makeEngine(server);
  const made = createConsoleRouter(engine);
  runServerEffects(engine, made);
  engine.start();
  // as while the texts of a language are on their way
  await untilLive(engine);
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(window.location.pathname).toBe('/ui/packages');
  render(<App engine={engine} router={made.router} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Packages' })).toBeInTheDocument();
  expect(server.commands.map(command => command.event.path)).toEqual(['/packages']);
});
