const focusable = 'input:not([type="hidden"]), textarea, button, [tabindex="0"]'

/**
 * Moves focus to the first wrong field, in the order in which they are read, and opens what hides it.
 * @returns what to say: how many there are, and what is wrong with the first
 */
export function goToFirstProblem(form: HTMLFormElement): string {
  const wrong = [...form.querySelectorAll<HTMLElement>('[data-invalid]')].filter(
    // A list with errors in its items is not counted itself.
    (field) => field.closest('form') === form && !field.querySelector('[data-invalid]')
  )
  const [first] = wrong
  if (!first) return ''
  for (let at = first.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true
  const control = first.querySelector<HTMLElement>('[aria-invalid]:is(input, textarea, button, [role="textbox"])')
  ;(control ?? first.querySelector<HTMLElement>(focusable))?.focus()
  // Screen readers read label and error of the field that gets focus.
  return `${wrong.length === 1 ? '1 problem' : `${wrong.length} problems`}: ${wrong.map(nameOf).join(', ')}.`
}

const nameOf = (field: HTMLElement) => field.querySelector('[data-name]')?.textContent ?? ''
