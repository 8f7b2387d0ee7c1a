import { areaOfPath } from '@qr-attendance/contracts/areas';
import { MOVED_STATUS } from '@qr-attendance/contracts/moved';
import { APP } from '@qr-attendance/page-start/app';
import { chunksOfTexts, languages } from '@qr-attendance/web-kit/language-names';
import { FILES_CACHE, isCacheable } from './cacheable-files.ts';

const PAGE_CACHE = 'page';
/** The gateway's page for all paths, which contains nothing that changes with a remote's release. */
const PAGE_PATH = '/page-to-keep';
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;
/**
 * Page and worker both renew the cached page. A renewal within this time after the previous renewal is
 * skipped.
 */
const MIN_RENEWAL_INTERVAL_MS = 10_000;

const PATHS = /^\/(?:$|(?:login|signed-in|register|account)(?:\/|$))/;
/** Excludes links in emails and unknown paths, which must reach the server. */
const isOpenedRegularly = (path: string): boolean => PATHS.test(path) || areaOfPath(path) !== undefined;

/** The app and the named imports that a cached page still needs after its release has been replaced. */
const NEEDED = [
  APP,
  'login',
  'providers',
  'scan',
  'federation',
  'theme',
  ...Object.keys(languages).flatMap(chunksOfTexts),
];

const filesOf = (html: string): { app: string[]; all: string[] } => {
  const chunks = /id="chunks">([^<]*)</.exec(html)?.[1] ?? '{}';
  const named = JSON.parse(chunks) as Partial<Record<string, string[]>>;
  const all = new Set(NEEDED.flatMap((name) => named[name] ?? []));
  return {
    app: named[APP] ?? [],
    all: [...all].filter((file) => isCacheable(new URL(file, location.origin), location.origin)),
  };
};

const nonceIn = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];

const POLICY = 'content-security-policy';
/** The header in which the worker stores the app's scripts, and when the page was last current. */
const METADATA = 'x-kept';
interface Metadata {
  at: number;
  app: string[];
}
const metadataOf = (cached: Response): Metadata =>
  JSON.parse(cached.headers.get(METADATA) ?? '{"at":0,"app":[]}') as Metadata;
const withMetadata = (page: Response, html: string, metadata: Metadata): Response => {
  const headers = new Headers(page.headers);
  headers.set(METADATA, JSON.stringify(metadata));
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { headers });
};

/** The time since the page was last current; negative if the device's clock was wrong. */
const ageOf = (cached: Response): number => Date.now() - metadataOf(cached).at;

const withFreshNonce = async (cached: Response): Promise<Response | undefined> => {
  const policy = cached.headers.get(POLICY);
  const nonce = nonceIn(policy);
  if (policy === null || nonce === undefined) return undefined;
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(cached.headers);
  headers.set(POLICY, policy.replaceAll(nonce, fresh));
  for (const name of ['etag', METADATA]) headers.delete(name);
  return new Response((await cached.text()).replaceAll(nonce, fresh), { headers });
};

/** Whether a navigation may be answered from the cache; reloads may not. */
export const canServeFromCache = ({ method, mode, cache, url }: Request): boolean =>
  method === 'GET' &&
  mode === 'navigate' &&
  cache !== 'reload' &&
  cache !== 'no-cache' &&
  isOpenedRegularly(new URL(url).pathname);

export const readCachedPage = async (): Promise<Response | undefined> => {
  const [pages, files] = await Promise.all([caches.open(PAGE_CACHE), caches.open(FILES_CACHE)]);
  const cached = await pages.match(PAGE_PATH);
  if (!cached) return undefined;
  const age = ageOf(cached);
  if (age < 0 || age > MAX_AGE_MS) return undefined;
  const found = await Promise.all(metadataOf(cached).app.map((file) => files.match(file)));
  return found.every(Boolean) ? withFreshNonce(cached) : undefined;
};

/** Rejects pages of captive portals, which may answer any URL. */
const isOurs = (answer: Response, html: string): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !answer.redirected &&
  html.includes(`nonce="${nonceIn(answer.headers.get(POLICY)) ?? ''}"`) &&
  filesOf(html).app.length > 0;

/**
 * Does not cache an incomplete page, and keeps the previous one. Throws TypeError if the server is
 * unreachable.
 */
export const cachePage = async (cacheFile: (file: string) => Promise<void>): Promise<void> => {
  const pages = await caches.open(PAGE_CACHE);
  const before = await pages.match(PAGE_PATH);
  const age = before ? ageOf(before) : Infinity;
  if (age >= 0 && age < MIN_RENEWAL_INTERVAL_MS) return;
  const tag = before?.headers.get('etag');
  const answer = await fetch(PAGE_PATH, { cache: 'no-store', headers: tag ? { 'if-none-match': tag } : {} });
  // The system has left this address: the next visit must reach the server, which leads to the new one.
  if (answer.status === MOVED_STATUS) return deleteCachedPage();
  const newest = answer.status === 304 ? before : answer;
  if (!newest) return;
  const html = await newest.text();
  if (newest === answer && !isOurs(answer, html)) return;
  const { app, all } = filesOf(html);
  await Promise.all(all.map(cacheFile));
  await pages.put(PAGE_PATH, withMetadata(newest, html, { at: Date.now(), app }));
};

/** Deletes the page, because another release of the worker may use another format. */
export const deleteCachedPage = async (): Promise<void> => void (await caches.delete(PAGE_CACHE));
