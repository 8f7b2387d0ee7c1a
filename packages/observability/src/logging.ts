import { type DestinationStream, pino, type Logger } from 'pino';
import { traceFields } from './tracing/spans.ts';

export type { DestinationStream, Logger } from 'pino';

/**
 * JSON lines with the service's name, the level as a word, and the trace.
 * @param to standard output by default
 */
export const createLogger = (
  service: string,
  level: string,
  to: DestinationStream = pino.destination(1),
): Logger =>
  pino(
    {
      level,
      base: { service },
      mixin: traceFields,
      // Bytes that are not HTTP may contain a code or a token. PostgreSQL quotes rows (“Key (email)=(…)
      // already exists”) and statements, which contain personal data.
      redact: { paths: ['err.rawPacket', 'err.detail', 'err.where', 'err.internalQuery'], remove: true },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  );

const decodeLeniently = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Masks codes and invitations in a path, however it is encoded: while they are valid, they grant access like
 * a password.
 */
export const maskPath = (path: string): string =>
  decodeLeniently(path.split(/[?#]/, 1)[0] ?? '')
    .replace(/([\\/](?:verify|attendance))[\\/]+(?!(?:location-check|live)$).+/gis, '$1/:code')
    .replace(/([\\/](?:invitations|join|feeds))[\\/]+.+/gis, '$1/:token')
    .slice(0, 200);
