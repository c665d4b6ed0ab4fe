import { stringify } from 'yaml'

/**
 * A value of JSON as YAML, without a line end at the end, exactly as `yaml` writes it. Maps, lists and plain words, which is
 * nearly all of a document, are written here: `yaml` first makes a tree of nodes, and takes fifteen times as long.
 */
export const writeYaml = (value: unknown): string =>
  isContainer(value) && !isEmpty(value) ? blockOf(value, '') : byLibrary(value)

const byLibrary = (value: unknown) =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).replace(/\n$/, '')

type Container = Readonly<Record<string, unknown>> | readonly unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null
const isEmpty = (value: Container) => Object.keys(value).length === 0

/** @param indent of its lines but the first, which begins where it stands */
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

/** What is surely written without quotes, on one line, and read as the same text. All else is left to `yaml`. */
const isPlain = (text: string) =>
  /^[A-Za-z][ -~]{0,99}$/.test(text) && !/: | #|[ :-]$|^(?:true|false|null)$/i.test(text)

/** Empty lines stay empty. */
const indented = (text: string, indent: string) =>
  indent === '' || !text.includes('\n') ? text : text.replaceAll(/\n(?!\n|$)/g, `\n${indent}`)
