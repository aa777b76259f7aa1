// biome-ignore-all lint/a11y/useSemanticElements: the rows are those of the console's table, which is none of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the rows take the focus
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type RefObject, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { useOpener } from './useOpener';

let close: (deleted?: string) => void;

function Dialog({ rest }: { rest?: RefObject<HTMLElement | null> }) {
  useOpener(rest);
  return <input aria-label="Name" />;
}

interface PageProps {
  /** The address has opened the dialog. */
  isAddressed?: boolean;
  hasRest?: boolean;
}

/** Rows of which each opens a dialog, in which it can be deleted. */
function Page({ isAddressed = false, hasRest = false }: PageProps) {
  const [isOpen, setOpen] = useState(isAddressed);
  const [names, setNames] = useState(['alpha', 'beta']);
  const adder = useRef<HTMLButtonElement>(null);
  close = deleted => {
    setNames(names.filter(name => name !== deleted));
    setOpen(false);
  };
  return (
    <main>
      <h1 tabIndex={-1}>Groups</h1>
      <button type="button" ref={adder}>
        Add
      </button>
      <div role="grid">
        {names.map(name => (
          <div role="row" key={name}>
            <button type="button" tabIndex={0} onClick={() => setOpen(true)}>
              {name}
            </button>
          </div>
        ))}
      </div>
      {isOpen && <Dialog {...(hasRest && { rest: adder })} />}
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

async function openFrom(name: string) {
  render(<Page />);
  await userEvent.click(button(name));
  screen.getByRole('textbox', { name: 'Name' }).focus();
}

test('what has opened a dialog gets the focus back', async () => {
  await openFrom('beta');
  act(() => close());
  expect(button('beta')).toHaveFocus();
});

test('the next row gets the focus where that of the opener was deleted', async () => {
  await openFrom('alpha');
  act(() => close('alpha'));
  expect(button('beta')).toHaveFocus();
});

test('the heading gets the focus where the dialog was opened by the address', () => {
  render(<Page isAddressed />);
  screen.getByRole('textbox', { name: 'Name' }).focus();
  act(() => close());
  expect(screen.getByRole('heading', { name: 'Groups' })).toHaveFocus();
});

test('the rest gets it before the heading does', () => {
  render(<Page isAddressed hasRest />);
  screen.getByRole('textbox', { name: 'Name' }).focus();
  act(() => close());
  expect(button('Add')).toHaveFocus();
});

test('a focus that has gone elsewhere before stays there', async () => {
  await openFrom('beta');
  button('Add').focus();
  act(() => close());
  expect(button('Add')).toHaveFocus();
});
