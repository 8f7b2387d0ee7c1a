import { InvalidArgumentError } from '@qr-attendance/server/command-line';

/** As the parser of an option, `chooseByName` ends a command with this message. */
export class UnknownNameError extends InvalidArgumentError {}

/**
 * Selects items for `--only`, in the order of the list. Each comma-separated part is a name or a part of
 * names. Without a selection, returns all.
 */
export const chooseByName = <Named extends { name: string }>(
  all: Named[],
  only: string | undefined,
): Named[] => {
  if (only === undefined) return all;
  const chosen = new Set<Named>();
  for (const part of only.split(',').map((text) => text.trim())) {
    const exact = all.filter(({ name }) => name === part);
    const fitting = exact.length > 0 ? exact : all.filter(({ name }) => part !== '' && name.includes(part));
    if (fitting.length === 0)
      throw new UnknownNameError(
        `Nothing is called “${part}”. There is:\n${all.map(({ name }) => `  ${name}`).join('\n')}`,
      );
    for (const item of fitting) chosen.add(item);
  }
  return all.filter((one) => chosen.has(one));
};
