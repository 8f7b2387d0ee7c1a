import type { DeadLetterStore, EventBus } from '@qr-attendance/messaging';

/** The database of a service that handles events, which a test can disconnect. */
export interface ConsumerDatabase {
  deadLetters: DeadLetterStore;
  /** Records an event as handled. */
  note: (eventId: string) => Promise<void>;
  noted: () => Promise<string[]>;
  /** A statement that always times out, while others are answered. */
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
  /**
   * @param timeScale multiplies the pauses of the retry schedule
   * @param inBatches topics whose events share messages
   */
  connect: (timeScale: number, inBatches: (topic: string) => boolean) => Promise<EventBus>;
  openDatabase: () => Promise<ConsumerDatabase>;
}

/** Two minutes become about two seconds. */
export const HURRIED_SCALE = 1 / 50;
