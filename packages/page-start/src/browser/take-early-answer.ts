/** The app uses the answer within seconds or not at all. */
const FRESH_MS = 30_000;

export interface EarlyAnswer {
  response: Response;
  token: string;
  at: number;
}
/** Early requests by method and path. They are global, because early script and app are separate bundles. */
export type EarlyCalls = Record<string, Promise<EarlyAnswer | undefined>>;
declare global {
  var earlyCalls: EarlyCalls | undefined;
}

/** Undefined if the call was not made early, or for another token than the current one. */
export const takeEarlyAnswer = async (
  method: string,
  path: string,
  currentToken: () => string | undefined,
): Promise<Response | undefined> => {
  const name = `${method} ${path}`;
  const calls = globalThis.earlyCalls;
  const call = calls?.[name];
  if (!calls || !call) return undefined;
  delete calls[name];
  const answer = await call;
  if (!answer || answer.token !== currentToken() || Date.now() - answer.at > FRESH_MS) return undefined;
  return answer.response;
};
