import { execa } from 'execa';

/** The exit code of `xargs` if some programs failed, as for a file that was just deleted. */
const SOME_FAILED = 123;

const run = async (file: string, args: string[], input = ''): Promise<string> => {
  const { exitCode, stdout } = await execa(file, args, { input, reject: false, maxBuffer: 256 * 2 ** 20 });
  if (exitCode !== 0 && exitCode !== SOME_FAILED)
    throw new Error(`${file} ${args.join(' ')} ended with ${exitCode ?? 'nothing'}`);
  return stdout;
};

const readName = (name: string): string =>
  name.replace(/\\x([0-9a-f]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));

const readHeld = async (folders: string[]): Promise<{ file: string; bytes: number }[]> => {
  const files = await run('find', [...folders, '-type', 'f', '-size', '+0', '-print0']);
  const columns = ['--bytes', '--raw', '--noheadings', '--output', 'RES,FILE'];
  const lines = (await run('xargs', ['-0', 'fincore', ...columns], files)).split('\n');
  return lines.flatMap((line) => {
    const [, bytes = '', name = ''] = /^\s*(\d+) (.+)$/.exec(line) ?? [];
    return Number(bytes) > 0 ? [{ file: readName(name), bytes: Number(bytes) }] : [];
  });
};

/** Cached bytes before and after. */
export interface Dropped {
  before: number;
  after: number;
}

/**
 * Evicts all files of these folders from the page cache, so that the next reader reads them from the disk.
 * Pages mapped by running processes stay. Needs GNU `dd` and `fincore` of util-linux; undefined if they are
 * missing.
 */
export const dropFromPageCache = async (folders: string[]): Promise<Dropped | undefined> => {
  const sum = (held: { bytes: number }[]) => held.reduce((all, { bytes }) => all + bytes, 0);
  try {
    const held = await readHeld(folders);
    // Copies nothing, but evicts the file (POSIX_FADV_DONTNEED).
    const drop = ['dd', 'iflag=nocache', 'count=0', 'status=none', 'if={}'];
    await run('xargs', ['-0', '-P', '2', '-I{}', ...drop], held.map(({ file }) => file).join('\0'));
    return { before: sum(held), after: sum(await readHeld(folders)) };
  } catch {
    return undefined;
  }
};
