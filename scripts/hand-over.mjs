// Runs a program of the project on the project's own Node and passes on signals, arguments and the exit code.
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

export const handOver = async (entry) => {
  const node = await installOrExplain();
  const path = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH;
  const child = spawn(
    node,
    // kafkajs sets some timers below zero, which is harmless.
    ['ExperimentalWarning', 'TimeoutNegativeWarning']
      .map((warning) => `--disable-warning=${warning}`)
      .concat(join(root, entry), process.argv.slice(2)),
    // The program ends when the channel to this process closes.
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Compiled once, our programs and what they import start in half the time.
      env: Object.assign({ NODE_COMPILE_CACHE: join(root, '.cache', 'node') }, process.env, { PATH: path }),
    },
  );
  // Ctrl-C reaches the child by itself, as it shares the terminal; the other signals are passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm, told to end, ends only the shell between it and us.
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
