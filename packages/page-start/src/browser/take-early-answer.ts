const FRESH_MS = 30_000;

export interface EarlyAnswer {
  response: Response;
  token: string;
  at: number;
}
/** Early requests by method and path; global, because the early script and the app are separate bundles. */
export type EarlyCalls = Record<string, Promise<EarlyAnswer | undefined>>;
declare global {
  var earlyCalls: EarlyCalls | undefined;
}

/** Returns undefined if the call was not made early, or was made with another token. */
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
