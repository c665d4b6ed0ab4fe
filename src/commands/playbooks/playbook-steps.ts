import { isAmount, joinAmount, readNumber, splitAmount } from '@/lib/amount'
import { findNumberError, findTextError, NOT_A_NUMBER } from '@/lib/field-errors'
import type { FieldDescription } from '@/shared/forms/form-description'
import { toParameterFields, type FormParameter } from '@/lib/playbooks/playbook-fields'
import type { SlotOption } from '../command'

/** Written values of parameters by name. Null represents a secret value. */
export type PlaybookParameterValues = Readonly<Record<string, string | null>>

/** More parameters are easier to fill in on a form, which shows all of them. */
const MAX_STEPS = 3

type PromptedField = Extract<
  FieldDescription,
  { type: 'text' | 'textarea' | 'number' | 'amount' | 'select' | 'checkbox' | 'switch' }
>

/** A field that is typed, not chosen. */
type TypedField = Extract<PromptedField, { type: 'text' | 'textarea' | 'number' | 'amount' }>

/** Fields that fit a line of text or a short list of options. Secrets and documents are not entered in the palette. */
const isPromptable = (field: FieldDescription): field is PromptedField =>
  ['text', 'number', 'amount', 'select', 'checkbox'].includes(field.type) ||
  (field.type === 'textarea' && !field.isMono)

const isTyped = (field: PromptedField): field is TypedField =>
  ['text', 'textarea', 'number', 'amount'].includes(field.type)

type ParameterChoice = { written: string; label: string; hint?: string } | { refusal: string; label: string }

/**
 * The options for the first parameter without a value. Each option contains the previous values.
 * @returns undefined if all parameters have values, or if only the form can prompt for them
 */
export function parameterOptions(
  parameters: readonly FormParameter[],
  given: PlaybookParameterValues,
  text: string
): SlotOption<PlaybookParameterValues>[] | undefined {
  const fields = toParameterFields(parameters, () => () => [])
  const at = parameters.findIndex(({ name }) => given[name] === undefined)
  const [parameter, field] = [parameters[at], fields[at]]
  if (fields.length > MAX_STEPS || !fields.every(isPromptable) || !parameter || !field || !isPromptable(field))
    return undefined
  const isLast = at === fields.length - 1
  return fieldChoices(field, text.trim()).map((answer) => ({
    value: 'written' in answer ? { ...given, [parameter.name]: answer.written } : given,
    label: answer.label,
    heading: field.label,
    ...('refusal' in answer ? { refusal: answer.refusal } : answer.hint === undefined ? {} : { hint: answer.hint }),
    ...(isLast ? {} : { isPartial: true }),
  }))
}

function fieldChoices(field: PromptedField, text: string): ParameterChoice[] {
  const skip: ParameterChoice[] = field.isRequired ? [] : [{ written: '', label: `No ${lowerFirst(field.label)}` }]
  if (field.type === 'select')
    return [
      ...filterChoices(field.options.map(toAnswer), field.initial, text),
      ...(text === '' && field.initial === undefined ? skip : []),
    ]
  if (!isTyped(field)) return filterChoices([yes, no], String(field.initial === true), text)
  if (text !== '') return [parseChoice(field, text)]
  const initial = field.initial === undefined ? '' : String(field.initial)
  const start: ParameterChoice[] = initial === '' ? [] : [{ written: initial, label: initial, hint: DEFAULT }]
  if (start.length + skip.length > 0) return [...start, ...skip]
  return [
    {
      label: `Type the ${lowerFirst(field.label)}`,
      refusal: typeof field.help === 'string' ? field.help : 'It is required.',
    },
  ]
}

const DEFAULT = 'default'
const yes = { written: 'true', label: 'Yes' }
const no = { written: 'false', label: 'No' }

const toAnswer = ({ value, label, hint }: { value: string; label: string; hint?: string }) => ({
  written: value,
  label,
  ...(hint === undefined ? {} : { hint }),
})

/** Options that contain all typed words. The default is first, so that Enter chooses it. */
function filterChoices(
  answers: readonly ReturnType<typeof toAnswer>[],
  initial: string | undefined,
  text: string
): ParameterChoice[] {
  const words = text.toLowerCase().split(/\s+/)
  const found = answers.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const isInitial = ({ written }: { written: string }) => written === initial
  const first = found.filter(isInitial).map((one) => ({ ...one, hint: one.hint ? `${one.hint}, ${DEFAULT}` : DEFAULT }))
  return [...first, ...found.filter((one) => !isInitial(one))]
}

/** Parses text like the form does: the value, or the form's error. */
function parseChoice(field: TypedField, text: string): ParameterChoice {
  const [written, error] = parseFieldText(field, text)
  return error === undefined ? { written, label: written } : { label: text, refusal: error }
}

function parseFieldText(field: TypedField, text: string): [written: string, error: string | undefined] {
  if (field.type === 'text' || field.type === 'textarea') return [text, findTextError(field, text)]
  if (field.type === 'number') {
    const number = readNumber(text)
    return [String(number), findNumberError(field, number)]
  }
  const amount = joinAmount(splitAmount(text, field.set))
  return [amount, isAmount(amount, field.set) ? undefined : NOT_A_NUMBER]
}

const lowerFirst = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
