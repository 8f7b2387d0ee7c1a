/** Asked for by a name that nothing has; the message lists the names there are. */
export class UnknownName extends Error {}

/**
 * Picks what `--only` asks for, in the order of the list: each part, separated by commas, is a whole name or a piece of names.
 * All of them when nothing is asked for.
 * @throws UnknownName where a part fits no name: a run of nothing must not pass for a success
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
      throw new UnknownName(
        `--only: nothing is called “${part}”. There is:\n${all.map(({ name }) => `  ${name}`).join('\n')}`,
      );
    for (const one of fitting) chosen.add(one);
  }
  return all.filter((one) => chosen.has(one));
};
