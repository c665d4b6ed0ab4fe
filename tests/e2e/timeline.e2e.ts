import { findAxeViolations } from '@tests/helpers/axe'
import { expect, test } from '@tests/helpers/console'

const CHECKOUT = '5a000020-0000-4000-8000-000000000105'

test('shows what a release changed, with the events that follow from it beneath, and a diff that wraps', async ({
  page,
  running,
}) => {
  await page.goto(`${running.url}/timeline?of=config:${CHECKOUT}`)
  const release = page.getByRole('row', {
    name: /^Change, Image 4\.18\.2 → 4\.19\.0, memory 512Mi → 128Mi of checkout, likely cause 1, caused \d+ events/,
  })
  await expect(release).toBeVisible()
  const pulled = page.getByRole('row', { name: /^Change, Pulled of checkout-/ })
  await expect(pulled).toBeHidden()
  await release.focus()
  await page.keyboard.press('l')
  await expect(release).toHaveAttribute('aria-expanded', 'true')
  await expect(pulled).toBeVisible()
  await expect(page.getByRole('main').getByText('times in UTC')).toHaveCount(1)
  const diff = page.getByRole('region', { name: 'Selected event' }).getByRole('group', { name: /2 lines added/ })
  await expect(diff).toBeVisible()
  expect(await diff.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  expect(await findAxeViolations(page)).toEqual([])
  // The list of changes has the same titles.
  await page.goto(`${running.url}/catalog/${CHECKOUT}/changes`)
  await expect(
    page.getByRole('row', { name: /^Image 4\.18\.2 → 4\.19\.0, memory 512Mi → 128Mi of checkout/ })
  ).toBeVisible()
})
