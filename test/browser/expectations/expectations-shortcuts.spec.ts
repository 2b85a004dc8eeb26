import { pick } from '../support/choice.ts';
import { dialog } from '../support/composer.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

test('42 · the palette opens by keys or by its button, goes to the typed view, and returns the focus', async ({
  page,
}) => {
  await openSignedIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('cal');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeFocused();

  const button = page.getByRole('banner').getByRole('button', { name: 'Search or jump to' });
  await button.click();
  await palette.getByRole('combobox').fill('lumiere');
  await expect(palette.getByRole('option', { name: /Café Lumière/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(button).toBeFocused();
});

test('42 · single keys work only outside text boxes, are listed by "?", and can be switched off', async ({
  page,
}) => {
  await openSignedIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Schedule Post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('nolac?');
  await expect(page.getByRole('searchbox')).toHaveValue('nolac?');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).focus();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await pick(list.getByRole('switch', { name: 'Single-key shortcuts' }), false);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  for (const key of ['n', 'c', '?']) await page.keyboard.press(key);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(list.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
});
