import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleRouter } from '@/app/routing/router';
import { runServerEffects } from '@/app/routing/serverEffects';
import { API_BASE } from '@/generated/api';
import * as calls from '@/generated/calls';
import { startLanguage } from '@/texts/i18n/languages';
import './app/boot/controls';
import { App } from './app/App';
import { Engine } from './engine/engine';
import { addressOf, basePath, pageAddress } from './lib/basePath';
import { takeClientSession } from './lib/clientSession';
import { takeDeviceLink } from './lib/deviceLink';
import { takeEarlySession } from './lib/earlySession';
import { takeEarlySocket } from './lib/earlySocket';
import { newCommandId } from './lib/ids';
import { watchPasswordLinks } from './lib/passwordLink';
import { sendReports } from './lib/report';
import { takeResetKey } from './lib/resetKey';
import { takeSetupToken } from './lib/setupToken';
import { tabStorage } from './lib/storage';

// first of all: a token must be out of the address bar before anything reads the address
takeSetupToken();
takeResetKey();
takeDeviceLink();
takeClientSession();
watchPasswordLinks();

/** Ends the task, so that the browser paints and answers before the next step. A timer would wait in a hidden tab. */
const nextTask = () =>
  new Promise<void>(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

const openSiblings = () => new BroadcastChannel(`waybill${basePath}`);

/** A function and not the module itself: a module that waits for a part which imports it would wait for ever. */
async function start(): Promise<void> {
  await nextTask();
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const engine = new Engine({
    fetch: (path, init) => takeEarlySession(path) ?? fetch(addressOf(path), init),
    openSocket: protocol =>
      takeEarlySocket() ??
      new WebSocket(`${scheme}://${window.location.host}${addressOf(`${API_BASE}socket`)}`, protocol),
    storage: tabStorage,
    random: Math.random,
    newId: newCommandId,
    now: Date.now,
    siblings: openSiblings(),
    openSiblings,
    holds: true,
    startOver: () => window.location.replace(pageAddress('/')),
  });
  sendReports(error => calls.postClientErrors(engine.api, error));
  engine.start();
  await nextTask();
  const console = createConsoleRouter(engine);
  runServerEffects(engine, console);
  console.begin();
  window.addEventListener('online', () => engine.link.send({ type: 'network_back' }));

  const root = document.getElementById('root');
  await startLanguage();
  await nextTask();
  // in small steps: the browser answers between them
  if (root) startTransition(() => createRoot(root).render(<App engine={engine} router={console.router} />));
}

void start();
