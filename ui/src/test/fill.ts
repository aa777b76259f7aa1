import type { FakeServer } from './fakeServer';

/** A session that has been going on for a while. */
export function fillWithRecords(server: FakeServer, count: number): void {
  const step = (
    machine: Parameters<FakeServer['refuse']>[0],
    type: string,
    state: string,
    more: object = {},
  ) => server.push({ machine, event: { type }, to: { state, ...more } });
  step('session', 'open', 'open');
  step('startup', 'start', 'identifying');
  step('startup', 'access.current_user', 'identifying');
  step('startup', 'settings.footer', 'gathering');
  step('startup', 'topology.services', 'gathering');
  step('startup', 'licences.entitlements', 'ready', { facts: server.facts, view: server.view });
  server.go('/session-activity');
  step('login', 'submit', 'checking');
  step('login', 'access.authenticate', 'signed_out', { notice: null });
  server.refuse('login', 'cancel', 'not_in_this_state');
  step('login', 'submit', 'checking');
  step('login', 'access.authenticate', 'otp_required', { person: 'p_7' });
  step('mfa', 'begin_verification', 'verify');
  step('mfa', 'submit', 'verifying');
  server.signIn({ machine: 'mfa', event: { type: 'access.verify_code' }, to: { state: 'passed' } });
  step('session', 'sign_in', 'open', { person: 'p_7' });
  while (server.records.length < count) {
    step('idle', 'activity', 'checking');
    step('idle', 'access.check_session', 'watching');
    server.go('/session-activity');
  }
}
