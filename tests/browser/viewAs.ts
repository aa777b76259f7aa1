import type { Page } from 'playwright-core';

export interface ViewAs {
  role: string;
  licence: string;
  flavour: string;
}

/** Starts or ends view-as, over a socket of its own: it applies to the whole session. */
export async function viewAs(page: Page, view: Partial<ViewAs> | null): Promise<void> {
  await page.evaluate(
    async requested => {
      const info = await (await fetch('/ui/api/v1/session')).json();
      const socket = new WebSocket(`ws://${location.host}/ui/api/v1/socket`, 'waybill.v1');
      const answer = (type: string) =>
        new Promise<void>((resolve, reject) =>
          socket.addEventListener('message', ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === type) resolve();
            if (message.type === 'nack') reject(new Error(message.message));
          }),
        );
      const welcome = answer('welcome');
      await new Promise(resolve => socket.addEventListener('open', resolve));
      const { build, charts } = info;
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, build, charts, tab: null, resume: null }));
      await welcome;
      const taken = answer('ack');
      const event = requested ? { type: 'view_as', view: requested } : { type: 'view_as_myself' };
      const id = `c_${crypto.randomUUID()}`;
      socket.send(JSON.stringify({ type: 'command', id, machine: 'startup', event, expected: null }));
      await taken;
      socket.close();
    },
    view && { role: null, licence: null, flavour: null, ...view },
  );
}
