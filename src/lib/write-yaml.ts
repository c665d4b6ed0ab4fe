import { stringify } from 'yaml'

/**
 * Converts a JSON value to YAML without a final line break, exactly as `yaml` does. Objects, lists and plain words,
 * which are nearly all of a document, are written directly: `yaml` first builds a tree of nodes, which takes fifteen
 * times as long.
 */
export const writeYaml = (value: unknown): string =>
  isContainer(value) && !isEmpty(value) ? blockOf(value, '') : byLibrary(value)

const byLibrary = (value: unknown) =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).replace(/\n$/, '')

type Container = Readonly<Record<string, unknown>> | readonly unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null
const isEmpty = (value: Container) => Object.keys(value).length === 0

/** @param indent indentation of all lines but the first */
function blockOf(value: Container, indent: string): string {
  const inner = `${indent}  `
  if (Array.isArray(value)) return value.map((one) => `- ${valueOf(one, inner, indent)}`).join(`\n${indent}`)
  return Object.entries(value)
    .map(([key, one]) => {
      if (!isPlain(key)) return indented(byLibrary({ [key]: one }), indent)
      const isBlock = isContainer(one) && !isEmpty(one)
      return `${key}:${isBlock ? `\n${inner}` : ' '}${valueOf(one, inner, indent)}`
    })
    .join(`\n${indent}`)
}

function valueOf(value: unknown, inner: string, indent: string): string {
  if (isContainer(value)) return isEmpty(value) ? (Array.isArray(value) ? '[]' : '{}') : blockOf(value, inner)
  if (typeof value === 'string' ? isPlain(value) : value === null || typeof value === 'boolean' || isWhole(value))
    return String(value)
  return indented(byLibrary({ a: value }).slice('a: '.length), indent)
}

const isWhole = (value: unknown) => Number.isSafeInteger(value) && !Object.is(value, -0)

/**
 * Whether a text can be written without quotes on one line and parses as the same text. All other texts are left to
 * `yaml`.
 */
const isPlain = (text: string) =>
  /^[A-Za-z][ -~]{0,99}$/.test(text) && !/: | #|[ :-]$|^(?:true|false|null)$/i.test(text)

/** Indents all lines except empty ones. */
const indented = (text: string, indent: string) =>
  indent === '' || !text.includes('\n') ? text : text.replaceAll(/\n(?!\n|$)/g, `\n${indent}`)
