import { productPages, type ProductPage } from '../support/pages.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { freshScan } from '../support/world.ts';

const viewers = ['visitor', 'student', 'teacher', 'admin'] as const;
type Viewer = (typeof viewers)[number];

/** Where a viewer ends up. Specification, section 2, route guards. */
const expected = ({ access }: ProductPage, viewer: Viewer): 'the page' | 'login' | 'home' => {
  if (access === 'anyone') return 'the page';
  if (viewer === 'visitor') return 'login';
  return access === 'signed-in' || access === viewer ? 'the page' : 'home';
};

for (const productPage of productPages)
  for (const viewer of viewers) {
    const outcome = expected(productPage, viewer);
    test(`${productPage.route}: a ${viewer} gets ${outcome}`, async ({
      page,
      campus,
      markedClass,
      admin,
    }) => {
      const world = { ...markedClass, scanned: await freshScan(campus, markedClass), admin };
      if (viewer !== 'visitor') await signInAs(page, world[viewer]);
      const path = productPage.path(world);
      await page.goto(path);
      if (outcome === 'login') {
        await expect(page).toHaveURL(/\/login$/);
        await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      } else if (outcome === 'home') {
        await expect(page).toHaveURL(/\/$/);
        await expect(page.getByText(`Welcome, ${world[viewer as 'student'].name}!`)).toBeVisible();
      } else if (
        (productPage.route === '/login' || productPage.route === '/register') &&
        viewer !== 'visitor'
      ) {
        // Whoever is signed in already is led to the own area.
        await expect(page).toHaveURL(new RegExp(`/${viewer}$`));
      } else {
        await expect(page.getByRole('heading', { name: productPage.heading(world) }).first()).toBeVisible();
        await expect(page).toHaveURL((url) => url.pathname === path);
      }
    });
  }
