import { notifications, notificationsStore } from '@mantine/notifications';
import { createMemoryHistory } from '@tanstack/react-router';
import { getConfig, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { App } from '@/app/App';
import { createConsoleRouter } from '@/app/routing/router';
import { runServerEffects } from '@/app/routing/serverEffects';
import { Engine } from '@/engine/engine';
import type { EngineOptions } from '@/engine/options';
import { memoryStorage } from '@/lib/storage';
import { queryClient } from '@/shell/queryClient';
import { toasts } from '@/ui/notify';
import { FakeServer } from './fakeServer';

/** Answers may come this late, and in any order, to find tests that rely on when they come. */
const MOST_MS = Number(process.env.WAYBILL_TEST_DELAY_MS ?? 0);
const pause = () => {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
  return new Promise(resolve => setTimeout(resolve, (random / 2 ** 16) * MOST_MS));
};
const never = new Promise<never>(() => undefined);

/** An engine that ends with its test: a late answer would lead the next test to another page. */
export function makeEngine(server: FakeServer, other: Partial<EngineOptions> = {}): Engine {
  let ids = 0;
  let isOver = false;
  server.delayMs ||= MOST_MS / 4;
  onTestFinished(() => {
    isOver = true;
    server.held = [];
    for (const socket of server.sockets) socket.close();
  });
  return new Engine({
    fetch: async (path, init) => {
      try {
        if (MOST_MS > 0) await pause();
        return await server.fetch(path, init);
      } finally {
        if (MOST_MS > 0) await pause();
        if (isOver) await never;
      }
    },
    openSocket: server.openSocket,
    storage: memoryStorage(),
    random: () => 0,
    newId: () => {
      ids += 1;
      return `c_${ids}`;
    },
    now: () => 0,
    ...other,
  });
}

export const isLive = (engine: Engine) => engine.link.getSnapshot().matches({ wire: { online: 'live' } });

export async function untilLive(engine: Engine): Promise<void> {
  await vi.waitFor(() => {
    if (!isLive(engine)) throw new Error('not live');
  }, getConfig().asyncUtilTimeout);
}

/** An engine that is live before a fake server. */
export async function startEngine(server = new FakeServer()) {
  const engine = makeEngine(server);
  engine.start();
  await untilLive(engine);
  return { server, engine };
}

/** The whole console at a path, before a fake server. */
export function startConsole(path: string, server = new FakeServer(), other: Partial<EngineOptions> = {}) {
  window.history.replaceState(null, '', `/ui${path}`);
  // a new tab has nothing of the one before, a notification with the same text included
  queryClient.clear();
  for (const { id } of notificationsStore.getState().notifications) if (id) notifications.hide(id);
  toasts.set([]);
  const engine = makeEngine(server, other);
  const { router } = (() => {
    const made = createConsoleRouter(engine);
    runServerEffects(engine, made);
    return made;
  })();
  onTestFinished(() => {
    // what goes on without an answer has no page to lead elsewhere
    router.history.destroy();
    router.update({ ...router.options, history: createMemoryHistory() });
  });
  engine.start();
  const user = userEvent.setup();
  render(<App engine={engine} router={router} />);
  return { server, engine, router, user };
}

/** Enters a text at once: to type it renders the form once for each character, which takes seconds. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
