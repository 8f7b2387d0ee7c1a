import { afterEach, expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../src/host-context.tsx';

const setConnection = (online: boolean) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online });
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};

afterEach(() => setConnection(true));

test('repeats a failed query when back online, even if the connection was lost before the first page was mounted', async () => {
  const client = createQueryClient();
  setConnection(false);
  client.mount();
  const observer = new QueryObserver(client, {
    queryKey: ['scan'],
    queryFn: () => (navigator.onLine ? Promise.resolve('verified') : Promise.reject(new Error('offline'))),
    retry: false,
    staleTime: Infinity,
  });
  const state = new Promise<string>((resolve) => {
    observer.subscribe(({ isError, data }) => {
      if (isError) setConnection(true);
      if (data !== undefined) resolve(data);
    });
  });
  await expect(state).resolves.toBe('verified');
  client.unmount();
});
