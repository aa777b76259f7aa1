import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { flags as flagNames } from '@/generated/facts';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';
import { settings } from '@/texts/settings';

function inside(prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  prepare(server);
  return startConsole('/admin/configuration/general', server);
}

const picture = (type = 'image/png') => new File(['picture'], 'logo.png', { type });
const card = () => screen.findByRole('region', { name: 'Logo' });

beforeEach(() => cacheEpoch.set(count => count + 1));

test('the server is named, and what the configuration switches on is shown with its key', async () => {
  inside();
  const server = await screen.findByRole('region', { name: 'Server' });
  expect(server).toHaveTextContent('acme-build');
  const flags = await screen.findByRole('region', { name: 'Options and features' });
  const lightweight = within(flags).getByRole('row', { name: /Shows repositories only/ });
  expect(lightweight).toHaveTextContent('installation.lightweight');
  expect(lightweight).toHaveTextContent('Off');
  const menu = within(flags).getByRole('row', { name: /One menu for all services/ });
  expect(menu).toHaveTextContent('installation.features: "unified_navigation"');
  expect(within(menu).getByText(/^(On|Off)$/)).toBeInTheDocument();
  // the header, and both groups with a heading; that of the features is among their texts
  const rows = 2 + flagNames.length + Object.keys(settings.features).length;
  expect(within(flags).getAllByRole('row')).toHaveLength(rows);
});

test('a card that could not be loaded says so, and is not asked for again and again', async () => {
  let asked = 0;
  inside(server => {
    const { fetch } = server;
    server.fetch = async (address, init) => {
      if (!address.endsWith('access/api/ui/registration')) return fetch(address, init);
      asked += 1;
      return refusal(500, 'internal', 'The server failed.');
    };
  });
  const registration = within(await screen.findByRole('region', { name: 'Registration' }));
  expect(await registration.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Options and features' })).toBeVisible();
  // by the page, and by the card that it shows then, which try twice each
  expect(asked).toBe(4);
  await new Promise(resolve => setTimeout(resolve, 300));
  expect(asked).toBe(4);
});

test('a picture is looked at before it is sent, and is shown with what is known of it', async () => {
  const { server } = inside();
  expect(await screen.findByText(/No logo has been uploaded/)).toBeInTheDocument();
  fireEvent.drop(await card(), { dataTransfer: { files: [picture()] } });
  expect(await screen.findByRole('img', { name: 'The chosen picture' })).toBeInTheDocument();
  expect(server.installation.logo).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Use this picture' }));
  const shown = await screen.findByRole('img', { name: 'The uploaded logo' });
  expect(shown).toHaveAttribute('src', '/ui/api/v1/system/logo/d1');
  expect(await card()).toHaveTextContent('320 × 80 pixels, 4 KiB, PNG');
  expect(await card()).toHaveTextContent('by ann');
});

test('a drawing is refused with what to do instead', async () => {
  inside();
  fireEvent.drop(await card(), { dataTransfer: { files: [picture('image/svg+xml')] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Use this picture' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Save the picture as PNG, JPEG or WebP.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('removing the logo asks first', async () => {
  const { server, user } = inside(({ installation }) => {
    installation.logo = true;
  });
  await user.click(await screen.findByRole('button', { name: 'Remove the logo' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Remove the logo for all users?');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/No logo has been uploaded/)).toBeInTheDocument();
  expect(server.installation.logo).toBe(false);
});
