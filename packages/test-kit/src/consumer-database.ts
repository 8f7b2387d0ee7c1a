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
 * The environment of an adapter's tests: connections to one bus, each as if in its own process, and
 * databases.
 */
export interface BusUnderTest {
  connect: (timeScale: number, inBatches: (topic: string) => boolean) => Promise<EventBus>;
  openDatabase: () => Promise<ConsumerDatabase>;
}

/** Two minutes become about two seconds. */
export const FAST_SCALE = 1 / 50;
