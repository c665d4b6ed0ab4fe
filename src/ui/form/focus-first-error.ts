import { asSentence, formatNames } from '@/shared/format'

const focusable = 'input:not([type="hidden"]), textarea, button, [tabindex="0"]'

/**
 * Focuses the first invalid field in reading order and expands the sections that hide it. Focus does not move if the
 * user has gone to another field since.
 * @param from the focused element when the form was submitted
 * @returns the announcement: the error of the first invalid field, unless the focus has just moved there and reads it,
 * and the names of the others
 */
export function focusFirstError(form: HTMLFormElement, from: Element | null): string {
  const invalid = [...form.querySelectorAll<HTMLElement>('[data-invalid]')].filter(
    // A list with errors in its items does not count itself.
    (field) => field.closest('form') === form && !field.querySelector('[data-invalid]')
  )
  const [first] = invalid
  if (!first) return ''
  const now = document.activeElement
  if (now === from || !form.contains(now)) focus(first)
  const focused = document.activeElement
  const isRead = focused !== now && first.contains(focused)
  const sentence = isRead ? '' : `${nameOf(first)}: ${asSentence(messageOf(first))}`
  const rest = invalid.slice(1)
  if (rest.length === 0) return sentence
  return [`${invalid.length} problems.`, sentence, `Also ${formatNames(rest.map(nameOf))}.`].filter(Boolean).join(' ')
}

/**
 * Focuses the first empty required field around a form that cannot be submitted before it is filled in, such as the
 * choice that the fields of the form depend on.
 */
export function focusMissingField(form: HTMLFormElement): void {
  const around = form.closest('[role="dialog"], main') ?? form
  const required = [...around.querySelectorAll<HTMLElement>('[aria-required="true"]')]
  required
    .find((one) => (one instanceof HTMLInputElement ? one.value === '' : one.dataset['empty'] !== undefined))
    ?.focus()
}

function focus(field: HTMLElement): void {
  for (let at = field.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true
  const control = field.querySelector<HTMLElement>('[aria-invalid]:is(input, textarea, button, [role="textbox"])')
  // Among radio buttons, Tab also goes to the checked one.
  const chosen = field.querySelector<HTMLElement>('input[type="radio"]:checked')
  ;(control ?? chosen ?? field.querySelector<HTMLElement>(focusable))?.focus()
}

const nameOf = (field: HTMLElement) => field.querySelector('[data-name]')?.textContent ?? ''
const messageOf = (field: HTMLElement) => field.querySelector('[id$="-error"]')?.textContent ?? ''
