import {
  apps,
  cleanMessage,
  pagePatterns,
  type App,
  type BrowserError,
  type Page,
} from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { matchPath } from 'react-router';
import type { CaughtError } from './record-errors.ts';

/** The pattern of a page's path, because the path itself may contain a code. */
export const pageOf = (pathname: string): Page =>
  pagePatterns.find((pattern) => matchPath(pattern, pathname) !== null) ?? 'other';

export const appOfPage = (page: Page): App =>
  apps.find((app) => page === `/${app}` || page.startsWith(`/${app}/`)) ?? 'shell';

/** The app whose file an error names, such as `/remotes/teacher/…` or `/remotes/teacher-2/…`. */
const appFromStack = (text: string): App => {
  const name = /\/remotes\/([a-z]+)(?=[-./])/.exec(text)?.[1];
  return apps.find((app) => app === name) ?? 'shell';
};

/** API errors are reported by status only, because the message may be personal. */
const messageOf = (thrown: unknown): string => {
  if (thrown instanceof ApiError) return `ApiError ${thrown.status}`;
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === 'string' ? thrown : `a thrown ${typeof thrown}`;
};
const isLoadFailure = (message: string): boolean =>
  /^ChunkLoadError|dynamically imported module|Loading (CSS )?chunk/.test(message);

const isAbort = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

/** Undefined for requests that were aborted on purpose. */
export const describeError = ({ kind, thrown }: CaughtError, pathname: string): BrowserError | undefined => {
  if (isAbort(thrown)) return undefined;
  const text = messageOf(thrown);
  const source = thrown instanceof Error ? `${text} ${thrown.stack ?? ''}` : text;
  return {
    type: 'error',
    app: appFromStack(source),
    page: pageOf(pathname),
    kind: isLoadFailure(text) ? 'load' : kind,
    message: cleanMessage(text),
  };
};
