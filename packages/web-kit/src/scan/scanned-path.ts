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

/** Undefined if it cannot be a code. */
export const scannedCode = (value: string): string | undefined => {
  const trimmed = value.trim();
  const code = codeInUrl(trimmed) ?? trimmed;
  return /^\.{0,2}$/.test(code) ? undefined : code;
};

/** Enough to recognize a foreign code by; an address has a maximum length. */
const MAX_FOREIGN_LENGTH = 64;
/** Half of a surrogate pair has no encoding. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Any host is accepted (specification, section 2). Undefined for blank values and for dots. */
export const scannedPath = (value: string): string | undefined => {
  const code = scannedCode(value);
  if (code === undefined) return undefined;
  const shown = isPossibleCode(code) ? code : [...code].slice(0, MAX_FOREIGN_LENGTH).join('');
  return `/attendance/${encodeURIComponent(shown.replace(LONE_SURROGATES, ''))}`;
};
