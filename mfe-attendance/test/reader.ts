import { base64URLStringToBuffer } from '@simplewebauthn/browser';

/**
 * Replaces the phone's fingerprint reader, which jsdom lacks, with a fake that returns `answers` in order.
 */
export const putReader = (...answers: (() => Promise<unknown>)[]) => {
  const challenges: string[] = [];
  const get = async ({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) => {
    challenges.push(Buffer.from(publicKey.challenge).toString('base64url'));
    return answers.shift()?.();
  };
  const PublicKeyCredential = Object.assign(() => {}, {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
  });
  Object.assign(globalThis, { PublicKeyCredential });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  return { challenges };
};
export const takeReaderAway = () => Object.assign(globalThis, { PublicKeyCredential: undefined });

const bytes = base64URLStringToBuffer('AQID');
export const confirmed = async () => ({
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
  getClientExtensionResults: () => ({}),
});
export const brokenOff = async () => {
  throw new DOMException('words of the browser', 'NotAllowedError');
};
