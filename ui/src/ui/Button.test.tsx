import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './Button';

const button = () => screen.getByRole('button', { name: 'Send' });

function Pressed({ state, pressed }: { state: ComponentProps<typeof Button>; pressed: () => void }) {
  const [begun, setBegun] = useState(false);
  const press = () => {
    pressed();
    setBegun(true);
  };
  return (
    <Button {...(begun ? state : {})} onClick={press}>
      Send
    </Button>
  );
}

test.each([{ loading: true }, { disabled: true }])(
  'a button that has become %o keeps the focus, and does nothing more',
  async state => {
    const pressed = vi.fn();
    render(<Pressed state={state} pressed={pressed} />, { wrapper: MantineProvider });
    const before = button();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(button()).toBe(before);
    expect(button()).toHaveFocus();
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(button()).not.toHaveAttribute('disabled');
    await userEvent.keyboard('{Enter} ');
    await userEvent.click(button());
    expect(pressed).toHaveBeenCalledOnce();
  },
);

test('a form is not sent by Enter in one of its fields while its button is busy', async () => {
  const sent = vi.fn((event: FormEvent) => event.preventDefault());
  const form = (loading: boolean) => (
    <form onSubmit={sent}>
      <input aria-label="Name" />
      <Button type="submit" loading={loading}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(true), { wrapper: MantineProvider });
  await userEvent.type(screen.getByLabelText('Name'), 'ann{Enter}');
  expect(sent).not.toHaveBeenCalled();
  expect(button()).toHaveAttribute('data-loading');
  rerender(form(false));
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
  expect(sent).toHaveBeenCalledOnce();
});
