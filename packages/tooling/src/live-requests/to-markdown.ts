import * as liveRequests from '@qr-attendance/web-kit/live-requests';
import type { LiveRequest } from '@qr-attendance/web-kit/live-requests';

const seconds = (ms: number): string => `${ms / 1_000} s`;

const toRow = ({ route, screens, overlapMs, maxMs, stoppedBy }: LiveRequest): string =>
  [
    '',
    `\`${route.method.toUpperCase()} ${route.path}\``,
    screens.join(', '),
    overlapMs === undefined ? 'no' : `after ${seconds(overlapMs)}`,
    seconds(maxMs),
    stoppedBy === 'refusal' ? 'a refusal' : stoppedBy.map((code) => `\`${code}\``).join(', '),
    '',
  ].join(' | ');

export const toMarkdown = (): string =>
  [
    '# Requests of live screens',
    '',
    'Generated from `packages/web-kit/src/live/live-requests.ts` (`npm run check -- docs --write`).',
    '',
    'A screen that follows a class goes on through any single request that is lost, late or answered by something in between. Where a request overlaps, another one starts beside it while it is unanswered, the first answer wins and ends the',
    'others; all end after the limit, and the screen starts over with a growing delay of at most 10 s. Only the codes in the last column stop it, and only in an answer of the server. A 403, 404, 429, 502 or page of a proxy is retried.',
    '',
    '| request | screens | overlaps | limit | stopped by |',
    '| --- | --- | --- | --- | --- |',
    ...Object.values<LiveRequest>(liveRequests).map((request) => toRow(request).trim()),
    '',
  ].join('\n');
