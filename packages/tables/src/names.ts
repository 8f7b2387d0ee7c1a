/** Titles and suffixes after a comma, which are not given names. */
const SUFFIX = /^(?:jr|sr|[iv]+|ph\.? ?d|m\.?d|mba|m\.?sc|b\.?sc|ma|ba|esq|dipl\.?-ing)\.?$/i;

/** Turns `Last, First` into `First Last`. Does not change the order of other names. */
export const readName = (text: string): string => {
  const parts = text.split(/[,،，]/).map((part) => part.trim());
  const [last = '', first = ''] = parts;
  if (parts.length !== 2 || last === '' || first === '' || SUFFIX.test(first)) return text.trim();
  return `${first} ${last}`;
};

export const joinCells = (cells: string[]): string => cells.filter(Boolean).join(' ');

/** Matches `Name <address>` and `Name (address)`. */
const BRACKETED = [
  /^([^<]*)<\s*(?:mailto:)?([^\s<>()@]+@[^\s<>()@]+)\s*>\s*[,;]?$/i,
  /^([^(]*)\(\s*(?:mailto:)?([^\s<>()@]+@[^\s<>()@]+)\s*\)\s*[,;]?$/i,
];

export interface Recipient {
  name?: string | undefined;
  email: string;
}

const withoutQuotes = (text: string): string =>
  text
    .trim()
    .replace(/^["'“„](.*)["'”“]$/u, '$1')
    .trim();

/** Reads `Name <address>`, `mailto:address` and an address alone. */
export const readRecipient = (text: string): Recipient | undefined => {
  const trimmed = text.trim();
  const match = BRACKETED[0]?.exec(trimmed) ?? BRACKETED[1]?.exec(trimmed);
  const name = withoutQuotes(match?.[1] ?? '');
  if (match) return { email: match[2] ?? '', ...(name !== '' && { name: readName(name) }) };
  const email = text
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[,;]$/, '');
  return /^[^\s<>()@,;]+@[^\s<>()@,;]+$/.test(email) ? { email } : undefined;
};

/**
 * Reads a line of recipients, as in the address field of a message; undefined if the line contains anything
 * else.
 */
export const readRecipients = (line: string): Recipient[] | undefined => {
  const recipients: Recipient[] = [];
  let rest = line.trim();
  while (rest !== '') {
    // A quoted name, and a name before an address in brackets, may contain commas.
    const next = /^(?:"[^"]*"\s*|[^<>;@"]*)<[^<>]*>/.exec(rest)?.[0] ?? /^[^\s,;<>]+/.exec(rest)?.[0];
    const recipient = next === undefined ? undefined : readRecipient(next);
    if (!recipient) return undefined;
    recipients.push(recipient);
    rest = rest.slice(next?.length).replace(/^[\s,;]+/, '');
  }
  return recipients;
};
