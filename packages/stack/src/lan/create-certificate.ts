import { isIP } from 'node:net';
import { generate } from 'selfsigned';

const DAY_MS = 86_400_000;
/** iPhones reject certificates with a validity of more than 825 days. */
const VALID_DAYS = 800;

const nameOf = (host: string) =>
  isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host };

export const createCertificate = async (hosts: string[]): Promise<{ cert: string; key: string }> => {
  const made = await generate([{ name: 'commonName', value: 'QR Attendance System' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: hosts.map(nameOf) },
    ],
  });
  return { cert: made.cert, key: made.private };
};
