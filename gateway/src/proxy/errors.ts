export class UpstreamTimeout extends Error {
  override name = 'UpstreamTimeout';
}

/** A proxy in front of the upstream answered (502, 504), and the client already has this answer. */
export class ProxyAnswered extends Error {
  override name = 'ProxyAnswered';
}

export class ClientDisconnected extends Error {
  override name = 'ClientDisconnected';
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export const isLostConnection = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && LOST_CONNECTION.has(String(error.code));
