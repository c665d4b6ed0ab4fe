import { expect as expectNow, type Locator, type Page } from 'playwright/test'

// Facts about widgets that matter to assistive technology: tests/e2e/gallery.

/** Reports every fact that does not hold, not only the first. The page is complete, so none takes long to appear. */
export const expect = expectNow.configure({ soft: true, timeout: 10_000 })

/** Checks one state. `state` is its section of the page, or the whole page where it has one to itself. */
export type Check = (state: Locator, page: Page) => Promise<unknown>

/** The facts of a widget, by the names of its states in the gallery. */
export type WidgetFacts = Readonly<Record<string, Check>>

/** Declares the facts of a widget: the default export of `tests/e2e/gallery/<widget>.ts`. */
export const facts = (states: WidgetFacts): WidgetFacts => states

type Role = Parameters<Locator['getByRole']>[0]
type Text = string | RegExp

/** ARIA attributes without their prefix; null if the element must not have the attribute. */
type Aria = Partial<
  Record<
    | 'autocomplete'
    | 'busy'
    | 'colcount'
    | 'current'
    | 'expanded'
    | 'haspopup'
    | 'invalid'
    | 'keyshortcuts'
    | 'level'
    | 'multiselectable'
    | 'orientation'
    | 'posinset'
    | 'pressed'
    | 'readonly'
    | 'required'
    | 'roledescription'
    | 'rowcount'
    | 'rowindex'
    | 'selected'
    | 'setsize'
    | 'sort'
    | 'valuemax'
    | 'valuemin'
    | 'valuenow'
    | 'valuetext',
    string | number | boolean | RegExp | null
  >
>

type Facts = Aria & {
  /** The number of these elements; 1 by default. All must have the other facts. */
  count?: number
  /** Help and errors that are read after the name. */
  description?: Text
  checked?: boolean
  disabled?: boolean
  focused?: boolean
  value?: Text
}

/**
 * Expects an element with a role and a name, which is exact unless it is a regular expression.
 * @returns the elements found, to look inside
 */
export async function has(within: Locator, role: Role, name?: Text, known: Facts = {}): Promise<Locator> {
  const { count = 1, description, checked, disabled, focused, value, ...aria } = known
  const found = within.getByRole(role, name === undefined ? {} : { name, exact: true })
  const what = `${role} ${name ?? ''}`.trim()
  await expect(found, what).toHaveCount(count)
  // The message above says all.
  if ((await found.count()) !== count) return found
  for (const one of await found.all()) {
    if (description !== undefined) await expect(one, what).toHaveAccessibleDescription(description)
    if (checked !== undefined) await expect(one, what).toBeChecked({ checked })
    if (disabled !== undefined) await expect(one, what).toBeEnabled({ enabled: !disabled })
    if (focused) await expect(one, what).toBeFocused()
    if (value !== undefined) await expect(one, what).toHaveValue(value)
    for (const [attribute, expected] of Object.entries(aria))
      if (expected === null) await expect(one, what).not.toHaveAttribute(`aria-${attribute}`)
      else
        await expect(one, what).toHaveAttribute(
          `aria-${attribute}`,
          expected instanceof RegExp ? expected : String(expected)
        )
  }
  return found
}

/** Expects exactly these elements of a role, in this order. */
export async function hasInOrder(within: Locator, role: Role, names: readonly Text[]): Promise<void> {
  const found = within.getByRole(role)
  await expect(found, `each ${role}`).toHaveCount(names.length)
  for (const [at, name] of names.entries()) await expect(found.nth(at), `${role} ${at + 1}`).toHaveAccessibleName(name)
}

/** Expects text that screen readers read, as an item of its own in the accessibility tree. */
export const reads = (within: Locator, text: RegExp): Promise<void> =>
  expect(within).toMatchAriaSnapshot(`- text: ${JSON.stringify(String(text))}`)

/** Expects that screen readers do not find a text, which may well be visible. */
export async function hides(within: Locator, text: RegExp): Promise<void> {
  await expect.poll(() => within.ariaSnapshot(), 'hidden from screen readers').not.toMatch(text)
}

/** Expects that an open dialog or menu keeps screen readers away from the page behind it. */
export async function coversPage(page: Page): Promise<void> {
  const main = page.locator('main').first()
  await expect
    .poll(() => main.evaluate((one) => one.closest('[inert], [aria-hidden=true]') !== null), 'the page is out of reach')
    .toBe(true)
}
