import pidusage from 'pidusage';
import psList from 'ps-list';

/** What a run starts besides our own processes: PostgreSQL, MongoDB or its stand-in, Kafka. */
const SERVERS = /postgres|mongod|secantus|kafka/i;

/** Processes that a process started, and what those started. */
const descendantsOf = (pid: number, all: { pid: number; ppid: number; cmd?: string | undefined }[]) => {
  const byParent = Map.groupBy(all, ({ ppid }) => ppid);
  const below = (parent: number): typeof all =>
    (byParent.get(parent) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
};

/** CPU time that the servers started by this run have spent since their start, in ms, by process id. */
export const readServerCpu = async (): Promise<Map<number, number>> => {
  const servers = descendantsOf(process.pid, await psList()).filter(({ cmd = '' }) => SERVERS.test(cmd));
  if (servers.length === 0) return new Map();
  const stats = await pidusage(servers.map(({ pid }) => pid));
  return new Map(Object.entries(stats).map(([pid, { ctime }]) => [Number(pid), ctime]));
};

/** CPU time spent between two readings, in ms; a process that is new began with none. */
export const serverCpuBetween = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
