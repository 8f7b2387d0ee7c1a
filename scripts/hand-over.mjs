// Runs a program on the project's Node, and forwards signals, arguments and the exit code.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { install, root } from './install.mjs';

/** The exit code of a program whose shared libraries are missing. */
const NOT_LOADED = 127;

const installOrExplain = async () => {
  try {
    return await install();
  } catch (error) {
    console.error(`The project folder cannot be used: ${error.message}`);
    return process.exit(1);
  }
};

export const handOver = async (entry, args = []) => {
  const node = await installOrExplain();
  const path = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH;
  const child = spawn(
    node,
    // kafkajs sets timers below zero, which is harmless.
    ['ExperimentalWarning', 'TimeoutNegativeWarning']
      .map((warning) => `--disable-warning=${warning}`)
      .concat(join(root, entry), args),
    // The program ends when the channel to this process closes.
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // With a compile cache, programs start in half the time.
      env: Object.assign({ NODE_COMPILE_CACHE: join(root, '.cache', 'node') }, process.env, { PATH: path }),
    },
  );
  // Ctrl-C reaches the child directly, because it shares the terminal; other signals are forwarded.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // When npm is terminated, it only ends the shell between itself and this process.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === shell || child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => {
    if (code === NOT_LOADED)
      console.error(
        'Node 26 needs a library that this machine lacks. On Debian and Ubuntu, run: apt-get install libatomic1',
      );
    process.exit(signal ? 1 : code);
  });
};
