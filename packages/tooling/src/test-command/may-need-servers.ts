import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const BROWSER_CODE = /^(shell|mfe-\w+|packages\/(web|ui)-kit)\//;
/** Packages that start servers, and any of their modules. */
const STARTS_SERVERS = /^(@qr-attendance|packages)\/(stack|demo|cli|test-kit)(\/|$)/;
const IMPORTED = /\bfrom '([^']+)'/g;

const usesServers = (file: string, root: string, seen: Set<string>): boolean => {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  if (STARTS_SERVERS.test(relative(root, file))) return true;
  return [...readFileSync(file, 'utf8').matchAll(IMPORTED)].some(([, name = '']) => {
    if (STARTS_SERVERS.test(name)) return true;
    return name.startsWith('.') && usesServers(join(dirname(file), name), root, seen);
  });
};

export const mayNeedServers = (args: readonly string[], root: string): boolean => {
  const files = args.filter((arg) => /\.test\.tsx?$/.test(arg) && existsSync(join(root, arg)));
  if (files.length === 0) return !args.some((arg) => BROWSER_CODE.test(`${arg}/`));
  return files.some((file) => !BROWSER_CODE.test(file) && usesServers(join(root, file), root, new Set()));
};
