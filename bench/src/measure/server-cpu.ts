import pidusage from 'pidusage';
import psList from 'ps-list';

/**
 * Finds the servers of this run by their command lines. The MongoDB replacement takes several times the CPU
 * of MongoDB.
 */
const SERVERS: [name: string, command: RegExp][] = [
  ['PostgreSQL', /postgres/i],
  ['MongoDB', /mongod\b/i],
  ['MongoDB’s stand-in', /secantus/i],
  ['Kafka', /kafka/i],
];

const descendantsOf = (pid: number, all: { pid: number; ppid: number; cmd?: string | undefined }[]) => {
  const byParent = Map.groupBy(all, ({ ppid }) => ppid);
  const below = (parent: number): typeof all =>
    (byParent.get(parent) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
};

/** CPU time in ms since each process started, by process id; omits ended processes. */
export const readCpuOf = async (pids: number[]): Promise<Map<number, number>> => {
  const read = async (pid: number): Promise<[number, number][]> => {
    // Each process is queried separately, so that an ended process does not fail the query of the others.
    const stat = await pidusage(pid).catch(() => undefined);
    return stat ? [[pid, stat.ctime]] : [];
  };
  return new Map((await Promise.all(pids.map(read))).flat());
};

export interface ServerCpu {
  name: string;
  cpu: number;
}

export const readServerCpu = async (): Promise<Map<number, ServerCpu>> => {
  const servers = descendantsOf(process.pid, await psList()).flatMap(({ pid, cmd = '' }) => {
    const [name] = SERVERS.find(([, command]) => command.test(cmd)) ?? [];
    return name === undefined ? [] : [{ pid, name }];
  });
  const cpus = await readCpuOf(servers.map(({ pid }) => pid));
  return new Map(servers.map(({ pid, name }) => [pid, { name, cpu: cpus.get(pid) ?? 0 }]));
};

export const serverCpuBetween = (
  before: Map<number, ServerCpu>,
  after: Map<number, ServerCpu>,
): Map<string, number> => {
  const spent = new Map<string, number>();
  for (const [pid, { name, cpu }] of after)
    spent.set(name, (spent.get(name) ?? 0) + Math.max(0, cpu - (before.get(pid)?.cpu ?? 0)));
  return spent;
};
