import { X509Certificate } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest, type AgentOptions } from 'node:https';
import { text } from 'node:stream/consumers';

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
}
interface ReceivedResponse {
  status: number;
  text: string;
  /** The values of the headers `Set-Cookie`. */
  cookies: string[];
}
export type SendRequest = (url: string, asked: RequestOptions) => Promise<ReceivedResponse>;

/**
 * Trusts only the certificate that the gateway serves, whatever the host name, because the gateway may have names
 * that the certificate lacks.
 */
const trusting = (pem: string): AgentOptions => {
  const { fingerprint256 } = new X509Certificate(pem);
  return {
    ca: pem,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, peer) =>
      peer.fingerprint256 === fingerprint256
        ? undefined
        : new Error('another certificate than the gateway’s'),
  };
};

export const createAsk = (certificate?: string): SendRequest => {
  const agent =
    certificate === undefined ? undefined : new Agent({ keepAlive: true, ...trusting(certificate) });
  return (url, { method = 'GET', headers = {}, body, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const request = url.startsWith('https:') ? httpsRequest : httpRequest;
      const options = {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(agent ? { agent } : {}),
      };
      const sent = request(url, options, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        text(response).then(
          (answer) => resolve({ status, text: answer, cookies: received['set-cookie'] ?? [] }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
};
