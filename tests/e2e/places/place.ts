import { expect, type Page } from 'playwright/test'
import { heard as voice } from '../../helpers/voice'

/** A key such as `Shift+G`, or something to do or to wait for. */
export type Act = string | ((page: Page) => Promise<unknown>)

/** How a command is proved: by its keys where it has any, else through the palette. */
export type Scenario = {
  /** Where it begins, if elsewhere than its place. */
  path?: string
  /** What brings one to where the command exists. */
  at?: readonly Act[]
  /** What answers the steps it asks. */
  answers?: readonly Act[]
  /** It was done. */
  sees(page: Page): Promise<unknown>
  /** Puts back what would stay: a preference, or what the server holds. What is open or ticked goes by itself. */
  back?: readonly Act[]
}

/** Somewhere in the console, and the commands that are proved there: a screen, or a part of one. */
export type Place = {
  name: string
  path: string
  /** It is there, and keys are heard. */
  ready(page: Page): Promise<unknown>
  /** By written call: `time.set`, or with what a key says besides, `time.set?range=now-1d`. */
  scenarios: Record<string, Scenario>
}

export async function act(page: Page, acts: readonly Act[] = []): Promise<void> {
  for (const one of acts)
    if (typeof one === 'string') await page.keyboard.press(one)
    else await one(page)
}

// What is done.

/** What is typed into; the page behind it may have fields of the same kind. */
export const input = (page: Page) => page.getByRole('dialog').getByRole('combobox')
export const firstOption = (page: Page) => page.getByRole('dialog').getByRole('option').first()

/** Opens the palette and types, over what it was closed with a moment ago. */
export const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(input(page)).toBeFocused()
  for (const key of ['Control+a', 'Backspace', 'Backspace']) await page.keyboard.press(key)
  await page.keyboard.type(text)
  if (text !== '') await expect(firstOption(page)).toBeVisible()
}

/** Takes the first of what is offered, once it is there. */
export async function first(page: Page) {
  await expect(input(page)).toBeFocused()
  await expect(firstOption(page)).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Answers a step by a few letters. */
export const choose = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await expect(firstOption(page)).toBeVisible()
  await page.keyboard.type(text)
  await first(page)
}

/** Takes the newest change back. */
export const undo: readonly Act[] = ['Control+z']

// What is seen.

export const heard = (text: string | RegExp) => (page: Page) => expect(voice(page, text)).toBeAttached()
export const dialog = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()
export const url = (pattern: RegExp) => (page: Page) => expect(page).toHaveURL(pattern)
/** Focus arrived at the heading of a page. */
export const title = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
export const detailOf = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
/** The cursor is on a row, counted from 1. */
export const onRow = (index: number) => (page: Page) =>
  expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-rowindex', String(index + 1))
export const hasRows = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()
/** A browser tab was opened at an address. */
export const tab = (address: string | RegExp) => async (page: Page) => {
  await expect.poll(() => page.context().pages().length).toBe(2)
  await expect.poll(() => page.context().pages()[1]?.url()).toMatch(address)
}
