import { APP } from '../early/page-data.ts';
import { FILES_CACHE, isKept } from './kept-files.ts';

/** Where the worker keeps the page. */
const PAGE_CACHE = 'page';
/** Where the gateway has it: one for all paths, with nothing in it that changes with a remote's release. */
const ADDRESS = '/page-to-keep';
/** What was not opened for so long is asked for again, whoever released what meanwhile. */
const LONGEST_MS = 7 * 24 * 60 * 60 * 1_000;
/** Page and worker both have it renewed: whichever comes first. */
const JUST_NOW_MS = 10_000;

/** Pages that people open again and again; links of emails, and addresses that are none, go to the server. */
const PATHS = /^\/(?:$|(?:login|register|account|teacher|student|attendance|admin)(?:\/|$))/;

/** The app itself and imports, by their names, without which a page that is kept could not go on once its release is gone. */
const NEEDED = [APP, 'login', 'scan', 'federation', 'theme', 'de'];

/** The app's own scripts and all that are needed, as a page names them. */
const filesOf = (html: string): { app: string[]; all: string[] } => {
  const chunks = /id="chunks">([^<]*)</.exec(html)?.[1] ?? '{}';
  const named = JSON.parse(chunks) as Partial<Record<string, string[]>>;
  const all = new Set(NEEDED.flatMap((name) => named[name] ?? []));
  return {
    app: named[APP] ?? [],
    all: [...all].filter((file) => isKept(new URL(file, location.origin), location.origin)),
  };
};

const nonceIn = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];

const POLICY = 'content-security-policy';
/** What the worker notes beside the page: when it was last the server's, and the app's own scripts. */
const NOTE = 'x-kept';
interface Note {
  at: number;
  app: string[];
}
const noteOf = (kept: Response): Note => JSON.parse(kept.headers.get(NOTE) ?? '{"at":0,"app":[]}') as Note;
const withNote = (page: Response, html: string, note: Note): Response => {
  const headers = new Headers(page.headers);
  headers.set(NOTE, JSON.stringify(note));
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { headers });
};

/** How long ago the server last had the page so. Below 0 where the phone's clock was wrong then: nothing follows from it. */
const ageOf = (kept: Response): number => Date.now() - noteOf(kept).at;

/** The page with a nonce of its own, as each answer of the server has. */
const withFreshNonce = async (kept: Response): Promise<Response | undefined> => {
  const policy = kept.headers.get(POLICY);
  const nonce = nonceIn(policy);
  if (policy === null || nonce === undefined) return undefined;
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(kept.headers);
  headers.set(POLICY, policy.replaceAll(nonce, fresh));
  for (const name of ['etag', NOTE]) headers.delete(name);
  return new Response((await kept.text()).replaceAll(nonce, fresh), { headers });
};

/** Whether a visit may begin with the page that is kept: not a reload. */
export const mayBeginWithKept = ({ method, mode, cache, url }: Request): boolean =>
  method === 'GET' &&
  mode === 'navigate' &&
  cache !== 'reload' &&
  cache !== 'no-cache' &&
  PATHS.test(new URL(url).pathname);

/** The page that is kept, ready to be shown; undefined where there is none, or it is too old, or misses a script of the app. */
export const readKeptPage = async (): Promise<Response | undefined> => {
  const [pages, files] = await Promise.all([caches.open(PAGE_CACHE), caches.open(FILES_CACHE)]);
  const kept = await pages.match(ADDRESS);
  if (!kept) return undefined;
  const age = ageOf(kept);
  if (age < 0 || age > LONGEST_MS) return undefined;
  const found = await Promise.all(noteOf(kept).app.map((file) => files.match(file)));
  return found.every(Boolean) ? withFreshNonce(kept) : undefined;
};

/** Whether an answer is our page: on a network with a sign-in page of its own, any address may answer with that. */
const isOurs = (answer: Response, html: string): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !answer.redirected &&
  html.includes(`nonce="${nonceIn(answer.headers.get(POLICY)) ?? ''}"`) &&
  filesOf(html).app.length > 0;

/**
 * Keeps the page as the server has it now, with its files, for the next visit. What can't be had whole is not kept, and
 * what was kept before stays.
 * @param keepFile has a file among those that are kept, or rejects
 * @throws TypeError where the server can't be reached
 */
export const keepPage = async (keepFile: (file: string) => Promise<void>): Promise<void> => {
  const pages = await caches.open(PAGE_CACHE);
  const before = await pages.match(ADDRESS);
  const age = before ? ageOf(before) : Infinity;
  if (age >= 0 && age < JUST_NOW_MS) return;
  const tag = before?.headers.get('etag');
  const answer = await fetch(ADDRESS, { cache: 'no-store', headers: tag ? { 'if-none-match': tag } : {} });
  const newest = answer.status === 304 ? before : answer;
  if (!newest) return;
  const html = await newest.text();
  if (newest === answer && !isOurs(answer, html)) return;
  const { app, all } = filesOf(html);
  await Promise.all(all.map(keepFile));
  await pages.put(ADDRESS, withNote(newest, html, { at: Date.now(), app }));
};

/** Forgets the page: another release of the worker may keep it in another form. */
export const forgetPage = async (): Promise<void> => void (await caches.delete(PAGE_CACHE));
