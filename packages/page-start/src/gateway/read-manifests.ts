import pTimeout from 'p-timeout';

/**
 * Reads a file of a remote by its address, such as `/remotes/teacher/mf-manifest.json`. Returns undefined if
 * another server has the file; rejects if it does not exist.
 */
export type ReadRemoteFile = (address: string) => Promise<Buffer | undefined>;
/** Returns undefined if another server has the manifest, or if it cannot be read in time. */
export type ReadManifest = (entry: string, maxAgeMs?: number) => Promise<unknown>;

/** The time-out is short, because every page waits for manifests; the app fetches missing ones. */
const TIMEOUT_MS = 500;
/** Time without requests to a server that did not answer in time. */
const PAUSE_MS = 5_000;

interface ManifestRequest {
  startedAt: number;
  isRunning: boolean;
  tookTooLong: boolean;
  manifest: Promise<unknown>;
}

/**
 * Concurrent requests share one read. Later requests read the manifest again, because files may have been
 * replaced.
 */
export const createManifestReader = (readFile: ReadRemoteFile): ReadManifest => {
  const readings = new Map<string, ManifestRequest>();

  const start = (entry: string): ManifestRequest => {
    const reading: ManifestRequest = {
      startedAt: Date.now(),
      isRunning: true,
      tookTooLong: false,
      manifest: pTimeout(readFile(entry), { milliseconds: TIMEOUT_MS })
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
