import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation } from '@tanstack/react-query';
import { checkPath } from '../receipt-file.ts';

/** Black on white in every theme, with its quiet zone: scanners expect it. */
const asPicture = async (text: string): Promise<string> => {
  const { toString } = await import('qrcode');
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'L', margin: 4 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** Asks for a receipt of one of my marks, with its link as a QR code. */
export const useReceipt = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const { receipt } = await api.call(routes.attendance.getReceipt, { params: { id } });
      return { receipt, picture: await asPicture(window.location.origin + checkPath(receipt)) };
    },
  });
};
