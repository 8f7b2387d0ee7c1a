/**
 * Texts of refusals by code, in languages other than English; the servers' messages are in English. Refusals
 * of one service are beside its contract; those of several services or of the gateway are here.
 */
const files: ((language: string) => Promise<{ default: Record<string, string> }>)[] = [
  (language) => import(/* webpackChunkName: "[request]" */ `./${language}.json`),
  (language) => import(/* webpackChunkName: "[request]" */ `../attendance/refusals/${language}.json`),
  (language) => import(/* webpackChunkName: "[request]" */ `../auth/refusals/${language}.json`),
  (language) => import(/* webpackChunkName: "[request]" */ `../course/refusals/${language}.json`),
  (language) => import(/* webpackChunkName: "[request]" */ `../session/refusals/${language}.json`),
];

export const loadRefusals = async (language: string): Promise<Record<string, string>> => {
  // A language that is not complete yet lacks files; their refusals stay in English.
  const loaded = await Promise.allSettled(files.map((load) => load(language)));
  return Object.assign({}, ...loaded.map((file) => (file.status === 'fulfilled' ? file.value.default : {})));
};
