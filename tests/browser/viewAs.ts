import type { Page } from 'playwright-core';
import {
  API_BASE,
  type ClientMessage,
  PROTOCOL,
  type ServerMessage,
  type SessionInfo,
  SUB_PROTOCOL,
} from '../../ui/src/generated/api';

export interface ViewAs {
  role: string;
  licence: string;
  flavour: string;
}

/** Starts or ends view-as, over a socket of its own: it applies to the whole session. */
export async function viewAs(page: Page, view: Partial<ViewAs> | null): Promise<void> {
  await page.evaluate(
    async ({ requested, base, name, protocol }) => {
      const { build, charts }: SessionInfo = await (await fetch(`${base}session`)).json();
      const socket = new WebSocket(`ws://${location.host}${base}socket`, name);
      const say = (message: ClientMessage) => socket.send(JSON.stringify(message));
      const answer = (type: ServerMessage['type']) =>
        new Promise<void>((resolve, reject) =>
          socket.addEventListener('message', ({ data }) => {
            const message: ServerMessage = JSON.parse(data);
            if (message.type === type) resolve();
            if (message.type === 'nack') reject(new Error(message.message));
          }),
        );
      const welcome = answer('welcome');
      await new Promise(resolve => socket.addEventListener('open', resolve));
      say({ type: 'hello', protocol, build, charts, tab: null, resume: null });
      await welcome;
      const taken = answer('ack');
      const event = requested ? { type: 'view_as', view: requested } : { type: 'view_as_myself' };
      const id = `c_${crypto.randomUUID()}`;
      say({ type: 'command', id, machine: 'startup', event, expected: null });
      await taken;
      socket.close();
    },
    {
      requested: view && { role: null, licence: null, flavour: null, ...view },
      base: API_BASE,
      name: SUB_PROTOCOL,
      protocol: PROTOCOL,
    },
  );
}
