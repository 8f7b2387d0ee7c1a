export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

const toKnown = (tag: string): MailLanguage | undefined => {
  const primary = tag.split('-')[0]?.toLowerCase();
  return mailLanguages.find((known) => known === primary);
};

/** Compares the primary subtag (RFC 5646): `de-AT` is `de`. `*` selects no language. */
export const readLanguage = (tags: readonly (string | null | undefined)[]): MailLanguage | undefined => {
  for (const tag of tags) {
    const known = tag && toKnown(tag);
    if (known) return known;
  }
  return undefined;
};
