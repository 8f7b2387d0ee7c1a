import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError, type Tls } from '@qr-attendance/server';
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
    throw new ConfigError(`Configuration: ${variable} is wrong (its file holds no ${what} as PEM).`);
  }
};

/**
 * The gateway's own certificate; undefined where somebody in front speaks TLS, or nobody does.
 * @throws ConfigError naming the variable whose file is of no use
 */
export const readTls = async ({ TLS_CERT_FILE, TLS_KEY_FILE }: GatewayConfig): Promise<Tls | undefined> => {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  const cert = await read('TLS_CERT_FILE', TLS_CERT_FILE);
  const key = await read('TLS_KEY_FILE', TLS_KEY_FILE);
  const certificate = parse('TLS_CERT_FILE', 'certificate', () => new X509Certificate(cert));
  const privateKey = parse('TLS_KEY_FILE', 'private key', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError('Configuration: TLS_KEY_FILE is wrong (it is the key of another certificate).');
  return { cert, key };
};
