import type { Page, Request } from '@playwright/test';

/** 1000 bytes, as in browsers' developer tools. */
export const KB = 1_000;

export interface Transfer {
  path: string;
  isScript: boolean;
  /** Compressed bytes of the body. */
  bytes: number;
  headerBytes: number;
}

const describe = async (request: Request): Promise<Transfer> => {
  const { responseBodySize: bytes, responseHeadersSize: headerBytes } = await request.sizes();
  const isScript = request.resourceType() === 'script';
  return { path: new URL(request.url()).pathname, isScript, bytes, headerBytes };
};

export const watchTransfers = (page: Page): (() => Promise<Transfer[]>) => {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  return async () => {
    const transfers = await Promise.all(finished.map(describe));
    return transfers.sort((one, other) => other.bytes - one.bytes);
  };
};

export const weightOf = (transfers: Transfer[]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Maximum size of a page's JavaScript in compressed bytes, including all shared code. */
export const budgets = { home: 140 * KB, signIn: 145 * KB, marking: 192 * KB, scan: 190 * KB };

/** Maximum number of sequential round trips until a page is usable, with an empty cache. */
export const depths = { home: 2, signIn: 2, marking: 3, markingAgain: 2, scan: 2 };
