import { once } from 'node:events';
import { createServer } from 'node:net';
import getPort, { portNumbers } from 'get-port';

const HOST = '127.0.0.1';
// Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere).
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
const PORTS_PER_PROCESS = 100;

const takeRange = async () => {
  for (let first = FIRST_PORT; first <= LAST_PORT; first += PORTS_PER_PROCESS) {
    const owner = createServer((socket) => socket.destroy());
    try {
      await once(owner.listen(first, HOST), 'listening');
    } catch {
      continue;
    }
    owner.unref();
    return { from: first + 1, to: first + PORTS_PER_PROCESS - 1 };
  }
  return undefined;
};

let range: ReturnType<typeof takeRange> | undefined;
let told = 0;

/**
 * A port of 127.0.0.1 on which nobody listens.
 *
 * Whoever asks starts a process on it, which listens a moment later. So that no other process is told the same port
 * meanwhile, each takes a range of its own for as long as it lives: it listens on the first port of the range, which
 * the system allows one process at a time. A port comes again only after all others of the range. Should all ranges
 * be taken, any free port is told.
 */
export const freePort = async (): Promise<number> => {
  const own = await (range ??= takeRange());
  if (!own) return getPort({ host: HOST });
  const next = own.from + (told++ % (PORTS_PER_PROCESS - 1));
  return getPort({ host: HOST, port: [...portNumbers(next, own.to), ...portNumbers(own.from, next)] });
};
