/** Folders whose files are type-checked as pages; others are checked as servers and tools. */
const OF_PAGES = /^(?:mfe-[^/]+\/(?:src|test)|shell\/(?:src|test)|packages\/(?:web|ui)-kit)\//;
/** Files of texts, which all tests of an app read. */
const TEXTS = /\/texts\/(?:[\w-]+\.json|index\.ts)$/;

export interface QuickChecks {
  code: string[];
  /** Workspaces that are type-checked as servers and tools. */
  servers: string[];
  pages: boolean;
  /** Changed tests of pages, and changed sources whose tests must run. */
  testedPages: string[];
  serverTests: string[];
}

const workspaceOf = (file: string): string | undefined =>
  /^(?:(?:packages|services|tests)\/[^/]+|gateway|bench|deploy)(?=\/)/.exec(file)?.[0];

export const chooseChecks = (files: string[]): QuickChecks => {
  const code = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  const [ofPages, ofServers] = [
    code.filter((file) => OF_PAGES.test(file)),
    code.filter((file) => !OF_PAGES.test(file)),
  ];
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  return {
    code,
    servers: [...new Set(ofServers.flatMap((file) => workspaceOf(file) ?? []))],
    pages:
      ofPages.length > 0 || files.some((file) => TEXTS.test(file) || file.startsWith('packages/contracts/')),
    testedPages: ofPages.filter(
      (file) => isTest(file) || (!file.startsWith('packages/') && !TEXTS.test(file)),
    ),
    serverTests: ofServers.filter(isTest),
  };
};
