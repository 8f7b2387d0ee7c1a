/** A piece of infrastructure, ours or somebody else's. Stopping touches only what we started. */
export interface Server {
  /** Connection string. */
  url: string;
  stop: () => Promise<void>;
  pid: () => number | undefined;
}
