import { expect, signInAs, test } from '../support/test.ts';

test('Each kind of attendance email can be switched off and on again on the account page', async ({
  page,
  campus,
}) => {
  const student = await campus.student();
  await signInAs(page, student);
  await page.goto('/account');
  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  const lefts = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().left));
  expect(new Set(lefts).size, 'columns of kinds').toBe(1);
  for (const kind of [
    'My teacher sets or corrects my attendance',
    'My teacher answers what I reported',
    'A class is canceled, or takes place after all',
  ])
    for (const isOn of [false, true]) {
      const box = page.getByRole('checkbox', { name: kind });
      const saved = page.waitForResponse((answer) => /\/notices\/\w+$/.test(answer.url()) && answer.ok());
      await box.click();
      await saved;
      await page.reload();
      await expect(box).toBeChecked({ checked: isOn });
    }
});
