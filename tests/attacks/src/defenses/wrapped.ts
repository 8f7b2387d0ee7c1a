import { readFileSync } from 'node:fs';
import type { Defense } from './defense.ts';

const defended = new Map<string, Map<string, Defense[]>>();

const isOff = (name: string): boolean =>
  readFileSync(process.env['ATTACK_DEFENSES_OFF'] ?? '', 'utf8')
    .split('\n')
    .includes(name);

export const addDefense = (url: string, defense: Defense): void => {
  const ofModule = defended.get(url) ?? new Map<string, Defense[]>();
  ofModule.set(defense.exported, [...(ofModule.get(defense.exported) ?? []), defense]);
  defended.set(url, ofModule);
};

/**
 * The function that other modules receive. The wrappers of `sourceOf` import this.
 * @public
 */
export const wrapped = (url: string, exported: string, original: Parameters<Defense['wrap']>[0]) =>
  (defended.get(url)?.get(exported) ?? []).reduce(
    (inner, { name, wrap }) => wrap(inner, () => isOff(name)),
    original,
  );

/**
 * The source of a module with the same exports as the module at `url`, with the defended functions wrapped;
 * undefined for modules without defenses. A missing export stops the process, like any wrong import.
 */
export const sourceOf = (url: string): string | undefined => {
  const names = [...(defended.get(url)?.keys() ?? [])];
  if (names.length === 0) return undefined;
  const [original, own] = [`${url}?undefended`, import.meta.url].map((address) => JSON.stringify(address));
  return [
    `import { wrapped } from ${own};`,
    `import { ${names.map((name) => `${name} as original_${name}`).join(', ')} } from ${original};`,
    `export * from ${original};`,
    // The function is wrapped at the first call, because modules can import each other.
    ...names.map(
      (name) => `let wrapped_${name};
export function ${name}(...args) {
  wrapped_${name} ??= wrapped(${JSON.stringify(url)}, '${name}', original_${name});
  return wrapped_${name}(...args);
}`,
    ),
  ].join('\n');
};
