import { Admin } from '@platformatic/kafka';
import type { KafkaSettings } from '../settings.ts';
import { optionsOf } from './options.ts';

/** Asks the cluster about itself. @throws what @platformatic/kafka says */
export const probe = async (settings: KafkaSettings): Promise<void> => {
  // A broker that restarts may close a connection too, but not as often.
  const admin = new Admin(optionsOf(settings, { retries: 3 }));
  try {
    await admin.metadata({ topics: [] });
  } finally {
    await admin.close();
  }
};
