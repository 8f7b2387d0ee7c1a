import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import getPort, { portNumbers } from 'get-port';

const HOST = '127.0.0.1';
// The ports are below the ephemeral ports (from 32768 on Linux, 49152 elsewhere).
const FIRST_PORT = 20_000;
const RANGES = 100;
const PORTS_PER_PROCESS = 100;

const takeRange = async () => {
  // A random start makes collisions with deliberately chosen ports unlikely.
  const begin = randomInt(RANGES);
  for (let tried = 0; tried < RANGES; tried++) {
    const first = FIRST_PORT + ((begin + tried) % RANGES) * PORTS_PER_PROCESS;
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
let returned = 0;

/**
 * Finds a free port for a process that starts shortly afterwards. Each process reserves a range
 * for its lifetime by listening on the first port of the range, so that no two processes get the same port. A
 * port is returned again only after all others of the range. If all ranges are reserved, returns any free
 * port.
 * @param preferred is returned while it is free
 * @param host at which the process will listen
 * @returns the port
 */
export const freePort = async (preferred?: number, host = HOST): Promise<number> => {
  if (preferred !== undefined && (await getPort({ host, port: preferred })) === preferred) return preferred;
  const own = await (range ??= takeRange());
  if (!own) return getPort({ host });
  const next = own.from + (returned++ % (PORTS_PER_PROCESS - 1));
  return getPort({ host, port: [...portNumbers(next, own.to), ...portNumbers(own.from, next)] });
};
