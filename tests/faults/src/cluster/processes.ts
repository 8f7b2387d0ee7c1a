import { type SupervisedProcess, superviseNode, waitUntilReady } from '@qr-attendance/stack';

export interface Program {
  entry: string;
  env: (root?: string) => Record<string, string>;
  url: string;
}

export const createProcesses = (dataDir: string) => {
  const programs = new Map<string, Program>();
  const running = new Map<string, SupervisedProcess>();

  const start = async (name: string, root?: string): Promise<SupervisedProcess> => {
    const program = programs.get(name);
    if (!program) throw new Error(`there is no process ${name}`);
    const process = await superviseNode(name, program.entry, program.env(root), dataDir, { root });
    running.set(name, process);
    await waitUntilReady(process, program.url, { dataDir });
    return process;
  };

  return {
    add: (name: string, program: Program, root?: string): Promise<SupervisedProcess> => {
      programs.set(name, program);
      return start(name, root);
    },
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
