import { productPages, type ProductPage } from '../support/pages.ts';
import { signInWithCookie } from '../support/sign-in-as.ts';
import { expect, test } from '../support/test.ts';
import { freshScan } from '../support/world.ts';

const viewers = ['visitor', 'student', 'teacher', 'admin'] as const;
type Viewer = (typeof viewers)[number];

/** The page a viewer sees (specification, section 2, route guards). */
const expected = ({ access }: ProductPage, viewer: Viewer): 'the page' | 'login' | 'home' => {
  if (access === 'anyone') return 'the page';
  if (viewer === 'visitor') return 'login';
  return access === 'signed-in' || access === viewer ? 'the page' : 'home';
};

for (const viewer of viewers)
  test(`Each page opens, redirects or asks for a sign-in, as its guard requires: ${viewer}`, async ({
    page,
    campus,
    markedClass,
    admin,
  }) => {
    if (viewer !== 'visitor') await signInWithCookie(page, { ...markedClass, admin }[viewer]);
    for (const productPage of productPages) {
      const outcome = expected(productPage, viewer);
      await test.step(`${productPage.route}: ${outcome}`, async () => {
        const world = { ...markedClass, scanned: await freshScan(campus, markedClass), admin };
        const path = productPage.path(world);
        await page.goto(path);
        if (outcome === 'login') {
          await expect.soft(page).toHaveURL(/\/login$/);
          await expect.soft(page.getByRole('heading', { name: 'Login' })).toBeVisible();
        } else if (outcome === 'home') {
          await expect.soft(page).toHaveURL(/\/$/);
          await expect.soft(page.getByText(`Welcome, ${world[viewer as 'student'].name}!`)).toBeVisible();
        } else if (
          ['/login', '/register', '/signed-in'].includes(productPage.route) &&
          viewer !== 'visitor'
        ) {
          await expect.soft(page).toHaveURL(new RegExp(`/${viewer}$`));
        } else {
          await expect
            .soft(page.getByRole('heading', { name: productPage.heading(world) }).first())
            .toBeVisible();
          await expect.soft(page).toHaveURL((url) => url.pathname === path);
        }
      });
    }
  });
