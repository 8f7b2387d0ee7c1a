import pTimeout from 'p-timeout';

/**
 * Reads a file of a remote by its address, `/remotes/teacher/mf-manifest.json`. Undefined if it is elsewhere;
 * rejects if there is no such file.
 */
export type ReadRemoteFile = (address: string) => Promise<Buffer | undefined>;
/** Undefined if the manifest is elsewhere or cannot be read in time. */
export type ReadManifest = (entry: string, maxAgeMs?: number) => Promise<unknown>;

/** Every page waits for manifests, and the app fetches what is missing. */
const TIMEOUT_MS = 500;
/** A server that did not answer in time is not asked again for this long. */
const PAUSE_MS = 5_000;

interface ManifestRequest {
  startedAt: number;
  isRunning: boolean;
  tookTooLong: boolean;
  manifest: Promise<unknown>;
}

/** Requests at the same moment share one read. Otherwise a manifest is read again, because files may have been replaced. */
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
