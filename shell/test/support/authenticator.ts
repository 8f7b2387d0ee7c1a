const bytes = new Uint8Array([1, 2, 3]).buffer;
const credentialOf = (response: object) => ({
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, ...response },
  getClientExtensionResults: () => ({}),
});

export const creationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'QR Attendance System' },
  user: { id: 'dXNlcg', name: 'ada@campus.example', displayName: 'Ada Lovelace' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};
export const requestOptions = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' };
/** The parts of the answers that the tests compare. */
export const asserted = { id: 'AQID', response: { signature: 'AQID' } };
export const registered = { id: 'AQID', response: { attestationObject: 'AQID' } };

/** Gives jsdom an authenticator. @param failures names of errors with which it fails first */
export const addAuthenticator = (...failures: string[]): void => {
  const answer = async (response: object) => {
    const failure = failures.shift();
    if (failure !== undefined) throw new DOMException('words of the browser', failure);
    return credentialOf(response);
  };
  Object.assign(globalThis, { PublicKeyCredential: Object.assign(() => undefined, {}) });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: () => answer({ attestationObject: bytes }),
      get: () => answer({ authenticatorData: bytes, signature: bytes, userHandle: bytes }),
    },
  });
};
export const removeAuthenticator = (): void => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
};
