import { expect, type Page } from 'playwright/test'
import { heard as voice } from '../../helpers/announcements'

/** A key such as `Shift+G`, or an action or condition. */
export type Act = string | ((page: Page) => Promise<unknown>)

/** The test of a command: by each of its keys, or else through the palette. */
export type Scenario = {
  /** The start page, if it is not that of the place. */
  path?: string
  /** Steps to where the command exists. */
  at?: readonly Act[]
  /** Replies to the prompts of the command. */
  answers?: readonly Act[]
  /** Checks that the command ran. */
  sees(page: Page): Promise<unknown>
  /**
   * Restores persistent changes: a preference, or data on the server. Open dialogs and selections are reset by
   * themselves.
   */
  back?: readonly Act[]
}

/** A page or part of a page, and the commands tested there. */
export type Place = {
  name: string
  path: string
  /** Waits until the place is rendered and accepts keys. */
  ready(page: Page): Promise<unknown>
  /** By written call: `time.set`, or a key's call with arguments, `time.set?range=now-1d`. */
  scenarios: Record<string, Scenario>
}

export async function act(page: Page, acts: readonly Act[] = []): Promise<void> {
  for (const one of acts)
    if (typeof one === 'string') await page.keyboard.press(one)
    else await one(page)
}

// Actions.

/** The input of the palette. The page behind it can have fields with the same role. */
export const input = (page: Page) => page.getByRole('dialog').getByRole('combobox')
export const firstOption = (page: Page) => page.getByRole('dialog').getByRole('option').first()

/** Opens the palette and types, replacing the text from a recently closed palette. */
export const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(input(page)).toBeFocused()
  for (const key of ['Control+a', 'Backspace', 'Backspace']) await page.keyboard.press(key)
  await page.keyboard.type(text)
  if (text !== '') await expect(firstOption(page)).toBeVisible()
}

/** Chooses the first option when it is rendered. */
export async function first(page: Page) {
  await expect(input(page)).toBeFocused()
  await expect(firstOption(page)).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Replies to a prompt with a few letters. */
export const choose = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await expect(firstOption(page)).toBeVisible()
  await page.keyboard.type(text)
  await first(page)
}

/** Undoes the newest change. */
export const undo: readonly Act[] = ['Control+z']

// Conditions.

export const heard = (text: string | RegExp) => (page: Page) => expect(voice(page, text)).toBeAttached()
export const dialog = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()
/** The question of a command that needs confirmation. */
export const question = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('alertdialog', { name })).toBeVisible()
export const url = (pattern: RegExp) => (page: Page) => expect(page).toHaveURL(pattern)
/** Focus is on the heading of a page. */
export const title = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
export const detailOf = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
/** The cursor is on this row, counted from 1. */
export const onRow = (index: number) => (page: Page) =>
  expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-rowindex', String(index + 1))
export const hasRows = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()
/** A browser tab was opened at this address. */
export const tab = (address: string | RegExp) => async (page: Page) => {
  await expect.poll(() => page.context().pages().length).toBe(2)
  await expect.poll(() => page.context().pages()[1]?.url()).toMatch(address)
}
