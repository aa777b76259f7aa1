import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LogData, Sender } from '@/generated/api';
import type { LogFile } from '@/generated/types';
import { type Piece, Tail } from './tail';

const FILE: LogFile = { service: 'artifactory', node: 'a', id: 'artifactory-service.log' };

/** A log as the server has it. */
class Log {
  text = '';
  generation = 'g1';
  reads: string[] = [];
  /** An older platform does not. */
  sendsEarlier = true;

  api(): Sender {
    const answer = (path: string): LogData => {
      this.reads.push(path);
      const query = new URLSearchParams(path.split('?')[1]);
      const size = Number(query.get('file_size'));
      const known = query.get('generation');
      if (query.has('before')) return this.before(Number(query.get('before')), String(known));
      const isOther = known !== null && known !== this.generation;
      const from = isOther ? 0 : size;
      return {
        log_content: this.text.slice(from),
        file_size: this.text.length,
        total_size: this.text.length,
        generation: this.generation,
        from,
        earlier: this.sendsEarlier ? this.rotated.length > 0 : null,
        gap: isOther ? 'rotated' : null,
        last_update_modified: '2026-11-21T10:00:00.000Z',
        last_update_label: '2026-11-21T10:00:01.000Z',
      };
    };
    return { call: async <T>(_: string, path: string) => answer(path) as T };
  }

  /** Files that were rotated, the oldest first, by their generations. */
  rotated: [string, string][] = [];

  /** A line before a place, as the server reads backwards. */
  private before(at: number, generation: string): LogData {
    const files: [string, string][] = [...this.rotated, [this.generation, this.text]];
    const known = files.findIndex(([name]) => name === generation);
    const [name, text] = files[at > 0 ? known : known - 1] ?? [generation, ''];
    const end = at > 0 ? at : text.length;
    const from = text.lastIndexOf('\n', end - 2) + 1;
    const gap = name === generation ? null : 'rotated';
    const earlier = this.sendsEarlier ? from > 0 || files[0]?.[0] !== name : null;
    const place = { file_size: end, total_size: text.length, generation: name, from, earlier, gap } as const;
    return { log_content: text.slice(from, end), ...place, last_update_modified: '', last_update_label: '' };
  }

  write(text: string): Piece {
    const from = this.text.length;
    this.text += text;
    const { generation } = this;
    const place = { from, earlier: null, file_size: this.text.length, generation, gap: null };
    return { log_content: text, ...place, last_update_modified: '', last_update_label: '' };
  }
}

const all = (tail: Tail) =>
  Array.from({ length: tail.lines.count }, (_, index) => tail.lines.line(index).text);

async function loaded() {
  const log = new Log();
  log.write('one\n');
  const tail = new Tail(log.api(), FILE);
  await tail.refresh();
  return { log, tail };
}

// covers: [LOGV-03]
test('what is pushed goes on where the last read ended, without another read', async () => {
  const { log, tail } = await loaded();
  tail.push(log.write('two\n'));
  tail.push(log.write('three\n'));
  expect(all(tail)).toEqual(['one', 'two', 'three']);
  expect(log.reads).toHaveLength(1);
});

test('what is between the last read and what is pushed is read first, and nothing comes twice', async () => {
  const { log, tail } = await loaded();
  log.write('missed\n');
  const third = log.write('three\n');
  tail.push(third);
  tail.push(third);
  tail.push(log.write('four\n'));
  await waitFor(() => expect(all(tail)).toEqual(['one', 'missed', 'three', 'four']));
});

test('another file in its place is marked, and read from its beginning', async () => {
  const { log, tail } = await loaded();
  log.generation = 'g2';
  log.text = '';
  const piece = { ...log.write('new\n'), gap: 'rotated' as const };
  tail.push(piece);
  await waitFor(() => expect(all(tail)).toEqual(['one', '', 'new']));
  expect(tail.lines.line(1).kind).toBe('rotated');
  tail.push(log.write('newer\n'));
  await waitFor(() => expect(all(tail).at(-1)).toBe('newer'));
});

test('nothing is added once the page has left', async () => {
  const { log, tail } = await loaded();
  tail.leave();
  tail.push(log.write('two\n'));
  await Promise.resolve();
  expect(all(tail)).toEqual(['one']);
});

// covers: [LOGV-03]
test('a log that begins with what is loaded is not asked for more', async () => {
  const { tail } = await loaded();
  expect(tail.earlier).toBe('none');
});

// covers: [LOGV-03]
test.each([
  ['sends', true],
  ['does not send', false],
])(
  'earlier lines are read one by one, through a rotated file, from a server that %s whether there are more',
  async (_, sends) => {
    const log = new Log();
    log.sendsEarlier = sends;
    log.rotated = [['g0', 'one\ntwo\n']];
    log.generation = 'g1';
    log.write('three\n');
    const tail = new Tail(log.api(), FILE);
    expect(tail.earlier).toBe('unknown');
    await tail.refresh();
    expect(tail.earlier).toBe('there');
    await Promise.all([tail.loadEarlier(), tail.loadEarlier()]);
    expect(all(tail)).toEqual(['two', '', 'three']);
    expect(tail.lines.line(1).kind).toBe('rotated');
    tail.push(log.write('four\n'));
    await tail.loadEarlier();
    expect(all(tail)).toEqual(['one', 'two', '', 'three', 'four']);
    expect(tail.earlier).toBe(sends ? 'none' : 'there');
    await tail.loadEarlier();
    expect([tail.earlier, tail.failure]).toEqual(['none', null]);
    expect(all(tail)).toHaveLength(5);
  },
);
