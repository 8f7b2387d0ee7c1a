import { parseJson } from '@qr-attendance/contracts/parse-json';
import type { InlineRemotes } from '../page-data.ts';

export const readPageData = <T extends object>(id: string): Partial<T> =>
  (parseJson(document.getElementById(id)?.textContent) as Partial<T> | null | undefined) ?? {};

declare global {
  /** The remote's data that the page for all paths lacks and the early script requests. */
  var remotesOfArea: Promise<Partial<InlineRemotes> | undefined> | undefined;
}
