import { expect, test } from 'vitest';
import examples from '../../../../tests/log-lines.json';
import { levelOf } from './lines';
import { partsOf } from './parts';

// covers: [LOGV-03]
test('the level of a line is what the server counts it as', () => {
  for (const { line, level } of examples) expect([line, levelOf(line)]).toEqual([line, level]);
});

// covers: [LOGV-03]
test('a line of a known format is shown in columns, and any other as it is', () => {
  const [service, error] = examples.map(example => partsOf(example.line));
  expect(service).toEqual({
    time: '2026-11-23T17:00:00.000Z',
    level: 'INFO',
    source: 'waybill::server',
    message: 'ready at [::]',
  });
  expect(error?.level).toBe('ERROR');
  const request = examples.find(({ line }) => line.includes('Mozilla'))?.line ?? '';
  expect(partsOf(request)).toEqual({
    time: '2026-11-23T17:00:00.005Z',
    level: '200',
    source: 'p_1 192.0.2.1',
    message: 'GET /ui/api/v1/x · 3 ms',
  });
  const denied = examples.find(({ line }) => line.includes('DENIED'))?.line ?? '';
  expect(partsOf(denied)).toMatchObject({ level: 'DENIED', source: 'p_1/192.0.2.1' });
  const audited = examples.find(({ line }) => line.includes('|USR|'))?.line ?? '';
  expect(partsOf(audited)).toMatchObject({ level: 'USR', message: 'C user/p_2 {"added":{},"removed":{}}' });
  for (const raw of ['', '    at core::ops', '2026-11-23T17:00:00.012Z', 'a|b|c|d|e|f|g|h|i|j|k'])
    expect(partsOf(raw)).toBeNull();
});

test('no line is too odd for the columns', () => {
  const pieces = ['2026-11-23T17:00:00.000Z', '|', ' [', ']', ' - ', 'x', '\u001b', '｜', '-1', ' for '];
  let seed = 7;
  for (let round = 0; round < 2_000; round += 1) {
    let line = '';
    for (let length = round % 24; length > 0; length -= 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      line += pieces[seed % pieces.length];
    }
    const parts = partsOf(line);
    if (parts) expect(line.startsWith(parts.time)).toBe(true);
  }
});
