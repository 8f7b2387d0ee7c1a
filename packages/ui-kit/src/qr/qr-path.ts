import { create } from 'qrcode';

/** ISO/IEC 18004 requires a quiet zone of 4 modules, and dark mode needs it. */
export const QUIET_ZONE = 4;
/** Specification, section 9. The low level keeps the modules large and readable from the last row. */
export const ERROR_CORRECTION = 'L';

/** A QR code as an SVG path within a square of `size` units, including the quiet zone. */
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
