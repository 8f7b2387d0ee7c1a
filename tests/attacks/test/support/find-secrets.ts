/** By what each is: `the PIN` → the PIN. */
export type Secrets = Map<string, string>;

/** As it is, as in an address, within JSON, and in base64, where the first bytes stay the same wherever it begins a value. */
const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/.?=*$/, ''),
];

/** Which of the secrets a text holds, in whatever spelling. */
export const findSecrets = (text: string, secrets: Secrets): string[] => {
  const folded = text.toLowerCase();
  return [...secrets]
    .filter(([, secret]) => spellingsOf(secret).some((spelling) => folded.includes(spelling.toLowerCase())))
    .map(([name]) => name);
};
