/** Names sort by their time; no colon, which some storage minds. */
export const nameOfBackup = (at: Date): string => at.toISOString().replaceAll(':', '-');

const timeOf = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'));

/**
 * Backups older than so many days; all but the newest, whatever its age, and no name that isn't one of ours.
 * @param names the oldest first
 * @param keepDays undefined keeps all
 */
export const expiredBackups = (names: string[], keepDays: number | undefined, now: Date): string[] =>
  keepDays === undefined
    ? []
    : names.slice(0, -1).filter((name) => timeOf(name) < now.getTime() - keepDays * 86_400_000);
