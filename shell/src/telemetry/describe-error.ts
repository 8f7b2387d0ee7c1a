import {
  apps,
  areaOfPath,
  cleanMessage,
  pageSchema,
  type App,
  type BrowserError,
} from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { matchPath } from 'react-router';
import { areaPages } from '../remotes/area-pages.ts';
import { shellPages } from '../shell-pages.ts';
import type { CaughtError } from './record-errors.ts';

export const appOf = (pathname: string): App => areaOfPath(pathname) ?? 'shell';

/**
 * The declared path of a page, because a concrete path may contain a code. The pages of a remote are known
 * after it is loaded.
 */
export const pageOf = (pathname: string): string => {
  const area = areaOfPath(pathname);
  const declared = area
    ? areaPages(area).map(({ path }) => (path === '' ? `/${area}` : `/${area}/${path}`))
    : Object.keys(shellPages).map((path) => `/${path}`);
  // One invalid report would make the server reject the whole batch.
  return (
    declared.find((path) => matchPath(path, pathname) !== null && pageSchema.safeParse(path).success) ??
    'other'
  );
};

/** The app whose file appears in an error, such as `/remotes/teacher/…` or `/remotes/teacher-2/…`. */
const appFromStack = (text: string): App => {
  const name = /\/remotes\/([a-z]+)(?=[-./])/.exec(text)?.[1];
  return apps.find((app) => app === name) ?? 'shell';
};

/** Reports only the status of API errors, because the message may be personal. */
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
