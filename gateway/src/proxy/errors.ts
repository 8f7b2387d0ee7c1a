/** The upstream took longer than it may. */
export class UpstreamTimeout extends Error {
  override name = 'UpstreamTimeout';
}

/** Something between us and the upstream answered for it (502, 504); the client has that answer already. */
export class AnsweredForUpstream extends Error {
  override name = 'AnsweredForUpstream';
}

/** The client went away before the upstream answered; that says nothing about the upstream. */
export class ClientLeft extends Error {
  override name = 'ClientLeft';
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export const isLostConnection = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && LOST_CONNECTION.has(String(error.code));
