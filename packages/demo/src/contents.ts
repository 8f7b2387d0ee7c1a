import { connectMongo } from '@qr-attendance/server/mongo';
import { StartError, type Databases } from '@qr-attendance/stack';
import pg from 'pg';
import { ADMIN, createPeople } from './people.ts';

const MISSING_TABLE = '42P01';

const readAddresses = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'demo' });
  try {
    await client.connect();
    const { rows } = await client.query<{ email: string }>('SELECT email FROM users');
    return rows.map(({ email }) => email);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === MISSING_TABLE) return [];
    throw error;
  } finally {
    await client.end();
  }
};

const countDocuments = async (url: string, collection: string): Promise<number> => {
  const connection = await connectMongo(url, { name: 'demo' });
  try {
    return await connection.collection(collection).countDocuments();
  } finally {
    await connection.close();
  }
};

export interface Contents {
  demoPeople: number;
  otherPeople: number;
  courses: number;
  sessions: number;
}
export type ContentDatabases = Pick<Databases, 'auth' | 'course' | 'session'>;

export const readContents = async ({ auth, course, session }: ContentDatabases): Promise<Contents> => {
  const { teachers, students } = createPeople();
  const demo = new Set([
    ADMIN.email,
    ...[...teachers, ...students.map(({ form }) => form)].map(({ email }) => email),
  ]);
  const addresses = await readAddresses(auth);
  const demoPeople = addresses.filter((address) => demo.has(address)).length;
  return {
    demoPeople,
    otherPeople: addresses.length - demoPeople,
    courses: await countDocuments(course, 'courses'),
    sessions: await countDocuments(session, 'sessions'),
  };
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const describe = ({ demoPeople, otherPeople, courses, sessions }: Contents): string =>
  [
    counted(demoPeople + otherPeople, 'person', 'people'),
    counted(courses, 'course', 'courses'),
    counted(sessions, 'class', 'classes'),
  ].join(', ');

/**
 * The demo's password is public, so only an empty system, or a system with an interrupted demo, may be filled.
 * @throws StartError
 */
export const ensureEmpty = async (databases: ContentDatabases): Promise<void> => {
  const contents = await readContents(databases);
  const isInterrupted = contents.demoPeople > 0;
  const isEmpty = contents.courses === 0 && contents.sessions === 0;
  if (contents.otherPeople === 0 && (isInterrupted || isEmpty)) return;
  throw new StartError(
    `--demo fills only an empty system, and this one contains ${describe(contents)}. Nothing was changed.\nStart without --demo, or fill another data folder: DATA_DIR=.data/demo PORT=8081 npm start -- --demo`,
  );
};
