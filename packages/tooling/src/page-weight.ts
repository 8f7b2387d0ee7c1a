import type { Page, Request } from '@playwright/test';

/** 1 KB of a budget, in bytes: 1000, as browsers' developer tools count. */
export const KB = 1_000;

/** One file or answer that a page got. */
export interface Transfer {
  /** Path on the page's own server. */
  path: string;
  isScript: boolean;
  /** Bytes of the body as it came over the network, compressed. */
  bytes: number;
  /** Bytes of the answer's headers. */
  headerBytes: number;
}

const describe = async (request: Request): Promise<Transfer> => {
  const { responseBodySize: bytes, responseHeadersSize: headerBytes } = await request.sizes();
  const isScript = request.resourceType() === 'script';
  return { path: new URL(request.url()).pathname, isScript, bytes, headerBytes };
};

/** Notes from now on what a page transfers. @returns what came so far, the largest first */
export const watchTransfers = (page: Page): (() => Promise<Transfer[]>) => {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  return async () => {
    const transfers = await Promise.all(finished.map(describe));
    return transfers.sort((one, other) => other.bytes - one.bytes);
  };
};

/** Bytes of all bodies together. */
export const weightOf = (transfers: Transfer[]): number =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** JavaScript that a page may transfer, in bytes, compressed, everything included. */
export const budgets = { home: 140 * KB, signIn: 145 * KB, marking: 190 * KB, scan: 190 * KB };

/** How many round trips in a row a page may need until it can be used, with nothing in the cache. */
export const depths = { home: 2, signIn: 2, marking: 3, markingAgain: 2, scan: 2 };
