import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import { createCertificate } from './create-certificate.ts';

export interface Certificate {
  certFile: string;
  keyFile: string;
  cert: string;
  isOwn: boolean;
}

const RENEW_BEFORE_MS = 30 * 86_400_000;

const isFor = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;

const filesIn = (folder: string) => [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const;

const readKept = async (certFile: string, keyFile: string, hosts: string[]): Promise<string | undefined> => {
  try {
    const cert = await readFile(certFile, 'utf8');
    const certificate = new X509Certificate(cert);
    const isGood =
      certificate.checkPrivateKey(createPrivateKey(await readFile(keyFile))) &&
      hosts.every((host) => isFor(certificate, host)) &&
      certificate.validToDate.getTime() > Date.now() + RENEW_BEFORE_MS;
    return isGood ? cert : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Creates the certificate of a host at first use, and before it expires. Certificates are stored by host, so phones
 * that accepted a certificate are not warned again when the laptop returns to a network.
 */
export const storeCertificate = async (dataDir: string, host: string): Promise<Certificate> => {
  const hosts = [...new Set(['localhost', '127.0.0.1', host])];
  // Earlier releases stored a single certificate in the parent folder.
  const folders = [join(dataDir, 'tls'), join(dataDir, 'tls', host)];
  for (const folder of folders) {
    const [certFile, keyFile] = filesIn(folder);
    const kept = await readKept(certFile, keyFile, hosts);
    if (kept !== undefined) return { certFile, keyFile, cert: kept, isOwn: true };
  }

  const { cert, key } = await createCertificate(hosts);
  const folder = join(dataDir, 'tls', host);
  const [certFile, keyFile] = filesIn(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(keyFile, { force: true });
  await writeFile(keyFile, key, { mode: 0o600 });
  await chmod(keyFile, 0o600);
  await writeFile(certFile, cert, { mode: 0o600 });
  return { certFile, keyFile, cert, isOwn: true };
};

/**
 * Reads a certificate that the operator provides. @throws StartError if it is missing, unusable or expired
 */
export const readCertificate = async (
  certPath: string,
  keyPath: string,
  host: string,
): Promise<Certificate> => {
  const [certFile, keyFile] = [resolve(certPath), resolve(keyPath)];
  const cert = await readFile(certFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`TLS_CERT_FILE cannot be read (${error.code ?? error.message}).`);
  });
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new StartError('TLS_CERT_FILE contains no PEM certificate.');
  }
  if (certificate.validToDate < new Date())
    throw new StartError(`The certificate in TLS_CERT_FILE expired on ${certificate.validTo}.`);
  if (!isFor(certificate, host))
    throw new StartError(
      `The certificate in TLS_CERT_FILE is not for ${host}; use its host name: npm start -- --lan=<host name>`,
    );
  return { certFile, keyFile, cert, isOwn: false };
};
