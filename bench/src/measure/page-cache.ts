import { execa } from 'execa';

/** Of `xargs`: some of what it ran failed, as for a file that has just been deleted. */
const SOME_FAILED = 123;

/** @throws Error where there is no such program */
const run = async (file: string, args: string[], input = ''): Promise<string> => {
  const { exitCode, stdout } = await execa(file, args, { input, reject: false, maxBuffer: 256 * 2 ** 20 });
  if (exitCode !== 0 && exitCode !== SOME_FAILED)
    throw new Error(`${file} ${args.join(' ')} ended with ${exitCode ?? 'nothing'}`);
  return stdout;
};

/** `fincore --raw` writes a blank, and what is no plain character, as `\x20`. */
const readName = (name: string): string =>
  name.replace(/\\x([0-9a-f]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));

/** What of the files in some folders the operating system holds in memory. */
const readHeld = async (folders: string[]): Promise<{ file: string; bytes: number }[]> => {
  const files = await run('find', [...folders, '-type', 'f', '-size', '+0', '-print0']);
  const columns = ['--bytes', '--raw', '--noheadings', '--output', 'RES,FILE'];
  const lines = (await run('xargs', ['-0', 'fincore', ...columns], files)).split('\n');
  return lines.flatMap((line) => {
    const [, bytes = '', name = ''] = /^\s*(\d+) (.+)$/.exec(line) ?? [];
    return Number(bytes) > 0 ? [{ file: readName(name), bytes: Number(bytes) }] : [];
  });
};

/** How many bytes of the files were held before, and are still. */
export interface Dropped {
  before: number;
  after: number;
}

/**
 * Makes the operating system forget the contents of all files in some folders, and nothing else, so that whoever needs them next
 * reads them from the disk. What a running process has mapped stays, as does what is known of folders and names. Needs GNU `dd`
 * and `fincore` of util-linux; undefined where they are missing.
 */
export const dropFromPageCache = async (folders: string[]): Promise<Dropped | undefined> => {
  const sum = (held: { bytes: number }[]) => held.reduce((all, { bytes }) => all + bytes, 0);
  try {
    const held = await readHeld(folders);
    // Copies nothing: tells the system that what it holds of the file isn't needed (POSIX_FADV_DONTNEED).
    const drop = ['dd', 'iflag=nocache', 'count=0', 'status=none', 'if={}'];
    await run('xargs', ['-0', '-P', '2', '-I{}', ...drop], held.map(({ file }) => file).join('\0'));
    return { before: sum(held), after: sum(await readHeld(folders)) };
  } catch {
    return undefined;
  }
};
