import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PasswordInput } from './PasswordInput';

const show = (error: string | null) =>
  render(
    <MantineProvider env="test">
      <PasswordInput label="Password" show="Show password" error={error} />
    </MantineProvider>,
  );

test('a field for a password is marked where it has an error, which describes it', () => {
  show('Enter your password.');
  expect(screen.getByLabelText('Password')).toBeInvalid();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
});

test('a field for a password without an error is not marked, and shows what is typed by the keyboard too', () => {
  show(null);
  expect(screen.getByLabelText('Password')).toBeValid();
  expect(screen.getByRole('button', { name: 'Show password' })).toHaveAttribute('tabindex', '0');
});
