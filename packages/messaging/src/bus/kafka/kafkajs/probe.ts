import type { RetryOptions } from 'kafkajs';
import type { Logger } from '@qr-attendance/observability';
import type { KafkaSettings } from '../settings.ts';
import { makeKafka } from './make-kafka.ts';

/** A broker that restarts may close a connection too, but not as often. */
const FEW: RetryOptions = { initialRetryTime: 200, retries: 3 };

/** Asks the cluster about itself. @throws what kafkajs says */
export const probe = async (settings: KafkaSettings, log: Logger): Promise<void> => {
  const admin = makeKafka(settings, log, FEW).admin({ retry: FEW });
  try {
    await admin.connect();
    await admin.describeCluster();
  } finally {
    await admin.disconnect();
  }
};
