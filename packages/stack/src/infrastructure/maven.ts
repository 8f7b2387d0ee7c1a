import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { StartError } from '../start-error.ts';
import { ensureFolder, TOOLS_DIR } from './folders.ts';

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const OLDEST_JAVA = 17;

export interface JavaProgram {
  /** For error messages. */
  title: string;
  /** The name of its folder, with its version. */
  name: string;
  /** Goals of Maven's dependency plugin, and their options. */
  goals: string[];
  options: string[];
  /** Throws unless the downloaded files are the expected ones. */
  verify?: (folder: string) => Promise<void>;
}

const folderOf = ({ name }: JavaProgram): string => join(TOOLS_DIR, name);

const javaVersion = async (): Promise<number> => {
  const { exitCode, all } = await execa('java', ['-version'], { reject: false, all: true });
  return exitCode === 0 ? Number(/version "(\d+)/.exec(all ?? '')?.[1] ?? 0) : 0;
};

/** Whether a program responds, such as a command with the argument `-version`. */
export const responds = async (program: string, argument: string): Promise<boolean> => {
  const { exitCode } = await execa(program, [argument], { reject: false, stdio: 'ignore', timeout: 15_000 });
  return exitCode === 0;
};

/** Whether Java is installed, and the program is installed or can be downloaded. */
export const canRunJavaProgram = async (program: JavaProgram): Promise<boolean> =>
  (await javaVersion()) >= OLDEST_JAVA &&
  (existsSync(folderOf(program)) || (await responds('mvn', '-version')));

/** Downloads a program once with Maven, using Maven's settings. @returns its folder */
export const installJavaProgram = async (program: JavaProgram): Promise<string> => {
  const { title, goals, options, verify } = program;
  const folder = folderOf(program);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await ensureFolder(unfinished);
  try {
    const args = [...goals.map((goal) => `${PLUGIN}:${goal}`), ...options, `-DoutputDirectory=${unfinished}`];
    const { exitCode, all } = await execa('mvn', ['-B', '-ntp', '-q', ...args], {
      // Without a project, the plugin leaves its marks in the working directory.
      cwd: unfinished,
      reject: false,
      all: true,
    });
    const why = all?.split('\n').find((line) => line.includes('ERROR')) ?? 'it could not be run';
    if (exitCode !== 0) throw new StartError(`Maven could not download ${title}: ${why}`);
    await verify?.(unfinished);
    // A concurrent start may have finished first; its copy is equivalent.
    await rename(unfinished, folder).catch(() => undefined);
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};
