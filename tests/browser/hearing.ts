import type { Page } from 'playwright-core';

/**
 * What a tab hears from its server. A tab that is looked at in a state of a second or two would have to be quick, so it
 * hears nothing behind the message that tells of that state until it has been looked at.
 */
export class Hearing {
  #coming: { message: string | Buffer; tell: (message: string | Buffer) => void }[] = [];
  #last: RegExp | null = null;
  #isHeld = false;

  /** From the next load of its page on. */
  static async of(page: Page): Promise<Hearing> {
    const hearing = new Hearing();
    await page.routeWebSocket(/\/socket$/, near => {
      near.connectToServer().onMessage(message => {
        hearing.#coming.push({ message, tell: text => near.send(text) });
        hearing.#goOn();
      });
    });
    return hearing;
  }

  /** Whatever is held is heard, and what follows, up to the next message that says this. */
  upTo(last: RegExp | null): void {
    this.#last = last;
    this.#isHeld = false;
    this.#goOn();
  }

  #goOn(): void {
    while (!this.#isHeld) {
      const next = this.#coming.shift();
      if (!next) return;
      next.tell(next.message);
      this.#isHeld = this.#last?.test(String(next.message)) ?? false;
    }
  }
}
