import { expect, test } from 'vitest';
import { isAtLeast, Lines, levelOf, showControlCharacters } from './lines';

const all = (lines: Lines) => Array.from({ length: lines.count }, (_, index) => lines.line(index).text);

// covers: [LOGV-03]
test('text that comes in any parts has the lines that it has', () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${'x'.repeat(index % 90)}\n`).join(
    '',
  );
  for (const part of [977, 65_536, 1_000_000]) {
    const lines = new Lines();
    for (let at = 0; at < text.length; at += part) lines.append(text.slice(at, at + part));
    expect(lines.count).toBe(5_000);
    expect(lines.line(4_321).text).toBe(`line 4321 ${'x'.repeat(4_321 % 90)}`);
    expect(all(lines).join('\n')).toBe(text.slice(0, -1));
  }
});

test('an unfinished line goes on, and an endless one is broken where it must be', () => {
  const lines = new Lines();
  lines.append('one\r\ntw');
  expect(all(lines)).toEqual(['one', 'tw']);
  lines.append('o\nthree');
  expect(all(lines)).toEqual(['one', 'two', 'three']);
  const endless = new Lines();
  for (let part = 0; part < 40; part++) endless.append('x'.repeat(10_000));
  expect(endless.count).toBe(4);
  expect(all(endless).join('').length).toBe(400_000);
  expect(endless.line(4)).toEqual({ kind: 'text', text: '' });
});

test('marks and gaps are between lines, and are kept by every filter', () => {
  const lines = new Lines();
  lines.append('a\nb\n');
  lines.insert('mark', 'now');
  lines.append('c\n');
  lines.insert('rotated', '');
  lines.append('b again\n');
  expect(all(lines)).toEqual(['a', 'b', 'now', 'c', '', 'b again']);
  expect(lines.matching(0, text => text.startsWith('b'))).toEqual([1, 2, 4, 5]);
  expect(lines.matching(3, text => text.startsWith('b'))).toEqual([4, 5]);
  lines.clear();
  expect(lines.count).toBe(0);
});

test('earlier text is added before, with the gap between, and the lines keep their text', () => {
  const lines = new Lines();
  lines.append('five\nsi');
  lines.prepend('three\nfour\n', null);
  lines.append('x\n');
  lines.prepend('one\ntwo\n', 'rotated');
  expect(all(lines)).toEqual(['one', 'two', '', 'three', 'four', 'five', 'six']);
  expect(lines.line(2).kind).toBe('rotated');
  expect(lines.prepended).toBe(5);
  expect(lines.matching(4, text => text.includes('i'))).toEqual([5, 6]);
  lines.prepend('', null);
  expect(lines.count).toBe(7);
});

test('a million lines are read one by one', () => {
  const lines = new Lines();
  for (let part = 0; part < 100; part++) {
    let text = '';
    for (let index = 0; index < 10_000; index++)
      text += `2026-11-21T10:00:00.000Z line ${part * 10_000 + index}\n`;
    lines.append(text);
  }
  expect(lines.count).toBe(1_000_000);
  expect(lines.line(999_999).text).toBe('2026-11-21T10:00:00.000Z line 999999');
  expect(lines.line(500_001).text).toBe('2026-11-21T10:00:00.000Z line 500001');
});

test('the level is what the format says', () => {
  const at = '2026-11-21T10:00:00.000Z';
  expect(levelOf(`${at} [jfrt ] [ERROR] [9f2c] [x] - failed`)).toBe('error');
  expect(levelOf(`${at} [jfrt ] [WARN ] [9f2c] [x] - [ERROR] said somebody`)).toBe('warn');
  expect(levelOf(`${at}|9f2c|::1|p_1|GET|/x|503|-1|10|1|agent`)).toBe('error');
  expect(levelOf(`${at}|9f2c|::1|p_1|GET|/x|404|-1|10|1|agent`)).toBe('warn');
  expect(levelOf(`${at}|9f2c|::1|p_1|GET|/x|200|-1|10|1|agent`)).toBe('info');
  expect(levelOf(`${at} [9f2c] [DENIED LOGIN] /x for anonymous/::1`)).toBe('warn');
  expect(levelOf('   at somewhere')).toBe('other');
  expect([isAtLeast('error', 'warn'), isAtLeast('info', 'warn')]).toEqual([true, false]);
});

test('nothing in a line does anything: what is not seen becomes a symbol', () => {
  expect(showControlCharacters('a\u001b[31m\u0000\u0007\u007fb\tc\u202ed\u0085')).toBe(
    'a␛[31m␀␇␡b\tc⟨202e⟩d⟨0085⟩',
  );
});
