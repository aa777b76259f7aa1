// The promotions on the page of a run of a build.
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BuildDetails } from '@/generated/api';
import { Promotions } from './Promotions';

type Details = Pick<BuildDetails, 'promotions' | 'names'>;

const empty = { status: '', comment: '', repository: null, by: null, at: '2026-11-28T10:00:00.000Z' };

const shown = (promotions: Details['promotions']) =>
  render(<Promotions details={{ promotions, names: { p_ann: 'ann', p_gone: null } }} />);

// covers: [HOOK-04]
test('the newest promotion of a run is the first one, with its status, repository, user and comment', () => {
  shown([
    { ...empty, status: 'staged', repository: 'libs-staging', by: 'p_gone' },
    { ...empty, status: 'released', repository: 'libs-release', by: 'p_ann', comment: 'it passed:\n- tests' },
  ]);
  const region = within(screen.getByRole('region', { name: 'Promotions' }));
  expect(region.getByRole('heading', { name: 'Promotions' })).toBeVisible();
  const values = (term: string) =>
    region.getAllByText(term, { selector: 'dt' }).map(found => found.nextElementSibling?.textContent);
  expect(values('Status')).toEqual(['released', 'staged']);
  expect(values('Repository')).toEqual(['libs-release', 'libs-staging']);
  expect(values('By')).toEqual(['ann', 'An erased user']);
  expect(values('Comment')).toEqual(['it passed:\n- tests']);
  expect(values('Promoted')).toHaveLength(2);
});

// covers: [HOOK-04]
test('a promotion by the server has no status, repository or comment that it was not given', () => {
  shown([empty]);
  const terms = screen.getAllByRole('term').map(term => term.textContent);
  expect(terms).toEqual(['Promoted', 'By']);
  expect(screen.getByText('Waybill')).toBeVisible();
});

// covers: [HOOK-04]
test('a run without promotions has no heading for them', () => {
  shown([]);
  expect(screen.queryByRole('region')).toBeNull();
});
