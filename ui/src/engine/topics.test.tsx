import { act, render, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEngine, untilLive } from '@/test/harness';
import { EngineProvider } from './EngineContext';
import { useTopic } from './topics';

const collect = (before: number[] | undefined, data: unknown) => [...(before ?? []), Number(data)];

async function follow() {
  const { server, engine } = await startEngine();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EngineProvider engine={engine}>{children}</EngineProvider>
  );
  const received: unknown[] = [];
  const use = (args: unknown) =>
    useTopic('numbers', args, { fold: collect, message: data => received.push(data) });
  const hook = renderHook(use, { wrapper, initialProps: { of: 'ann' } as unknown });
  await waitFor(() => expect(hook.result.current.state).toBe('live'));
  const send = (number: number) =>
    act(async () => server.sendTopic('numbers', { cursor: `at ${number}`, data: number }));
  return { server, engine, wrapper, received, hook, send };
}

const sent = (messages: { type: string }[], type = 'subscribe') =>
  messages.filter(message => message.type === type);

describe('following', () => {
  test('subscribes once, receives messages, and unsubscribes with its last follower', async () => {
    const { server, received, hook, send } = await follow();
    await send(1);
    await send(2);
    expect(hook.result.current.value).toEqual([1, 2]);
    expect(received).toEqual([1, 2]);
    hook.rerender({ of: 'ann' });
    hook.unmount();
    await waitFor(() => expect(server.followed).toEqual([]));
    expect(server.topicMessages).toHaveLength(2);
  });

  test('other arguments are another subscription', async () => {
    const { server, hook, send } = await follow();
    await send(1);
    hook.rerender({ of: 'ben' });
    await waitFor(() => expect(server.followed).toMatchObject([{ args: { of: 'ben' }, cursor: null }]));
    await waitFor(() => expect(hook.result.current.state).toBe('live'));
    expect(hook.result.current.value).toBeUndefined();
  });

  test('two that follow the same share one subscription, and the later one has the earlier messages', async () => {
    const { server, wrapper, hook, send } = await follow();
    await send(1);
    const later = renderHook(() => useTopic('numbers', { of: 'ann' }, { fold: collect }), { wrapper });
    await waitFor(() => expect(later.result.current.value).toEqual([1]));
    await send(2);
    expect(later.result.current.value).toEqual([1, 2]);
    later.unmount();
    await send(3);
    expect(hook.result.current.value).toEqual([1, 2, 3]);
    expect(sent(server.topicMessages)).toHaveLength(1);
    expect(sent(server.topicMessages, 'unsubscribe')).toHaveLength(0);
  });

  test('a page that gives way to another that follows the same ends nothing', async () => {
    const { server, wrapper } = await follow();
    const Page = () => <>{useTopic('numbers', 'page', { fold: collect }).value?.length}</>;
    const shown = render(<Page key="one" />, { wrapper });
    await waitFor(() => expect(server.followed).toHaveLength(2));
    shown.rerender(<Page key="two" />);
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(sent(server.topicMessages)).toHaveLength(2);
    expect(sent(server.topicMessages, 'unsubscribe')).toHaveLength(0);
  });
});

describe('coming back', () => {
  test('goes on behind the last cursor after a reconnect, and shows meanwhile what it has', async () => {
    const { server, engine, hook, send } = await follow();
    await send(1);
    await act(async () => server.drop(4000));
    expect(hook.result.current).toMatchObject({ state: 'subscribing', value: [1] });
    await act(() => untilLive(engine));
    await waitFor(() => expect(hook.result.current.state).toBe('live'));
    expect(sent(server.topicMessages).at(-1)).toMatchObject({
      id: 's_1',
      cursor: 'at 1',
      args: { of: 'ann' },
    });
    await send(2);
    expect(hook.result.current.value).toEqual([1, 2]);
  });

  test('a topic that is followed while the link is down is requested when it is up', async () => {
    const { server, engine, wrapper } = await follow();
    await act(async () => server.drop(4000));
    const later = renderHook(() => useTopic('letters', null), { wrapper });
    expect(sent(server.topicMessages)).toHaveLength(1);
    await act(() => untilLive(engine));
    await waitFor(() => expect(later.result.current.state).toBe('live'));
    expect(server.followed).toHaveLength(2);
  });
});

describe('the end of a subscription', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('after a temporary one the topic is requested again with its cursor, more and more slowly', async () => {
    const { server, hook, send } = await follow();
    await send(1);
    await act(async () => server.sendTopic('numbers', { code: 'lagged', temporary: true }));
    expect(hook.result.current).toMatchObject({ state: 'subscribing', value: [1] });
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(sent(server.topicMessages).at(-1)).toMatchObject({ cursor: 'at 1' });
    expect(hook.result.current.state).toBe('live');
    await act(async () => server.sendTopic('numbers', { code: 'source_failed', temporary: true }));
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(hook.result.current.state).toBe('subscribing');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(hook.result.current.state).toBe('live');
  });

  test('a permanent one is shown, and the topic is requested again only after a reconnect', async () => {
    const { server, engine, hook } = await follow();
    await act(async () => server.sendTopic('numbers', { code: 'not_found', temporary: false }));
    expect(hook.result.current).toMatchObject({ state: 'ended', end: { code: 'not_found' } });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(sent(server.topicMessages)).toHaveLength(1);
    await act(async () => server.drop(4000));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await act(() => untilLive(engine));
    await waitFor(() => expect(hook.result.current.state).toBe('live'));
  });

  test('rights that are gone take away what was shown', async () => {
    const { server, hook, send } = await follow();
    await send(1);
    await act(async () => server.sendTopic('numbers', { code: 'not_authorised', temporary: false }));
    expect(hook.result.current).toMatchObject({ state: 'ended', value: undefined });
  });
});
