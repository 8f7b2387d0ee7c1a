export interface Server {
  url: string;
  stop: () => Promise<void>;
  pid: () => number | undefined;
}
