/** A problem that a person can fix prevents the start; `message` is one clear sentence. */
export class StartError extends Error {
  override name = 'StartError';
}
