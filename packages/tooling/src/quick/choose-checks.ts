/** Folders with the types of pages; all others are types of servers and tools. */
const OF_PAGES = /^(?:mfe-[^/]+\/(?:src|test)|shell\/(?:src|test)|packages\/(?:web|ui)-kit)\//;
/** All tests of an app read its texts. */
const TEXTS = /\/texts\/(?:[\w-]+\.json|index\.ts)$/;

export interface QuickChecks {
  /** Files with code. */
  code: string[];
  /** Workspaces whose types of servers and tools are checked. */
  servers: string[];
  pages: boolean;
  /** Sources of pages, whose tests run, and changed tests. */
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
    // Pages use the contracts.
    pages:
      ofPages.length > 0 || files.some((file) => TEXTS.test(file) || file.startsWith('packages/contracts/')),
    testedPages: ofPages.filter(
      (file) => isTest(file) || (!file.startsWith('packages/') && !TEXTS.test(file)),
    ),
    serverTests: ofServers.filter(isTest),
  };
};
