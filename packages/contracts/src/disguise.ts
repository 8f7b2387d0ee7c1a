import { z } from 'zod/mini';

/**
 * Invisible characters, and characters that change the direction of surrounding text, let one name pass for
 * another. Soft hyphen, Arabic letter mark, Mongolian vowel separator, zero-width and directional marks,
 * embeddings, overrides and isolates, invisible operators, byte order mark.
 */
const DISGUISING = '\\u00AD\\u061C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF';
/** Letters and their signs of Arabic, Devanagari and the other Indic scripts from Bengali to Sinhala. */
const JOINED =
  '\\u0620-\\u065F\\u066E-\\u06D3\\u06D5\\u06FA-\\u06FF\\u0750-\\u077F\\u08A0-\\u08FF' +
  '\\u0900-\\u0963\\u0971-\\u09E3\\u09F0-\\u0A65\\u0A70-\\u0AE5\\u0AF0-\\u0B65\\u0B70-\\u0BE5\\u0BF0-\\u0C65' +
  '\\u0C70-\\u0CE5\\u0CF0-\\u0D65\\u0D70-\\u0DE5\\u0DF0-\\u0DFF';
/**
 * Zero-width joiner and non-joiner are part of the spelling between two of these letters, as in many Persian
 * words.
 */
const JOINER = `(?<=[${JOINED}])[\\u200C\\u200D](?=[${JOINED}])`;
/**
 * A joiner between two emoji combines them. The ranges are surrogates, because the expression is not in
 * Unicode mode.
 */
const EMOJI_JOINER = '(?<=[\\uDC00-\\uDFFF\\uFE0F])\\u200D(?=[\\uD83C-\\uD83E\\u2600-\\u27BF])';
const UNDISGUISED = new RegExp(`^(?:[^${DISGUISING}]|${JOINER}|${EMOJI_JOINER})*$`);
/** Pages look up the translation of this message. */
export const DISGUISED_NAME =
  'must not contain invisible characters or characters that change the direction of text';

export const undisguisedText = () => z.regex(UNDISGUISED, DISGUISED_NAME);
