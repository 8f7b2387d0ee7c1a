import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError, type Tls, type TlsSource } from '@qr-attendance/server';
import type { GatewayConfig } from './config.ts';

const read = async (variable: string, file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `Configuration: ${variable} is wrong (its file cannot be read: ${(error as NodeJS.ErrnoException).code}).`,
    );
  }
};

const parse = <T>(variable: string, what: string, make: () => T): T => {
  try {
    return make();
  } catch {
    throw new ConfigError(
      `Configuration: ${variable} is wrong (its file contains no ${what} in PEM format).`,
    );
  }
};

const readPair = async (certFile: string, keyFile: string): Promise<Tls> => {
  const cert = await read('TLS_CERT_FILE', certFile);
  const key = await read('TLS_KEY_FILE', keyFile);
  const certificate = parse('TLS_CERT_FILE', 'certificate', () => new X509Certificate(cert));
  const privateKey = parse('TLS_KEY_FILE', 'private key', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError('Configuration: TLS_KEY_FILE is wrong (it does not match the certificate).');
  return { cert, key };
};

export const readTls = async ({
  TLS_CERT_FILE: cert,
  TLS_KEY_FILE: key,
}: GatewayConfig): Promise<TlsSource | undefined> => {
  if (cert === undefined || key === undefined) return undefined;
  const again = () => readPair(cert, key);
  return { first: await again(), files: [cert, key], read: again };
};
