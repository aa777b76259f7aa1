import { expect, test } from 'vitest';
import { hasWords, piecesOf, wordsOf } from './matching';

const shown = (text: string, query: string) =>
  piecesOf(text, wordsOf(query))
    .map(piece => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

test('marks every occurrence of a word of the query', () => {
  expect(shown('New local repository', 'lo re')).toBe('New [lo]cal [re]pository');
  expect(shown('banana', 'ana')).toBe('b[anana]');
  expect(shown('Webhooks', '')).toBe('Webhooks');
});

test('case and marks make no difference, and letters of two units are kept whole', () => {
  expect(shown('Übersicht', 'uber')).toBe('[Über]sicht');
  expect(shown('Größe', 'GRO')).toBe('[Grö]ße');
  expect(shown('a😀b', 'b')).toBe('a😀[b]');
});

test('every word has to be there, in whichever text', () => {
  expect(hasWords(wordsOf('users manage'), 'Users', 'Management')).toBe(true);
  expect(hasWords(wordsOf('users pipeline'), 'Users', 'Management')).toBe(false);
});
