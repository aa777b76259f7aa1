import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refresh } from './refresh';

const QUERY_KEY = ['rows'];

/** A list that is being loaded for the first time, and the requests for it, which a test answers. */
function loading() {
  const client = new QueryClient();
  const requests: ((rows: string[]) => void)[] = [];
  const observer = new QueryObserver<string[]>(client, {
    queryKey: QUERY_KEY,
    queryFn: () => new Promise(resolve => requests.push(resolve)),
  });
  const leave = observer.subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    client.clear();
  });
  return { client, requests, leave };
}

test('a first request from before a change is not the answer after it', async () => {
  const { client, requests } = loading();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const refreshed = refresh(client, QUERY_KEY);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  const [before, after] = requests;
  before?.(['alpha']);
  after?.(['alpha', 'beta']);
  await refreshed;
  expect(client.getQueryData(QUERY_KEY)).toEqual(['alpha', 'beta']);
});

test('a request for a page that was left is not the answer after a change either', async () => {
  const { client, requests, leave } = loading();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  leave();
  await refresh(client, QUERY_KEY);
  requests[0]?.(['alpha']);
  await new Promise(resolve => setTimeout(resolve));
  expect(client.getQueryData(QUERY_KEY)).toBeUndefined();
});

test('only what a test holds for is loaded again', async () => {
  const { client, requests } = loading();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  await refresh(client, QUERY_KEY, () => false);
  expect(requests).toHaveLength(1);
  requests[0]?.(['alpha']);
  await vi.waitFor(() => expect(client.getQueryData(QUERY_KEY)).toEqual(['alpha']));
});
