import { asSentence, formatNames } from '../../lib/format'

const focusable = 'input:not([type="hidden"]), textarea, button, [tabindex="0"]'

/**
 * Moves focus to the first wrong field, in the order in which they are read, and opens what hides it. Whoever has gone to
 * another field since is typing there, and stays.
 * @param from what had focus when the form was sent
 * @returns what to say: what is wrong with it, and the names of others that are wrong
 */
export function goToFirstProblem(form: HTMLFormElement, from: Element | null): string {
  const wrong = [...form.querySelectorAll<HTMLElement>('[data-invalid]')].filter(
    // A list with errors in its items is not counted itself.
    (field) => field.closest('form') === form && !field.querySelector('[data-invalid]')
  )
  const [first] = wrong
  if (!first) return ''
  const now = document.activeElement
  if (now === from || !form.contains(now)) focus(first)
  const [rest, sentence] = [wrong.slice(1), `${nameOf(first)}: ${asSentence(messageOf(first))}`]
  if (rest.length === 0) return sentence
  return `${wrong.length} problems. ${sentence} Also ${formatNames(rest.map(nameOf))}.`
}

function focus(field: HTMLElement): void {
  for (let at = field.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true
  const control = field.querySelector<HTMLElement>('[aria-invalid]:is(input, textarea, button, [role="textbox"])')
  // Of radio buttons the chosen one is where Tab goes, too.
  const chosen = field.querySelector<HTMLElement>('input[type="radio"]:checked')
  ;(control ?? chosen ?? field.querySelector<HTMLElement>(focusable))?.focus()
}

const nameOf = (field: HTMLElement) => field.querySelector('[data-name]')?.textContent ?? ''
const messageOf = (field: HTMLElement) => field.querySelector('[id$="-error"]')?.textContent ?? ''
