import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KafkaSecurity {
  cert: string;
  key: string;
  username: string;
  password: string;
}
export const SECURE_LISTENER = 'SASL_SSL';
const SCRAM = 'SCRAM-SHA-512';

const loginModule = (kind: 'scram.Scram' | 'plain.Plain', options: Record<string, string>): string => {
  const given = Object.entries(options).map(([name, value]) => `${name}="${value}"`);
  return `org.apache.kafka.common.security.${kind}LoginModule required ${given.join(' ')};`;
};

/** Writes the certificate, and the settings that require TLS and authentication on the only listener. */
export const secureBroker = async (
  folder: string,
  { cert, key, username, password }: KafkaSecurity,
): Promise<Record<string, string>> => {
  const keyStore = join(folder, 'key-store.pem');
  const trustStore = join(folder, 'trust-store.pem');
  await writeFile(keyStore, `${key.trim()}\n${cert.trim()}\n`, { mode: 0o600 });
  await writeFile(trustStore, cert, { mode: 0o600 });
  const login = { username, password };
  const listener = `listener.name.${SECURE_LISTENER.toLowerCase()}`;
  return {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore.replaceAll('\\', '/'),
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': trustStore.replaceAll('\\', '/'),
    'sasl.enabled.mechanisms': `${SCRAM},PLAIN`,
    'sasl.mechanism.inter.broker.protocol': SCRAM,
    [`${listener}.${SCRAM.toLowerCase()}.sasl.jaas.config`]: loginModule('scram.Scram', login),
    [`${listener}.plain.sasl.jaas.config`]: loginModule('plain.Plain', {
      ...login,
      [`user_${username}`]: password,
    }),
  };
};

export const userOptions = ({ username, password }: KafkaSecurity): string[] => [
  '--add-scram',
  `${SCRAM}=[name=${username},password=${password}]`,
];
