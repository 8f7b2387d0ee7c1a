import { type Supervised, superviseNode, waitUntilReady } from '@qr-attendance/stack';

/** A process of the cluster, of whichever release. */
export interface Program {
  entry: string;
  /** Settings, by the folder of the release where that is not this one. */
  env: (root?: string) => Record<string, string>;
  /** Where it answers. */
  url: string;
}

/** Starts processes by name, and replaces them. */
export const createProcesses = (dataDir: string) => {
  const programs = new Map<string, Program>();
  const running = new Map<string, Supervised>();

  const start = async (name: string, root?: string): Promise<Supervised> => {
    const program = programs.get(name);
    if (!program) throw new Error(`there is no process ${name}`);
    const process = await superviseNode(name, program.entry, program.env(root), dataDir, root);
    running.set(name, process);
    await waitUntilReady(process, program.url, { dataDir });
    return process;
  };

  return {
    /** Starts a process of the release in the folder `root`; of ours unless given. */
    add: (name: string, program: Program, root?: string): Promise<Supervised> => {
      programs.set(name, program);
      return start(name, root);
    },
    /** Ends a process as a roll-out does, and starts another release's in its place. Resolves when that one is ready. */
    replace: async (name: string, root?: string): Promise<void> => {
      await running.get(name)?.stop();
      await start(name, root);
    },
    names: () => [...programs.keys()],
    stop: async (): Promise<void> => {
      await Promise.all([...running.values()].map((process) => process.stop()));
    },
  };
};
