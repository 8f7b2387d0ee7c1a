/** The start failed for a reason that a person can fix; `message` is one clear sentence. */
export class StartError extends Error {
  override name = 'StartError';
}
