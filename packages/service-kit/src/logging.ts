import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on standard output, one object a line, with the service's name and the level as a word. */
export const createLogger = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });

/** A path as it may be logged: codes in it are as good as a password while they live. */
export const maskPath = (path: string): string =>
  path
    .replace(/\?.*$/s, '')
    .replace(/\/(verify|attendance)\/(?!location-check|live)[^/]+/g, '/$1/:code')
    .slice(0, 200);
