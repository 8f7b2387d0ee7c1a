import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@qr-attendance/web-kit';
import { z } from 'zod';
import './provide-antd.ts';

export type RemoteName = 'teacher' | 'student' | 'attendance';

const remotesSchema = z.record(z.string(), z.object({ entry: z.string(), contractVersion: z.number() }));

const TIMEOUT_MS = 8_000;

const withinTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('took too long')), TIMEOUT_MS);
    }),
  ]);

/**
 * Registering by force forgets a failed manifest or entry, so that a retry really asks again. Not once the container
 * runs, when only one of its chunks is missing: a second container would spoil the shared modules.
 */
const register = (name: RemoteName, entry: string): void => {
  const runs = getInstance()?.moduleCache.get(name)?.inited ?? false;
  registerRemotes([{ name, entry: new URL(entry, location.origin).href }], { force: !runs });
};

const load = async (name: RemoteName): Promise<RemoteModule> => {
  const response = await fetch('/remotes.json', { cache: 'no-cache' });
  const remotes = remotesSchema.parse(await response.json());
  const listed = remotes[name];
  if (!listed) throw new Error(`${name} is not in remotes.json`);
  if (listed.contractVersion !== REMOTE_CONTRACT_VERSION)
    throw new Error(`${name} was built for version ${listed.contractVersion} of the remote contract`);
  register(name, listed.entry);
  const module = await loadRemote<{ remote: RemoteModule }>(`${name}/remote`);
  if (module?.remote.contractVersion !== REMOTE_CONTRACT_VERSION)
    throw new Error(`${name} does not satisfy the remote contract`);
  return module.remote;
};

const kept = new Map<RemoteName, Promise<RemoteModule>>();

/** Loads a remote named in `remotes.json`, or rejects within a bounded time. Loaded once, it stays; failed, it is forgotten. */
export const loadRemoteModule = (name: RemoteName): Promise<RemoteModule> => {
  const known = kept.get(name);
  if (known) return known;
  const loading = withinTime(load(name));
  kept.set(name, loading);
  loading.catch(() => kept.delete(name));
  return loading;
};
