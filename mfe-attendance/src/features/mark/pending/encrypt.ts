/** A text encrypted with a non-extractable key, which pages of this site can use but not read. */
export interface EncryptedText {
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** Nonce length (NIST SP 800-38D, 5.2.1.1). */
const IV_BYTES = 12;
const settings = (iv: Uint8Array<ArrayBuffer>, label: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(label),
});

/** Encrypts a text for the owner in the label. Decryption with another label fails. */
export const encrypt = async (text: string, label: string): Promise<EncryptedText> => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = await crypto.subtle.encrypt(settings(iv, label), key, new TextEncoder().encode(text));
  return { key, iv, bytes };
};

/** Throws OperationError if the data was changed or encrypted with another label. */
export const decrypt = async ({ key, iv, bytes }: EncryptedText, label: string): Promise<string> =>
  new TextDecoder().decode(await crypto.subtle.decrypt(settings(iv, label), key, bytes));
