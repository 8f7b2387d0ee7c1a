import { create } from 'qrcode';

/** Modules of white around the symbol: ISO/IEC 18004 asks for 4, and dark mode needs them. */
export const QUIET_ZONE = 4;
/** Specification, section 9: lets the symbol stay coarse, and so readable from the last row. */
export const ERROR_CORRECTION = 'L';

/** A text as a QR symbol: an SVG path of its dark modules in a square of `size` units, quiet zone included. */
export const qrPath = (text: string): { size: number; path: string } => {
  const { modules } = create(text, { errorCorrectionLevel: ERROR_CORRECTION });
  const { size, data } = modules;
  let path = '';
  data.forEach((dark, index) => {
    if (!dark) return;
    path += `M${(index % size) + QUIET_ZONE} ${Math.floor(index / size) + QUIET_ZONE}h1v1h-1z`;
  });
  return { size: size + 2 * QUIET_ZONE, path };
};
