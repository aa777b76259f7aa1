import type { Page, Route } from 'playwright-core';

const API = '**/ui/api/v1/**';

/** What a server answers that cannot do what it is asked for. */
const FAILURE = { status: 500, json: { error: { code: 'internal', message: 'The server failed.' } } };

/** The answers of the API to a tab, which do not arrive until they are let through or fail. */
export class HeldAnswers {
  #settle: (fails: boolean) => void = () => {};
  readonly #settled = new Promise<boolean>(resolve => {
    this.#settle = resolve;
  });
  readonly #handler = async (route: Route) => {
    const fails = await this.#settled;
    // the page may be gone by then
    await (fails ? route.fulfill(FAILURE) : route.continue()).catch(() => {});
  };

  private constructor(
    private readonly page: Page,
    private readonly pattern: string,
  ) {}

  static async of(page: Page, pattern = API): Promise<HeldAnswers> {
    const held = new HeldAnswers(page, pattern);
    await page.route(pattern, held.#handler);
    return held;
  }

  /** Those that wait and those that follow are failures. */
  fail(): void {
    this.#settle(true);
  }

  /** Those that wait arrive, and none is held from now on. */
  async release(): Promise<void> {
    this.#settle(false);
    await this.page.unroute(this.pattern, this.#handler);
  }
}
