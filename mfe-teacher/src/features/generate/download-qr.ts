import { toDataURL } from 'qrcode';
import { ERROR_CORRECTION, QUIET_ZONE } from '../../shared/code/qr-path.ts';

/** Large enough for a poster on a door, in pixels. */
const WIDTH = 1024;

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
