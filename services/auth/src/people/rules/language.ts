/** Languages that emails are written in. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

const toKnown = (tag: string): MailLanguage | undefined => {
  const primary = tag.split('-')[0]?.toLowerCase();
  return mailLanguages.find((known) => known === primary);
};

/**
 * The first of some language tags (RFC 5646) that emails are written in, by its primary subtag: `de-AT` is `de`. None for
 * `*`, which says nothing.
 */
export const readLanguage = (tags: readonly (string | null | undefined)[]): MailLanguage | undefined => {
  for (const tag of tags) {
    const known = tag && toKnown(tag);
    if (known) return known;
  }
  return undefined;
};
