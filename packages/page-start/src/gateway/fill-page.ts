import { escapeHtml } from '@qr-attendance/server';

/** Escapes text that would end the script element or begin a comment. */
export const toInlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

interface PageContent {
  nonce: string;
  timeZone: string;
  institution: unknown;
  signInOptions: unknown;
  /** The share of page loads that report timings. */
  reportsSample: number;
  serviceWorker: 'on' | 'off';
  remotes: string;
}

/**
 * Fills the placeholders of the shell's built page in a single pass, so that no content is taken for a
 * placeholder.
 */
export const fillPage = (
  html: string,
  { nonce, timeZone, institution, signInOptions, reportsSample, serviceWorker, remotes }: PageContent,
): string => {
  const content: Record<string, string> = {
    __CSP_NONCE__: nonce,
    __CAMPUS_TIME_ZONE__: escapeHtml(timeZone),
    __REPORTS_SAMPLE__: String(reportsSample),
    __SERVICE_WORKER__: serviceWorker,
    __INSTITUTION__: toInlineJson(institution),
    __SIGN_IN_OPTIONS__: toInlineJson(signInOptions),
    __REMOTES__: remotes,
  };
  return html.replaceAll(/__[A-Z_]+?__/g, (placeholder) => content[placeholder] ?? placeholder);
};
