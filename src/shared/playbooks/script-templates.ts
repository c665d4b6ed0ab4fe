/**
 * The beginning of a template, or a whole short one, in the text of a script. `$(…)` around anything but a path is shell
 * syntax. `console.template_in` in the database finds the same constants.
 */
export const TEMPLATE_IN_SCRIPT = String.raw`\{\{|\$\([ \t\r\n]*\.[A-Za-z0-9_.-]+[ \t\r\n]*\)`

/**
 * A text constant in a template: `{{"{{"}}`, or in backquotes, which may contain several lines.
 * `console.template_in` in the database finds the same.
 */
export const CONSTANT = '\\{\\{-?[ \\t\\r\\n]*(?:"(?:[^"\\\\\\n]|\\\\[^\\n])*"|`[^`]*`)[ \\t\\r\\n]*-?\\}\\}'

/** A template that is neither a constant nor inside one, for schemas: the match is the template. */
export const SCRIPT_WITH_TEMPLATE = `(?<=^(?:${CONSTANT}|(?!${TEMPLATE_IN_SCRIPT})[^])*)(?!${CONSTANT})(?:${TEMPLATE_IN_SCRIPT})`

/** Replaces the text constants in templates by their texts, and nothing else. */
export const resolveConstants = (text: string): string =>
  text.includes('{{') ? text.replace(new RegExp(CONSTANT, 'g'), (found) => readConstant(found) ?? found) : text

/** The text of a constant with its braces; undefined if it is not one. */
export function readConstant(template: string): string | undefined {
  if (!new RegExp(`^${CONSTANT}$`).test(template)) return undefined
  const written = template.slice(2, -2).replace(/^-/, '').replace(/-$/, '').trim()
  if (written.startsWith('`')) return written.slice(1, -1)
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
  return written.slice(1, -1).replace(/\\(.)/g, (_whole, letter: string) => escapes[letter] ?? letter)
}

const LONGEST_SHOWN = 60

/**
 * Why a text cannot be run as a script, as a sentence; undefined if it contains no template. A value inside the text of
 * a program could become part of the program, wherever it is, so values reach programs as environment variables only.
 * @param name what contains the text, for example `script`
 */
export function describeTemplateInScript(name: string, text: string): string | undefined {
  // Constants are hidden in their place: the position of a template stays.
  const hidden = text.replace(new RegExp(CONSTANT, 'g'), (one) => one.replace(/[{$]/g, ' '))
  const found = new RegExp(TEMPLATE_IN_SCRIPT).exec(hidden)
  if (!found) return undefined
  const line = text.slice(0, found.index).split('\n').length
  const [shown = ''] = text.slice(found.index, found.index + LONGEST_SHOWN).split('\n', 1)
  const close = shown.startsWith('{{') ? shown.indexOf('}}') + 2 : found[0].length
  const template = close > 1 ? shown.slice(0, close) : shown
  return `Line ${line} of the ${name} contains the template ${template}. ${VALUES_IN_SCRIPTS}.`
}

/** How an author writes it instead, as a sentence without a full stop. `console.template_in` has the same text. */
export const VALUES_IN_SCRIPTS =
  'Values reach a program as variables only: add { name: X, value: \'{{…}}\' } to env, and write "$X" in the script, with the quotes. Braces that are part of the program are written {{"{{"}}, or in backquotes: {{`…`}}'

/** Same for the `exec` member of an action: its script and the words of its command. */
export function describeTemplateInExec({
  script,
  command,
}: {
  script?: unknown
  command?: unknown
}): string | undefined {
  const texts = [['script', script], ...(Array.isArray(command) ? command.map((word) => ['command', word]) : [])]
  return texts
    .map(([name, text]) => (typeof text === 'string' ? describeTemplateInScript(String(name), text) : undefined))
    .find((why) => why !== undefined)
}
