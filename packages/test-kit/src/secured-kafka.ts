import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate, provideKafka } from '@qr-attendance/stack';

const HOST = '127.0.0.1';

/** A separate broker that accepts one user, over TLS only. */
export const startSecuredKafka = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'qr-secured-kafka-'));
  const certificate = await createCertificate([HOST]);
  const login = { username: 'attendance-system', password: randomBytes(18).toString('hex') };
  const caFile = join(dataDir, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  const server = await provideKafka({
    given: undefined,
    dataDir,
    security: { ...certificate, ...login },
  });
  return {
    env: {
      EVENT_BUS: 'kafka',
      KAFKA_BROKERS: server.url,
      KAFKA_TOPIC_PARTITIONS: '1',
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA_FILE: caFile,
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: login.username,
      KAFKA_SASL_PASSWORD: login.password,
    },
    writeOtherCa: async (): Promise<string> => {
      const file = join(dataDir, 'other-ca.pem');
      await writeFile(file, (await createCertificate([HOST])).cert);
      return file;
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
