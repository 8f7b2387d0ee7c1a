/** A remote that asks for another shell than this one. */
export class IncompatibleRemote extends Error {
  constructor(name: string, asksFor: string) {
    super(`${name} does not fit this shell: ${asksFor}`);
  }
}
