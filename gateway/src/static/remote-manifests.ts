import pTimeout from 'p-timeout';
import { isPlainPath } from './compressed-assets.ts';

export type ReadFile = (path: string) => Promise<Buffer | undefined>;
export type FindRemote = (name: string) => Promise<ReadFile | undefined>;
/** Undefined if the manifest is elsewhere or cannot be read in time. */
export type ReadManifest = (entry: string, maxAgeMs?: number) => Promise<unknown>;

/** Every page waits for manifests, and the app fetches what is missing. */
const TIMEOUT_MS = 500;
/** A server that did not answer in time is not asked again for this long. */
const PAUSE_MS = 5_000;

const ADDRESS = /^\/remotes\/([^/]+)(\/.+)$/;

export const readFileOf = async (find: FindRemote, address: string): Promise<Buffer | undefined> => {
  const [, name = '', path = ''] = ADDRESS.exec(address) ?? [];
  const read = isPlainPath(path) ? await find(name) : undefined;
  if (!read) return undefined;
  const file = await read(path);
  if (!file) throw new Error(`there is no ${address}`);
  return file;
};

interface Reading {
  startedAt: number;
  isRunning: boolean;
  tookTooLong: boolean;
  manifest: Promise<unknown>;
}

/** Requests at the same moment share one read. Otherwise a manifest is read again, because files may have been replaced. */
export const createManifestReader = (find: FindRemote): ReadManifest => {
  const readings = new Map<string, Reading>();

  const start = (entry: string): Reading => {
    const reading: Reading = {
      startedAt: Date.now(),
      isRunning: true,
      tookTooLong: false,
      manifest: pTimeout(readFileOf(find, entry), { milliseconds: TIMEOUT_MS })
        .then((file) => file && (JSON.parse(file.toString()) as unknown))
        .catch(() => {
          reading.tookTooLong = Date.now() - reading.startedAt >= TIMEOUT_MS;
        })
        .finally(() => {
          reading.isRunning = false;
        }),
    };
    readings.set(entry, reading);
    return reading;
  };

  return async (entry, maxAgeMs = 0) => {
    const last = readings.get(entry);
    const age = last ? Date.now() - last.startedAt : Infinity;
    const isCurrent = last && (last.isRunning || age < (last.tookTooLong ? PAUSE_MS : maxAgeMs));
    return (isCurrent ? last : start(entry)).manifest;
  };
};
