const DOT = '.\u2024\u3002\uFF0E\uFF61';
/**
 * Positions at which a link or an address is split: after the colon of a scheme, after a dot of a host name
 * or IPv4 address, and after an @.
 */
const INSIDE_LINK = new RegExp(
  String.raw`(?<=:)(?=[/\\]{2})|(?<=\S[${DOT}])(?=[\p{L}\p{N}-]*\p{L})|(?<=\d[${DOT}])(?=\d+[${DOT}]\d+)|(?<=[@\uFF20])(?=\S)|(?<=\b(?:mailto|tel|sms|data|javascript):)(?=\S)`,
  'giu',
);
/** The limit is high enough for most course titles, and too low for a message. */
const MAX_TYPED = 60;

/** Shortens user input, because the institution's emails must not carry messages of users. */
export const shortenTypedText = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_TYPED ? `${characters.slice(0, MAX_TYPED - 1).join('')}…` : text;
};

/** Splits text that a mail program would turn into a link, unless the link leads to this installation. */
export const withoutForeignLinks = (text: string, origins: readonly string[]): string =>
  text
    .split(/(\s+)/)
    .map((word) =>
      origins.some((origin) => word === origin || word.startsWith(`${origin}/`))
        ? word
        : word.replaceAll(INSIDE_LINK, ' '),
    )
    .join('');
