// Shows the console before the fake server, for looking at pages while developing. Not part of the build.
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { createConsoleRouter } from '@/app/routing/router';
import { runServerEffects } from '@/app/routing/serverEffects';
import { Engine } from '@/engine/engine';
import { newCommandId } from '@/lib/ids';
import { takeSetupToken } from '@/lib/setupToken';
import { tabStorage } from '@/lib/storage';
import { startLanguage } from '@/texts/i18n/languages';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';

const options = new URLSearchParams(window.location.search);
const server = new FakeServer();
const factor = options.get('factor');
if (factor === 'verify' || factor === 'enroll' || factor === 'expired') server.factor = factor;
server.setupNeeded = options.has('setup-needed');
server.delayMs = Number(options.get('delay') ?? 5);
if (options.has('signed-in')) fillWithRecords(server, Number(options.get('records') ?? 40));
window.history.replaceState(null, '', `/ui${options.get('path') ?? '/'}`);
takeSetupToken();

const engine = new Engine({
  fetch: server.fetch,
  openSocket: server.openSocket,
  storage: tabStorage,
  random: Math.random,
  newId: newCommandId,
  now: Date.now,
});
const stage = createConsoleRouter(engine);
runServerEffects(engine, stage);
engine.start();
Object.assign(window, { server, engine });

const root = document.getElementById('root');
void startLanguage().then(() => {
  if (root) createRoot(root).render(<App engine={engine} router={stage.router} />);
});
