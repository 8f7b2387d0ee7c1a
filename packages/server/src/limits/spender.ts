import type { Caller } from '../identity/caller.ts';

/** Proofs that a request comes from the person or client whose budget it spends. */
export const PROOFS = {
  person: 'a valid access token of the person',
  trace:
    "a browser's cookie, an access token that expired or was rejected, or one where no service checks it",
  browser: 'a secret that a browser received when its owner signed in',
  link: 'a secret link',
  address: 'the network address (IPv6: its /64)',
  credential: 'an access token that cannot be verified, at a network address',
  named: 'nothing: anybody who names the account',
  everybody: 'nothing: all clients together',
} as const;
export type Proof = keyof typeof PROOFS;

declare const proven: unique symbol;
/** The key of a counter or queue. The type states which proof a request needs to spend the budget of the key. */
export type LimitKey<P extends Proof = Proof> = string & { readonly [proven]: P };

const limitKey = <P extends Proof>(proof: P, ...parts: string[]): LimitKey<P> =>
  `${proof}:${JSON.stringify(parts)}` as LimitKey<P>;

/** Keys of different proofs never collide. */
export const limitKeys = {
  person: ({ id }: Pick<Caller, 'id'>) => limitKey('person', id),
  trace: (personId: string) => limitKey('trace', personId),
  browser: (secretHash: string, ...about: string[]) => limitKey('browser', secretHash, ...about),
  link: (token: string) => limitKey('link', token),
  address: (addressKey: string, ...about: string[]) => limitKey('address', addressKey, ...about),
  credential: (addressKey: string, digest: string) => limitKey('credential', addressKey, digest),
  named: (account: string, ...about: string[]) => limitKey('named', account, ...about),
  everybody: (...about: string[]) => limitKey('everybody', ...about),
} satisfies Record<Proof, (...parts: never[]) => LimitKey>;
