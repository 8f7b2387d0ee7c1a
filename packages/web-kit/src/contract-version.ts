/**
 * The version of the props that a remote requires from the shell. Increase it when a new remote would not work in an
 * older shell: version 1 has API client, identity and base path; in version 2, `api.call` also signs requests (`signed:
 * true`). The build records which shared modules a remote imports: docs/decisions/micro-frontends.md.
 */
export const REMOTE_CONTRACT_VERSION = 2;

export const OLDEST_SERVED_CONTRACT_VERSION = 1;

export const servesContractVersion = (version: number): boolean =>
  version >= OLDEST_SERVED_CONTRACT_VERSION && version <= REMOTE_CONTRACT_VERSION;
