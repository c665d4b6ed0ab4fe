import { expect, type Page } from 'playwright/test'
import { colourSettings } from './axe'

type Box = { x: number; y: number; width: number; height: number }

declare global {
  /** The elements of this page that are not measured yet, and an element to focus in the meantime. */
  var toMeasure: { kind: string; element: HTMLElement; elsewhere: HTMLElement }[]
}

/** Pixels around an element that are searched for its ring. */
const AROUND = 5

/**
 * Measures the focus ring of every new kind of control, light and dark: with and without focus, the page must differ by
 * a contrast of 3:1 in a line around the control, or along one of its long sides.
 *
 * Controls of one kind look the same: they have the same element name, type, role, disabled state and classes. Elements
 * that move when focused are measured on another page where they do not.
 */
export class FocusRings {
  readonly measured = new Set<string>()
  readonly #seen = new Set<string>()

  /** Kinds that could not be measured on any page so far. */
  get missed(): string[] {
    return [...this.#seen].filter((kind) => !this.measured.has(kind))
  }

  /** @param meter another page, which does the arithmetic */
  async measure(page: Page, meter: Page): Promise<void> {
    const kinds = await page.evaluate(collect, [...this.measured])
    for (const kind of kinds) this.#seen.add(kind)
    if (kinds.length === 0) return
    // Focus is shown after a key press.
    await page.keyboard.press('Shift')
    for (const [at, kind] of kinds.entries()) {
      // Measured without focus first, because leaving a control can move others, for example by an error below an empty
      // field.
      const box = await page.evaluate(focusElsewhere, at)
      if (!box) continue
      const clip = around(box)
      const off = await shots(page, clip)
      const focused = await page.evaluate(focusOn, at)
      if (!focused || !sameBox(focused, box)) continue
      const on = await shots(page, clip)
      for (const [look, withFocus] of Object.entries(on)) {
        const found = await differingPixels(meter, [withFocus, off[look] ?? ''])
        const needed = Math.min(box.width, 200)
        expect.soft(found, `${page.url()}: the ring of ${kind}, ${look}`).toBeGreaterThanOrEqual(needed)
      }
      this.measured.add(kind)
    }
    await page.emulateMedia(colourSettings.light)
  }
}

const sameBox = (one: Box, other: Box) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

function around({ x, y, width, height }: Box): Box {
  const left = Math.max(0, Math.floor(x - AROUND))
  const top = Math.max(0, Math.floor(y - AROUND))
  return { x: left, y: top, width: Math.ceil(x + width + AROUND) - left, height: Math.ceil(y + height + AROUND) - top }
}

/** Screenshots of a region of the page in both themes, as base64. */
async function shots(page: Page, clip: Box): Promise<Record<string, string>> {
  const taken: Record<string, string> = {}
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia(colourSettings[look])
    taken[look] = (await page.screenshot({ clip })).toString('base64')
  }
  return taken
}

// The functions below are sent to the page, so they cannot use outer variables.

/**
 * Collects one focusable element of each kind that is not measured yet. @returns the kinds, in the order of `toMeasure`
 */
function collect(measured: readonly string[]): string[] {
  const known = new Set(measured)
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const canBeSeen = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
    )
  }
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary, [contenteditable=true], [tabindex="0"], ' +
        // Reached with the arrow keys.
        ':is([role=row], [role=gridcell], [role=tab], [role=radio], [role=menuitem], [role=option])[tabindex="-1"]'
    ),
  ].filter(canBeSeen)
  const within = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
  globalThis.toMeasure = []
  for (const element of all) {
    const [type = '', role = ''] = ['type', 'role'].map((name) => element.getAttribute(name) ?? '')
    const disabled = element.getAttribute('aria-disabled') === 'true' ? 'disabled' : ''
    const kind = [element.localName, type, role, disabled, ...[...element.classList].toSorted()]
      .filter(Boolean)
      .join(' ')
    const layer = element.closest(within)
    const elsewhere = all.findLast(
      (other) =>
        other !== element && other.closest(within) === layer && !other.contains(element) && !element.contains(other)
    )
    if (known.has(kind) || !elsewhere) continue
    known.add(kind)
    globalThis.toMeasure.push({ kind, element, elsewhere })
  }
  return globalThis.toMeasure.map(({ kind }) => kind)
}

/**
 * Removes the focus from an element of `toMeasure`. @returns its position; undefined when it is hidden without focus
 */
async function focusElsewhere(at: number): Promise<Box | undefined> {
  const one = globalThis.toMeasure[at]
  one?.elsewhere.focus({ preventScroll: true })
  one?.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  if (!one?.element.isConnected || document.activeElement === one.element) return undefined
  const { x, y, width, height } = one.element.getBoundingClientRect()
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? { x, y, width, height } : undefined
}

/** Focuses an element of `toMeasure`. @returns its position once rendered; undefined when it cannot be focused there */
async function focusOn(at: number): Promise<Box | undefined> {
  const element = globalThis.toMeasure[at]?.element
  element?.focus({ preventScroll: true })
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  if (!element || document.activeElement !== element || !element.matches(':focus-visible')) return undefined
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}

/** Number of pixels that differ between two images of the same size by a contrast of 3:1 or more. */
const differingPixels = (meter: Page, pictures: readonly [string, string]): Promise<number> =>
  meter.evaluate(async ([on, off]) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const pixelsOf = async (png: string) => {
      const bytes = Uint8Array.from(atob(png), (one) => one.codePointAt(0) ?? 0)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      return context?.getImageData(0, 0, image.width, image.height).data ?? []
    }
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    const luminance = (data: ArrayLike<number>, at: number) =>
      0.2126 * linear((data[at] ?? 0) / 255) +
      0.7152 * linear((data[at + 1] ?? 0) / 255) +
      0.0722 * linear((data[at + 2] ?? 0) / 255)
    const focused = await pixelsOf(on)
    const left = await pixelsOf(off)
    let found = 0
    for (let at = 0; at < focused.length; at += 4) {
      const a = luminance(focused, at)
      const b = luminance(left, at)
      if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) found++
    }
    return found
  }, pictures)
