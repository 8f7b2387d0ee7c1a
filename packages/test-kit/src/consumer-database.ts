import type { DeadLetterStore, EventBus } from '@qr-attendance/messaging';

export interface ConsumerDatabase {
  deadLetters: DeadLetterStore;
  note: (eventId: string) => Promise<void>;
  noted: () => Promise<string[]>;
  tooSlow: () => Promise<void>;
  cut: () => void;
  fix: () => void;
  close: () => Promise<void>;
}

/**
 * The environment for tests of an adapter: connections to one bus, each like a separate process, and
 * databases.
 */
export interface BusUnderTest {
  connect: (timeScale: number, inBatches: (topic: string) => boolean) => Promise<EventBus>;
  openDatabase: () => Promise<ConsumerDatabase>;
}

/** Shortens two minutes to about two seconds. */
export const FAST_SCALE = 1 / 50;
