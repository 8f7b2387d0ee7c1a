export type Secrets = Map<string, string>;

/**
 * The encodings of a secret: plain, in a URL, in JSON, and in base64, whose first characters do not depend on
 * what follows.
 */
const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/.?=*$/, ''),
];

export const findSecrets = (text: string, secrets: Secrets): string[] => {
  const folded = text.toLowerCase();
  return [...secrets]
    .filter(([, secret]) => spellingsOf(secret).some((spelling) => folded.includes(spelling.toLowerCase())))
    .map(([name]) => name);
};
