import { tokenStore } from '../identity/token-store.ts';

/** The app asks within seconds, or for something else. */
const FRESH_MS = 30_000;

export interface EarlyAnswer {
  response: Response;
  /** By which it was asked for. */
  token: string;
  at: number;
}
/** What the page has asked for, by method and path. It belongs to the page: script and app are built apart. */
export type EarlyCalls = Record<string, Promise<EarlyAnswer | undefined>>;
declare global {
  var earlyCalls: EarlyCalls | undefined;
}

/** What was asked for early, given away once; undefined where the app is to ask: nothing came, or somebody else is signed in. */
export const takeEarlyAnswer = async (method: string, path: string): Promise<Response | undefined> => {
  const name = `${method} ${path}`;
  const calls = globalThis.earlyCalls;
  const call = calls?.[name];
  if (!calls || !call) return undefined;
  delete calls[name];
  const answer = await call;
  if (!answer || answer.token !== tokenStore.get() || Date.now() - answer.at > FRESH_MS) return undefined;
  return answer.response;
};
