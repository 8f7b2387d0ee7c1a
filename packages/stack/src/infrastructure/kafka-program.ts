import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { StartError } from '../start-error.ts';
import { ensureFolder, TOOLS_DIR } from './folders.ts';

const VERSION = '4.3.1';
const POM = join(import.meta.dirname, '../../kafka/pom.xml');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const OLDEST_JAVA = 17;
const jars = () => join(TOOLS_DIR, `kafka-${VERSION}`);

const javaVersion = async (): Promise<number> => {
  const { exitCode, all } = await execa('java', ['-version'], { reject: false, all: true });
  return exitCode === 0 ? Number(/version "(\d+)/.exec(all ?? '')?.[1] ?? 0) : 0;
};

const answers = async (program: string, argument: string): Promise<boolean> => {
  const { exitCode } = await execa(program, [argument], { reject: false, stdio: 'ignore', timeout: 15_000 });
  return exitCode === 0;
};

/** Whether Kafka can run on this machine as a Java program, and is installed or can be downloaded. */
export const canRunKafka = async (): Promise<boolean> =>
  (await javaVersion()) >= OLDEST_JAVA && (existsSync(jars()) || (await answers('mvn', '-version')));

export const hasDocker = (): Promise<boolean> => answers('docker', 'info');

/** Downloads Apache Kafka once with Maven, using Maven's settings. @returns the class path */
export const installKafka = async (): Promise<string> => {
  const folder = jars();
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    await ensureFolder(TOOLS_DIR);
    const options = ['-DincludeScope=runtime', `-DoutputDirectory=${unfinished}`];
    const { exitCode, all } = await execa('mvn', ['-B', '-ntp', '-q', '-f', POM, COPY, ...options], {
      reject: false,
      all: true,
    });
    if (exitCode !== 0) {
      await rm(unfinished, { recursive: true, force: true });
      const why = all?.split('\n').find((line) => line.includes('ERROR')) ?? 'it could not be run';
      throw new StartError(`Maven could not download Apache Kafka: ${why}`);
    }
    // A concurrent start may have finished first; its copy is equivalent.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return join(folder, '*');
};
