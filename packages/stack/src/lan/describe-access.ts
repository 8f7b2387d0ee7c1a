import { isIP } from 'node:net';
import qrcode from 'qrcode';
import type { Certificate } from './certificate.ts';

const WARNING =
  'A phone warns once that it does not know this certificate: choose Advanced (iPhone: Show Details), then go on to the page.';
const HERE = 'Open this address on this machine, too: codes lead to the address of the page that shows them.';
const PASSKEYS =
  'Passkeys need a host name and a certificate the phone trusts (--lan=<host name>, TLS_CERT_FILE, TLS_KEY_FILE); browsers allow none for bare addresses.';

/** Prints the URL as a QR code for phones, and explains the certificate warning. */
export const describeAccess = async (
  url: string,
  { host, certificate: { isOwn } }: { host: string; certificate: Certificate },
): Promise<string> => {
  const qr = await qrcode.toString(url, { type: 'terminal', small: true });
  const notes = [HERE, ...(isOwn ? [WARNING] : []), ...(isOwn || isIP(host) ? [PASSKEYS] : [])];
  return [`Phones on the same network open ${url} or scan`, '', qr, ...notes].join('\n');
};
