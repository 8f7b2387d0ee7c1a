import {
  apps,
  cleanMessage,
  pagePatterns,
  type App,
  type BrowserError,
  type Page,
} from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { matchPath } from 'react-router-dom';
import type { Noted } from './note-errors.ts';

/** The pattern of a page's address; the address itself may hold a code. */
export const pageOf = (pathname: string): Page =>
  pagePatterns.find((pattern) => matchPath(pattern, pathname) !== null) ?? 'other';

/** Whose page it is. */
export const appOfPage = (page: Page): App =>
  apps.find((app) => page === `/${app}` || page.startsWith(`/${app}/`)) ?? 'shell';

/** Whose file an error came from, where its text names one: `/remotes/teacher/…`, or `/remotes/teacher-2/…`. */
const appOfText = (text: string): App => {
  const name = /\/remotes\/(teacher|student|attendance)(?=[-./])/.exec(text)?.[1];
  return apps.find((app) => app === name) ?? 'shell';
};

/** What the API refused is told by its status alone: its sentence is made for one person. */
const messageOf = (thrown: unknown): string => {
  if (thrown instanceof ApiError) return `ApiError ${thrown.status}`;
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === 'string' ? thrown : `a thrown ${typeof thrown}`;
};
const isOfLoading = (message: string): boolean =>
  /^ChunkLoadError|dynamically imported module|Loading (CSS )?chunk/.test(message);

const isAbort = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

/** What is reported of an error: nothing of what somebody broke off on purpose. */
export const describeError = ({ kind, thrown }: Noted, pathname: string): BrowserError | undefined => {
  if (isAbort(thrown)) return undefined;
  const text = messageOf(thrown);
  const source = thrown instanceof Error ? `${text} ${thrown.stack ?? ''}` : text;
  return {
    type: 'error',
    app: appOfText(source),
    page: pageOf(pathname),
    kind: isOfLoading(text) ? 'load' : kind,
    message: cleanMessage(text),
  };
};
