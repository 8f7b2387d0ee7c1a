import { ERROR_CORRECTION, QUIET_ZONE } from '@qr-attendance/ui-kit/qr';
import { toDataURL } from 'qrcode';

const WIDTH = 1024;

/** Characters that file systems reject become hyphens. */
export const downloadName = (courseCode: string, date: string): string => {
  const safe = courseCode.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^-|-$/g, '');
  return `${safe || 'course'}-${date}.png`;
};

export const downloadQr = async (text: string, fileName: string): Promise<void> => {
  const link = document.createElement('a');
  link.href = await toDataURL(text, {
    errorCorrectionLevel: ERROR_CORRECTION,
    margin: QUIET_ZONE,
    width: WIDTH,
  });
  link.download = fileName;
  link.click();
};
