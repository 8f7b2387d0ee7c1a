export class UpstreamTimeoutError extends Error {
  override name = 'UpstreamTimeoutError';
}

/** A proxy in front of the upstream answered (502, 504), and the client already has this answer. */
export class ProxyAnswerError extends Error {
  override name = 'ProxyAnswerError';
}

export class ClientDisconnectedError extends Error {
  override name = 'ClientDisconnectedError';
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export const isLostConnection = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && LOST_CONNECTION.has(String(error.code));
