import { watch, type FSWatcher } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { dirname } from 'node:path';
import type { Logger } from '@qr-attendance/observability';
import type { Tls } from './server.ts';

export interface TlsSource {
  first: Tls;
  files: string[];
  read: () => Promise<Tls>;
}

/** A renewal replaces several files; after this time all of them have been written. */
const SETTLE_MS = 200;
const POLL_MS = 60_000;

/**
 * Serves a renewed certificate to new connections. Folders are watched instead of files, because Kubernetes
 * writes a mounted Secret to a new folder and switches a link to it. Also polls, because some network file
 * systems send no notifications. Keeps the previous certificate if the new one is invalid, and logs that.
 * @returns a function that stops watching
 */
export const reloadTlsOnChange = (
  server: Server | TlsServer,
  source: TlsSource | undefined,
  log: Logger,
): (() => void) => {
  if (source === undefined || !(server instanceof TlsServer)) return () => undefined;
  let served = source.first;
  let complaint: string | undefined;

  const look = async (): Promise<void> => {
    try {
      const certificate = await source.read();
      complaint = undefined;
      if (certificate.cert === served.cert && certificate.key === served.key) return;
      server.setSecureContext(certificate);
      served = certificate;
      log.info('certificate renewed');
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (said !== complaint) log.error({ why: said }, 'renewed certificate is invalid');
      complaint = said;
    }
  };

  let settling: NodeJS.Timeout | undefined;
  const checkSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(() => void look(), SETTLE_MS).unref();
  };
  const watchers: FSWatcher[] = [];
  for (const folder of new Set(source.files.map((file) => dirname(file))))
    try {
      // The timer notices when the folder exists again.
      watchers.push(watch(folder, { persistent: false }, checkSoon).on('error', checkSoon));
    } catch (error) {
      log.warn({ err: error, folder }, 'cannot watch the certificate folder; polling instead');
    }
  const timer = setInterval(() => void look(), POLL_MS).unref();
  return () => {
    clearInterval(timer);
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  };
};
