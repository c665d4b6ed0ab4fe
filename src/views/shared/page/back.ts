import { navigate } from 'wouter/use-browser-location'
import { isSignInPage } from '@/shared/pages/sign-in'
import { findPage, hasPage, withoutTab } from '@/shared/routing/registry'
import { isResourceId } from '../list/detail/detail-address'
import { isFirstPage } from './first-page'
import { setNextRow } from './restored-row'

/** Parameters that leave the resource or list on the page: an open dialog, a tab, or the size of a detail. */
const transient = ['do', 'panel', 'tab', 'detail']

/**
 * Identifies what a history entry shows. The tabs of a resource are one place, whatever they list, and a detail that is
 * open in one of them is another.
 */
function placeOf({ pathname, search }: URL): string {
  const params = new URLSearchParams(search)
  if (findPage(pathname)?.page.tabs)
    return [withoutTab(pathname), ...[...params.values()].filter(isResourceId)].join(' ')
  for (const key of transient) params.delete(key)
  return `${pathname}?${params}`
}

/** The entries of this tab's history before the current one, the nearest first; none in browsers without the API. */
function earlierEntries(): readonly { key: string; url: URL }[] {
  if (!('navigation' in window)) return []
  const at = navigation.currentEntry?.index ?? 0
  return navigation
    .entries()
    .slice(0, at)
    .toReversed()
    .flatMap(({ key, url }) => (url === null ? [] : [{ key, url: new URL(url) }]))
}

/** The entries that the console can return to. An address without a page, such as a file, would leave the console. */
function* placesBefore() {
  for (const entry of earlierEntries()) {
    if (!hasPage(entry.url.pathname)) return
    if (!isSignInPage(entry.url.pathname)) yield entry
  }
}

/** The nearest earlier entry that shows something else. */
function findPlaceBefore() {
  const here = placeOf(new URL(location.href))
  for (const entry of placesBefore()) if (placeOf(entry.url) !== here) return entry
  return undefined
}

/** Traverses the history, so that the page gets back its focus and scroll position (focus-memory.ts). */
function returnToEntry({ key }: { key: string }): void {
  // Rejected if a later navigation replaces this one.
  void navigation.traverseTo(key).finished?.catch(() => undefined)
}

/**
 * Returns to what the user looked at before the current page, in this tab. Dialogs, tabs of the same page and sign-in
 * are skipped.
 * @param otherwise the address to open if there is nothing to return to, such as for a page opened by a link
 * @returns whether the console leaves the page
 */
export function goBack(otherwise?: string): boolean {
  const before = findPlaceBefore()
  if (before) returnToEntry(before)
  else if (!('navigation' in window) && !isFirstPage()) history.back()
  else if (otherwise === undefined) return false
  else navigate(otherwise)
  return true
}

/**
 * Returns to the nearest earlier place if it has this address.
 * @param address path and query
 * @param row gets focus there, instead of the row that had focus when the page was left
 * @returns whether it has, and the console leaves the page
 */
export function backTo(address: string, row: string): boolean {
  const before = findPlaceBefore()
  if (!before || `${before.url.pathname}${before.url.search}` !== address) return false
  setNextRow(row)
  returnToEntry(before)
  return true
}

/**
 * Returns to the nearest earlier place if it is another page, such as the one whose link opened this detail.
 * @returns whether it is, and the console leaves the page
 */
export function backToOtherPage(): boolean {
  const before = findPlaceBefore()
  if (!before || withoutTab(before.url.pathname) === withoutTab(location.pathname)) return false
  returnToEntry(before)
  return true
}

/** Opens a page as the user last left it in this tab, or a new one if there is none. For lists, after a row was saved or deleted. */
export function returnTo(path: string): void {
  for (const entry of placesBefore()) if (entry.url.pathname === path) return returnToEntry(entry)
  navigate(path)
}
