import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { supervise } from '../supervise.ts';
import { waitUntil } from '../wait-until.ts';
import { ensureFolder } from './folders.ts';
import { startKafkaContainer } from './kafka-container.ts';
import { canRunKafka, hasDocker, installKafka } from './kafka-program.ts';
import { secureBroker, userOptions, type KafkaSecurity } from './kafka-security.ts';
import { LOG4J_PROPERTIES, READY_LINE, serverProperties } from './kafka-settings.ts';
import { stopLeftoverProcess } from './leftover-process.ts';
import type { PostgresOptions as PostgresWanted } from './postgres.ts';
import type { Server } from './server.ts';

type KafkaOptions = Omit<PostgresWanted, 'password'> & {
  /** Only the embedded broker can require TLS and authentication. */
  security?: KafkaSecurity;
};

const prepare = async (folder: string, classPath: string, port: number, security?: KafkaSecurity) => {
  const settings = join(folder, 'server.properties');
  const logging = join(folder, 'log4j2.properties');
  const data = join(folder, 'log');
  const controllerPort = await freePort();
  const secured = security && (await secureBroker(folder, security));
  await writeFile(settings, serverProperties(data, { port, controllerPort }, secured), { mode: 0o600 });
  await writeFile(logging, LOG4J_PROPERTIES, { mode: 0o600 });
  const java = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Dlog4j2.configurationFile=${logging}`];
  if (!existsSync(join(data, 'meta.properties'))) {
    // The tool would parse an id that begins with a dash as an option.
    const id = `k${randomBytes(16).toString('base64url').slice(1)}`;
    const format = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', settings];
    if (security) format.push(...userOptions(security));
    await execa('java', ['-Xmx128m', ...java, '-cp', classPath, ...format]).catch(() => {
      throw new StartError(`The folder ${folder} cannot be set up for Kafka; move it away and start again.`);
    });
  }
  return ['-Xms64m', '-Xmx256m', ...java, '-cp', classPath, 'kafka.Kafka', settings];
};

const startEmbedded = async ({ dataDir, signal, security }: KafkaOptions): Promise<Server> => {
  const folder = await ensureFolder(join(dataDir, 'kafka'));
  await ensureFolder(join(dataDir, 'logs'));
  const logFile = join(dataDir, 'logs', 'kafka.log');
  const pidFile = join(dataDir, 'kafka.pid');
  await stopLeftoverProcess(pidFile, folder, 'SIGTERM');
  const classPath = await installKafka();
  const port = await freePort();
  const args = await prepare(folder, classPath, port, security);
  // The file must not contain the ready line of an earlier start.
  await writeFile(logFile, '', { mode: 0o600 });
  const server = await supervise({ name: 'kafka', file: 'java', args, logFile, pidFile });
  const isReady = async () => {
    if (!(await readFile(logFile, 'utf8')).includes(READY_LINE)) throw new Error('not yet');
  };
  try {
    await waitUntil(isReady, { withinMs: 90_000, process: server, signal });
  } catch {
    await server.stop();
    throw new StartError(`Kafka does not start on ${folder}, which may be damaged; its log is ${logFile}.`);
  }
  return { url: `127.0.0.1:${port}`, stop: server.stop, pid: server.pid };
};

const answers = (broker: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(`kafka://${broker}`);
    const socket = connect({ host: hostname, port: Number(port), timeout: 5_000 });
    const tell = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => tell(true));
    socket.once('timeout', () => tell(false));
    socket.once('error', () => tell(false));
  });

/**
 * Uses the brokers of `given` (`host:port`, separated by commas), or starts a broker with its data in
 * `<dataDir>/kafka`.
 * @returns a server whose `url` is a list of brokers in the same format
 */
export const provideKafka = async (wanted: KafkaOptions): Promise<Server> => {
  const { given } = wanted;
  if (given) {
    const areReachable = await Promise.all(given.split(',').map((broker) => answers(broker.trim())));
    if (!areReachable.includes(true)) throw new StartError('Kafka does not respond at KAFKA_BROKERS.');
    return { url: given, stop: async () => undefined, pid: () => undefined };
  }
  if (await canRunKafka()) return startEmbedded(wanted);
  if (await hasDocker()) return startKafkaContainer();
  throw new StartError(
    'No Kafka was found: install Java 17 or newer and Maven (or Docker), or set KAFKA_BROKERS, and start again.',
  );
};
