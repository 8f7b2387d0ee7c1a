import { installCatalog, onSignOut, TextsProvider } from '@qr-attendance/web-kit';
import { createRoot } from 'react-dom/client';
import { ProofDialog, type ProofRequest } from './proof-dialog.tsx';
import { proofCatalog } from './texts/index.ts';

export type { Prover } from './proof-dialog.tsx';

let cancelShown: (() => void) | undefined;
onSignOut(() => cancelShown?.());

/**
 * Shows the dialog above all open layers, in a separate React root, because the API client is not part of a
 * component.
 * @returns the access token that contains the proof; undefined if the user canceled
 */
export const askForProof = async (
  request: Omit<ProofRequest, 'onProved' | 'onCancel'>,
): Promise<string | undefined> => {
  await installCatalog(proofCatalog);
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const focused = document.activeElement;
    const close = (token?: string): void => {
      cancelShown = undefined;
      root.unmount();
      place.remove();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
      resolve(token);
    };
    cancelShown = () => close();
    root.render(
      <TextsProvider>
        <ProofDialog {...request} onProved={close} onCancel={() => close()} />
      </TextsProvider>,
    );
  });
};
