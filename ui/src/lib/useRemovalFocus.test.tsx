import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useRemovalFocus } from './useRemovalFocus';

const ALL = 'all';

/** Rows of which each but the fixed one has a button that removes it, and a button that removes all of those. */
function Rows({ fixed = '' }: { fixed?: string }) {
  const [names, setNames] = useState(['alpha', 'beta', 'gamma']);
  const rest = names.filter(name => name === fixed);
  const hasAll = names.length > rest.length;
  const focus = useRemovalFocus<HTMLParagraphElement>([...names, ...(hasAll ? [ALL] : [])]);
  const remove = (key: string, left: string[]) => {
    focus.removing(key);
    setNames(left);
  };
  return (
    <>
      <ul ref={focus.list}>
        {names.map(name => (
          <li key={name}>
            {name !== fixed && (
              <button
                type="button"
                onClick={() =>
                  remove(
                    name,
                    names.filter(one => one !== name),
                  )
                }
              >
                {name}
              </button>
            )}
          </li>
        ))}
      </ul>
      {hasAll && (
        <button type="button" onClick={() => remove(ALL, rest)}>
          {ALL}
        </button>
      )}
      <p ref={focus.rest} tabIndex={-1}>
        rest
      </p>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the row in the place of one that is removed gets the focus, the last one, or the rest', async () => {
  render(<Rows />);
  await press('alpha');
  expect(screen.getByRole('button', { name: 'beta' })).toHaveFocus();
  await press('gamma');
  expect(screen.getByRole('button', { name: 'beta' })).toHaveFocus();
  await press('beta');
  expect(screen.getByText('rest')).toHaveFocus();
});

test('a row without a button is passed over', async () => {
  render(<Rows fixed="beta" />);
  await press('alpha');
  expect(screen.getByRole('button', { name: 'gamma' })).toHaveFocus();
});

test('a button that goes with all rows leaves the focus to the rest', async () => {
  render(<Rows fixed="alpha" />);
  await press(ALL);
  expect(screen.getByText('rest')).toHaveFocus();
});
