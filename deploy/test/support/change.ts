import type { Manifest } from './manifests.ts';

type Path = (string | number)[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const follow = (start: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (isObject(at) ? Reflect.get(at, step) : undefined), start);

export const copyOf = (manifests: Manifest[]): Manifest[] => structuredClone(manifests);

export const POD: Path = ['spec', 'template', 'spec'];
export const CONTAINER: Path = [...POD, 'containers', 0];

export const change = (
  manifests: Manifest[],
  [kind, name]: readonly [kind: string, name: string],
  path: Path,
  value: unknown,
): Manifest[] => {
  const changed = copyOf(manifests);
  const manifest = changed.find((found) => found.kind === kind && found.metadata.name === name);
  const parent = follow(manifest, path.slice(0, -1));
  const last = path.at(-1);
  if (!isObject(parent) || last === undefined) throw new Error(`no ${path.join('.')} in ${kind} ${name}`);
  const before = JSON.stringify(manifest);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  if (JSON.stringify(manifest) === before) throw new Error(`${path.join('.')} is so already`);
  return changed;
};

export const without = (manifests: Manifest[], [kind, name]: readonly [string, string]): Manifest[] => {
  const left = manifests.filter((found) => found.kind !== kind || found.metadata.name !== name);
  if (left.length === manifests.length) throw new Error(`no ${kind} ${name}`);
  return left;
};
