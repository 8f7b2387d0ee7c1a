import { expect, signInAs, test } from '../support/test.ts';

interface Manifest {
  url: string;
  errors: unknown[];
  data: string;
}
interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

test('The app can be installed on the home screen, with icons of the declared sizes', async ({ page }) => {
  await page.goto('/');
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = (await devtools.send('Page.getAppManifest')) as Manifest;
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data) as { icons: Icon[] };
  expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  for (const { src, sizes, type } of icons) {
    const answer = await page.request.get(src);
    expect(answer.headers()['content-type']).toBe(type);
    const size = await page.evaluate(
      `new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight);
        image.onerror = reject;
        image.src = '${src}';
      })`,
    );
    if (sizes !== 'any') expect(size).toBe(sizes);
  }
});

test('The app shortcut opens the scan page, after the sign-in if needed', async ({ page, campus }) => {
  const answer = await page.request.get('/manifest.webmanifest');
  const { shortcuts } = (await answer.json()) as { shortcuts: { name: string; url: string }[] };
  expect(shortcuts.map(({ name }) => name)).toEqual(['Scan']);
  await signInAs(page, await campus.student());
  await page.goto(shortcuts[0]?.url ?? '');
  await expect(page.getByRole('heading', { name: 'Scan QR Code' })).toBeVisible();
});
