import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RECEIPT_TYPE, type ReceiptClaims, type ReceiptKeys } from '@qr-attendance/contracts';
import { installCatalog } from '@qr-attendance/web-kit';
import { answer, fakeApi, lostConnection, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { Route, Routes } from 'react-router';
import { receiptCatalog } from '../src/receipt/texts/index.ts';
import { ReceiptPage } from '../src/receipt/receipt-page.tsx';
import { renderShell } from './support/render-shell.tsx';
import {
  simulateInsecureContext,
  simulateSecureContext,
} from '@qr-attendance/web-kit/testing/secure-browser';

const CHECK = 'POST /api/attendance/receipts/check';
const KEYS = 'GET /api/attendance/receipt-keys';
const claims: ReceiptClaims = {
  iss: 'https://attendance.campus.example',
  iat: 1_789_380_000,
  mark: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  student: 'Grace Hopper',
  course: { name: 'Algorithms', code: 'CS201' },
  date: '2026-09-14',
  status: 'LATE',
  recordedAt: '2026-09-14T09:15:00.000Z',
};

const createIssuer = async (kid = 'today') => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { x = '', y = '' } = await exportJWK(publicKey);
  const keys: ReceiptKeys = { keys: [{ kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' }] };
  const issue = () =>
    // jose requires arrays of jsdom's realm.
    new CompactSign(Uint8Array.from(new TextEncoder().encode(JSON.stringify(claims))))
      .setProtectedHeader({ alg: 'ES256', typ: RECEIPT_TYPE, kid })
      .sign(privateKey);
  return { keys, issue };
};

const visit = (answers: Record<string, Answers>, fragment = '') => {
  installCatalog(receiptCatalog);
  const server = fakeApi({ [KEYS]: answer({ keys: [] }), ...answers });
  renderShell(
    <Routes>
      <Route path="/receipt" element={<ReceiptPage />} />
    </Routes>,
    `/receipt${fragment}`,
  );
  return server;
};
const paste = async (text: string) => {
  await userEvent.click(await screen.findByLabelText('Receipt'));
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
};
const goOffline = async (keys: ReceiptKeys) => {
  const server = visit({ [KEYS]: answer(keys), [CHECK]: lostConnection });
  await waitFor(() => expect(localStorage.getItem('receiptKeys')).not.toBeNull());
  server.give(KEYS, lostConnection);
};

beforeEach(simulateSecureContext);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the receipt page', () => {
  test('verifies the receipt from a scanned link for a visitor, and shows its content', async () => {
    const server = visit({ [CHECK]: answer({ result: 'valid', receipt: claims }) }, '#eyJa.eyJb.c');
    expect(await screen.findByText('Valid')).toBeTruthy();
    expect(server.bodiesOf(CHECK)).toEqual([{ receipt: 'eyJa.eyJb.c' }]);
    for (const text of ['Grace Hopper', 'Algorithms (CS201)', 'Late', claims.iss])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText(/does not prove that the person was there/)).toBeTruthy();
  });

  test('finds a receipt in a link or in a file with other text, and shows that it was superseded', async () => {
    const server = visit({ [CHECK]: answer({ result: 'superseded', receipt: claims }) });
    await paste('https://campus.example/receipt#eyJa.eyJb.c-_');
    expect(await screen.findByText('Superseded')).toBeTruthy();
    const content = 'Attendance receipt\n\neyJd.eyJe.f\n';
    const file = new File([content], 'receipt.txt', { type: 'text/plain' });
    // jsdom lacks File.text.
    file.text = async () => content;
    await userEvent.upload(screen.getByLabelText('Choose a file'), file);
    await waitFor(() =>
      expect(server.bodiesOf(CHECK)).toEqual([{ receipt: 'eyJa.eyJb.c-_' }, { receipt: 'eyJd.eyJe.f' }]),
    );
  });

  test.each([
    ['receipt_altered', 'Not genuine'],
    ['receipt_unknown_issuer', 'Not issued here'],
    ['receipt_unreadable', 'Not a receipt'],
    ['invalid_request', 'Not a receipt'],
  ])('explains in plain words why a receipt is rejected: %s', async (code, title) => {
    visit({ [CHECK]: refusal(400, 'No.', { code }) });
    await paste('hello');
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByText('Grace Hopper')).toBeNull();
  });

  test('requires a receipt', async () => {
    const server = visit({});
    await userEvent.click(await screen.findByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Paste a receipt or choose a file')).toBeTruthy();
    expect(server.sentTo(CHECK)).toEqual([]);
  });
});

describe('the offline receipt check', () => {
  test('confirms with cached keys that a receipt was issued here, but not that it is still valid', async () => {
    const { keys, issue } = await createIssuer();
    await goOffline(keys);
    await paste(await issue());
    expect(await screen.findByText('Issued here')).toBeTruthy();
    expect(screen.getByText('Grace Hopper')).toBeTruthy();
    expect(screen.queryByText('Valid')).toBeNull();
  });

  test('rejects an altered receipt and a receipt signed by another key', async () => {
    const { keys, issue } = await createIssuer();
    await goOffline(keys);
    const [header, payload, signature] = (await issue()).split('.');
    const forged = btoa(JSON.stringify({ ...claims, status: 'PRESENT' })).replace(/=+$/, '');
    await paste([header, forged, signature].join('.'));
    expect(await screen.findByText('Not genuine')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Receipt'));
    await paste(`${btoa(JSON.stringify({ alg: 'none', typ: RECEIPT_TYPE, kid: 'today' }))}.${payload}.`);
    expect(await screen.findByText('Not genuine')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Receipt'));
    await paste(await (await createIssuer('other')).issue());
    expect(await screen.findByText('Not issued here')).toBeTruthy();
  });

  test('shows that it cannot verify without keys or cryptography', async () => {
    const { keys, issue } = await createIssuer();
    const receipt = await issue();
    visit({ [KEYS]: lostConnection, [CHECK]: lostConnection });
    await paste(receipt);
    expect(await screen.findByText('Not checked')).toBeTruthy();
    cleanup();
    localStorage.setItem('receiptKeys', JSON.stringify(keys));
    simulateInsecureContext();
    visit({ [KEYS]: lostConnection, [CHECK]: lostConnection });
    await paste(receipt);
    expect(await screen.findByText('Not checked')).toBeTruthy();
  });
});
