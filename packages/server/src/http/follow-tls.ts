import { watch, type FSWatcher } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { dirname } from 'node:path';
import type { Logger } from '@qr-attendance/observability';
import type { Tls } from './server.ts';

/** A certificate that somebody renews while the process runs. */
export interface TlsSource {
  first: Tls;
  files: string[];
  /** Reads both files. @throws Error that says what is wrong with them */
  read: () => Promise<Tls>;
}

/** Renewing touches several files and names; what is read in between does not belong together. */
const SETTLE_MS = 200;
/** The files are also polled, because some network file systems send no notifications. */
const LOOK_MS = 60_000;

/**
 * Serves a renewed certificate to connections that are made from then on. Folders are watched, not files: Kubernetes
 * writes a mounted Secret to a new folder, and points a link beside the files to it. What cannot be used is logged and
 * the certificate before it kept.
 * @returns what ends it
 */
export const followTls = (
  server: Server | TlsServer,
  source: TlsSource | undefined,
  log: Logger,
): (() => void) => {
  if (source === undefined || !(server instanceof TlsServer)) return () => undefined;
  let served = source.first;
  let complaint: string | undefined;

  const look = async (): Promise<void> => {
    try {
      const found = await source.read();
      complaint = undefined;
      if (found.cert === served.cert && found.key === served.key) return;
      server.setSecureContext(found);
      served = found;
      log.info('certificate renewed');
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (said !== complaint) log.error({ why: said }, 'renewed certificate is invalid');
      complaint = said;
    }
  };

  let settling: NodeJS.Timeout | undefined;
  const lookSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(() => void look(), SETTLE_MS).unref();
  };
  const watchers: FSWatcher[] = [];
  for (const folder of new Set(source.files.map((file) => dirname(file))))
    try {
      // A folder that goes away is looked for by the timer.
      watchers.push(watch(folder, { persistent: false }, lookSoon).on('error', lookSoon));
    } catch (error) {
      log.warn({ err: error, folder }, 'cannot watch the certificate folder; polling instead');
    }
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  };
};
