import { execa } from 'execa';
import { StartError } from '../start-error.ts';

const USER = 'postgres';

export interface Identity {
  uid: number;
  gid: number;
}

const readIdentity = async (): Promise<Identity | undefined> => {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((flag) => execa('id', [flag, USER], { reject: false })),
  );
  return uid?.exitCode === 0 && gid?.exitCode === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined;
};

/**
 * Root uses a separate user, because PostgreSQL refuses to run as root.
 * @throws StartError if it cannot be created
 */
export const ensurePostgresUser = async (): Promise<Identity> => {
  const existing = await readIdentity();
  if (existing) return existing;
  await execa('useradd', ['--system', '--user-group', '--no-create-home', USER], { reject: false });
  const made = await readIdentity();
  if (!made)
    throw new StartError(
      'PostgreSQL refuses to run as root, and the user postgres cannot be created: start as another user, or set DATABASE_URL.',
    );
  return made;
};
