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

/** CPU time in ms since their start, by process id; one that has ended meanwhile is left out. */
export const readCpuOf = async (pids: number[]): Promise<Map<number, number>> => {
  const read = async (pid: number): Promise<[number, number][]> => {
    // Asked for one by one: a process that is gone fails its own question and no other.
    const stat = await pidusage(pid).catch(() => undefined);
    return stat ? [[pid, stat.ctime]] : [];
  };
  return new Map((await Promise.all(pids.map(read))).flat());
};

/** CPU time that the servers started by this run have spent since their start, in ms, by process id. */
export const readServerCpu = async (): Promise<Map<number, number>> => {
  const servers = descendantsOf(process.pid, await psList()).filter(({ cmd = '' }) => SERVERS.test(cmd));
  return readCpuOf(servers.map(({ pid }) => pid));
};

/** CPU time spent between two readings, in ms; a process that is new began with none. */
export const serverCpuBetween = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
