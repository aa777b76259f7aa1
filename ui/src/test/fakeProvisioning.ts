import type { ProvisioningPage, WantedProvisioning } from '@/generated/api';

/** The switch of provisioning in the fake's installation. */
export class FakeProvisioning {
  page: ProvisioningPage = {
    enabled: false,
    provider: null,
    address: 'https://waybill.example.org/access/api/v1/scim/v2',
  };
  /** What it answers to a change, if it does not take it. */
  refused: (() => Response) | null = null;
  /** The bodies of all changes. */
  readonly changes: WantedProvisioning[] = [];

  answer(call: string, init: RequestInit): Response | null {
    if (call === 'GET access/api/ui/provisioning') return this.#shown();
    if (call !== 'PUT access/api/ui/provisioning') return null;
    const wanted: WantedProvisioning = JSON.parse(String(init.body));
    this.changes.push(wanted);
    if (this.refused) return this.refused();
    const { enabled, provider } = wanted;
    this.page = {
      ...this.page,
      enabled,
      provider: provider === undefined || provider === '' ? null : provider,
    };
    return this.#shown();
  }

  #shown(): Response {
    return new Response(JSON.stringify(this.page), { status: 200 });
  }
}
