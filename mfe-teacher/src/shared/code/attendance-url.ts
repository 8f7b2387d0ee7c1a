/** Phone cameras open this URL, and the scan page reads the code from its path. */
export const attendanceUrl = (qrCode: string, origin = location.origin): string =>
  `${origin}/attendance/${encodeURIComponent(qrCode)}`;
