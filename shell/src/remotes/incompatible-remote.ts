export class IncompatibleRemote extends Error {
  constructor(name: string, asksFor: string) {
    super(`${name} does not fit this shell: ${asksFor}`);
  }
}
