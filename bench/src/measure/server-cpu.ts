import pidusage from 'pidusage';
import psList from 'ps-list';

/** What a run starts besides our own processes, by its command line. What stands in for MongoDB costs several times as much. */
const SERVERS: [name: string, command: RegExp][] = [
  ['PostgreSQL', /postgres/i],
  ['MongoDB', /mongod\b/i],
  ['MongoDB’s stand-in', /secantus/i],
  ['Kafka', /kafka/i],
];

/** Processes that a process started, and what those started. */
const descendantsOf = (pid: number, all: { pid: number; ppid: number; cmd?: string | undefined }[]) => {
  const byParent = Map.groupBy(all, ({ ppid }) => ppid);
  const below = (parent: number): typeof all =>
    (byParent.get(parent) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
};

/** CPU time in ms since their start, by process id; one that has ended meanwhile is left out. */
export const readCpuOf = async (pids: number[]): Promise<Map<number, number>> => {
  const read = async (pid: number): Promise<[number, number][]> => {
    // Asked for one by one: a process that is gone fails its own question and no other.
    const stat = await pidusage(pid).catch(() => undefined);
    return stat ? [[pid, stat.ctime]] : [];
  };
  return new Map((await Promise.all(pids.map(read))).flat());
};

/** CPU time of a server's process since its start, in ms. */
export interface ServerCpu {
  name: string;
  cpu: number;
}

/** CPU time that the servers started by this run have spent since their start, by process id. */
export const readServerCpu = async (): Promise<Map<number, ServerCpu>> => {
  const servers = descendantsOf(process.pid, await psList()).flatMap(({ pid, cmd = '' }) => {
    const [name] = SERVERS.find(([, command]) => command.test(cmd)) ?? [];
    return name === undefined ? [] : [{ pid, name }];
  });
  const cpus = await readCpuOf(servers.map(({ pid }) => pid));
  return new Map(servers.map(({ pid, name }) => [pid, { name, cpu: cpus.get(pid) ?? 0 }]));
};

/** CPU time spent between two readings, in ms, by server; a process that is new began with none. */
export const serverCpuBetween = (
  before: Map<number, ServerCpu>,
  after: Map<number, ServerCpu>,
): Map<string, number> => {
  const spent = new Map<string, number>();
  for (const [pid, { name, cpu }] of after)
    spent.set(name, (spent.get(name) ?? 0) + Math.max(0, cpu - (before.get(pid)?.cpu ?? 0)));
  return spent;
};
