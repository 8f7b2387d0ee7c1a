/**
 * The version of the props that a remote requires from the shell. It grows when a remote built now would not work in
 * an older shell: 1. API client, identity, base path; 2. `api.call` signs where asked to (`signed: true`). The build
 * records which shared modules a remote imports: docs/decisions/micro-frontends.md.
 */
export const REMOTE_CONTRACT_VERSION = 2;

/** The oldest remotes that a shell built now still serves. Grows when what they ask for is taken away. */
export const OLDEST_SERVED_CONTRACT_VERSION = 1;

/** Whether a shell built now can serve a remote that was built against this version of the contract. */
export const servesContractVersion = (version: number): boolean =>
  version >= OLDEST_SERVED_CONTRACT_VERSION && version <= REMOTE_CONTRACT_VERSION;
