import type { Page } from 'playwright-core';

/**
 * The messages from the server to a tab, which can be held back: a state that lasts a second or two is inspected while
 * nothing after the message with that state is delivered.
 */
export class HeldMessages {
  #coming: { message: string | Buffer; deliver: (message: string | Buffer) => void }[] = [];
  #last: RegExp | null = null;
  #isHeld = false;

  /** Takes effect with the next load of the page. */
  static async of(page: Page): Promise<HeldMessages> {
    const heldMessages = new HeldMessages();
    await page.routeWebSocket(/\/socket$/, near => {
      near.connectToServer().onMessage(message => {
        heldMessages.#coming.push({ message, deliver: text => near.send(text) });
        heldMessages.#goOn();
      });
    });
    return heldMessages;
  }

  /** Delivers the held messages and those that follow, up to the next one that matches. */
  upTo(last: RegExp | null): void {
    this.#last = last;
    this.#isHeld = false;
    this.#goOn();
  }

  #goOn(): void {
    while (!this.#isHeld) {
      const next = this.#coming.shift();
      if (!next) return;
      next.deliver(next.message);
      this.#isHeld = this.#last?.test(String(next.message)) ?? false;
    }
  }
}
