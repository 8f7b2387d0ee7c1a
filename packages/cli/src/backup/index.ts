export * from './back-up.ts';
export { SECRETS_FILE, type Manifest } from './contents.ts';
export * from './lines-file.ts';
export * from './load.ts';
export * from './read-backup.ts';
export type { Servers } from './servers.ts';
export * from './rehearse.ts';
