import { isPossibleCode } from './code-of-path.ts';

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const codeInUrl = (value: string): string | undefined => {
  if (!URL.canParse(value)) return undefined;
  const segment = /^\/attendance\/([^/]+)\/?$/.exec(new URL(value).pathname)?.[1];
  return segment === undefined ? undefined : decode(segment);
};

/** Undefined if the value cannot be a code. */
export const scannedCode = (value: string): string | undefined => {
  const trimmed = value.trim();
  const code = codeInUrl(trimmed) ?? trimmed;
  return /^\.{0,2}$/.test(code) ? undefined : code;
};

/** Length of a foreign code that is shown; addresses have a maximum length. */
const MAX_FOREIGN_LENGTH = 64;
/** Half of a surrogate pair cannot be encoded in a URL. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Accepts any host (specification, section 2). Undefined for blank values and for dots. */
export const scannedPath = (value: string): string | undefined => {
  const code = scannedCode(value);
  if (code === undefined) return undefined;
  const shown = isPossibleCode(code) ? code : [...code].slice(0, MAX_FOREIGN_LENGTH).join('');
  return `/attendance/${encodeURIComponent(shown.replace(LONE_SURROGATES, ''))}`;
};
