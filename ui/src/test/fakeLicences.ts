import type { LicenceChange, Licences, NewLicence, UploadedLogo } from '@/generated/api';
import type { Licence } from '@/generated/types';
import { refusal } from './fakeHttp';

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });

const KEY = 'WAYBILL-LICENCE-1';
const ann = { p_7: 'ann' };

/** The licence and the logo of the fake's installation, as far as pages have to show them. */
export class FakeInstallation {
  licence: Licence | null = null;
  configured: Licence = 'OSS';
  ended = false;
  logo = false;
  history: LicenceChange[] = [];

  answer(call: string, init: RequestInit): Response | null {
    switch (call) {
      case 'GET system/licenses':
        return this.#licences();
      case 'POST system/licenses': {
        const { licenseKey }: NewLicence = JSON.parse(String(init.body));
        if (!licenseKey.startsWith(KEY)) return refusal(422, 'licence_not_a_key', 'Not a licence key.');
        if (!licenseKey.includes('checksum:'))
          return refusal(422, 'licence_checksum', 'The checksum is wrong.');
        this.licence = (/^type: (.*)$/m.exec(licenseKey)?.[1] ?? 'TRIAL') as Licence;
        this.ended = false;
        this.#record('install');
        return this.#licences();
      }
      case 'DELETE system/licenses':
        if (!this.licence) return refusal(409, 'licence_none_installed', 'No licence is installed.');
        this.licence = null;
        this.#record('remove');
        return this.#licences();
      case 'GET system/logo':
        return this.#logo();
      case 'PUT system/logo': {
        const { type } = init.body instanceof Blob ? init.body : { type: '' };
        if (type === 'image/svg+xml') return refusal(415, 'logo_markup', 'Drawings are not taken.');
        this.logo = true;
        return this.#logo();
      }
      case 'DELETE system/logo':
        this.logo = false;
        return this.#logo();
      default:
        return null;
    }
  }

  #record(event: LicenceChange['event']): void {
    const at = '2026-01-01T09:00:00.000Z';
    const seq = this.history.length + 1;
    this.history.unshift({ seq, at, event, licence: this.licence, refused: null, by: 'p_7' });
  }

  #licences(): Response {
    const effective = this.licence && !this.ended ? this.licence : this.licence ? 'NONE' : this.configured;
    return json<Licences>({
      standing: {
        licence: effective,
        level: effective === 'NONE' ? 0 : effective === 'OSS' ? 1 : 5,
        entitlements:
          effective === 'NONE' ? [] : effective === 'OSS' ? ['console'] : ['console', 'distribution'],
        origin: this.licence ? 'installed' : 'configuration',
        configured: this.configured,
        installed: this.licence && {
          licence: this.licence,
          level: 5,
          holder: 'Acme',
          valid_until: '2027-01-01T00:00:00.000Z',
          ended: this.ended,
          installed_at: '2026-01-01T09:00:00.000Z',
          installed_by: 'p_7',
        },
      },
      history: this.history,
      names: ann,
    });
  }

  #logo(): Response {
    const logo: UploadedLogo['logo'] = {
      address: '/ui/api/v1/system/logo/d1',
      format: 'png',
      width: 320,
      height: 80,
      bytes: 4_096,
      at: '2026-01-01T09:00:00.000Z',
      by: 'ann',
    };
    return json<UploadedLogo>({ logo: this.logo ? logo : null });
  }
}
