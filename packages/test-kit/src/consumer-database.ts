import type { DeadLetterStore, EventBus } from '@qr-attendance/messaging';

/** The database of a service that handles events, which a test can take away. */
export interface ConsumerDatabase {
  deadLetters: DeadLetterStore;
  /** Remembers an event as handled. */
  note: (eventId: string) => Promise<void>;
  noted: () => Promise<string[]>;
  /** A statement that always runs into its time limit, while others are answered. */
  tooSlow: () => Promise<void>;
  cut: () => void;
  fix: () => void;
  close: () => Promise<void>;
}

/**
 * The environment of an adapter's tests: connections to one bus, each as if in a process of its own, and databases.
 */
export interface BusUnderTest {
  /**
   * @param timeScale multiplies the pauses of the real schedule by which events are tried again
   * @param inBatches which topics' events share messages
   */
  connect: (timeScale: number, inBatches: (topic: string) => boolean) => Promise<EventBus>;
  openDatabase: () => Promise<ConsumerDatabase>;
}

/** Two minutes become some two seconds. */
export const HURRIED_SCALE = 1 / 50;
