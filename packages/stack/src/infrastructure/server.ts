/** Stopping only affects servers that we started. */
export interface Server {
  url: string;
  stop: () => Promise<void>;
  pid: () => number | undefined;
}
