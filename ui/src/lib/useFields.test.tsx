// Which field of a form has the focus after the form was sent.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useFields } from './useFields';

type Name = 'user' | 'mail';

/** A form whose user is mandatory, and of which a server may refuse a field. */
function Form({ refuses }: { refuses: Name | null }) {
  const [refused, setRefused] = useState<Name | null>(null);
  const form = useFields({ user: '', mail: '' }, { user: value => (value ? null : 'Enter a name.') });
  const send = form.onSubmit({
    send: async () => {
      await new Promise(resolve => setTimeout(resolve));
      setRefused(refuses);
    },
  });
  const field = (name: Name) => {
    const { error, ...props } = form.text(name);
    return <input {...props} aria-label={name} aria-invalid={error !== null || refused === name} />;
  };
  return (
    <form onSubmit={send} noValidate>
      {field('mail')}
      {field('user')}
      <button type="submit">Send</button>
      {refused && <p>refused</p>}
    </form>
  );
}

const field = (name: Name) => screen.getByRole('textbox', { name });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

test('a field in which a check has found something gets the focus, each time', async () => {
  render(<Form refuses={null} />);
  for (const _ of [1, 2]) {
    await press();
    expect(field('user')).toHaveFocus();
  }
});

test('a field that the server refuses gets the focus', async () => {
  render(<Form refuses="mail" />);
  await userEvent.type(field('user'), 'ann');
  await press();
  expect(await screen.findByText('refused')).toBeInTheDocument();
  await waitFor(() => expect(field('mail')).toHaveFocus());
});

test('the focus stays where it is when nothing is wrong', async () => {
  render(<Form refuses={null} />);
  await userEvent.type(field('user'), 'ann');
  await press();
  expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
});
