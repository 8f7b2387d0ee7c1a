/** Something a person can fix keeps the system from starting; `message` is one clear sentence. */
export class StartError extends Error {
  override name = 'StartError';
}
